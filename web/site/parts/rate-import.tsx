import { Alert, Button, FileButton, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ecbFileMax, type ImportedRates, ratesContract } from '#contract/rates.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { sentenceFor } from '#web/platform/error-words.ts';
import { formatDate } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';

type Came = { imported: ImportedRates } | { fault: string };

/** Takes over a file that an administrator has fetched: read here, sent as text, nothing else. */
export function RateImport() {
  const { t } = useTranslation('site');
  const { revalidate } = useRevalidator();
  const [came, setCame] = useState<Came | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    // Of a film or a disk image no more is read than tells that it is another file.
    const text = await file.slice(0, ecbFileMax).text();
    try {
      setCame({ imported: await api(ratesContract.importRates, { body: { file: text } }) });
      await revalidate();
    } catch (error) {
      setCame({ fault: faultOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Text size="sm" mb="sm">
        {t('rates.importText')}
      </Text>
      <FileButton accept=".xml,text/xml,application/xml" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={busy}>
            {t('rates.choose')}
          </Button>
        )}
      </FileButton>
      <div aria-live="polite">{came && <WhatCame came={came} />}</div>
    </div>
  );
}

const faultOf = (error: unknown): string =>
  (error instanceof ApiError && error.fields.file) || sentenceFor(error);

function WhatCame({ came }: { came: Came }) {
  const { t, language } = useTranslation('site');
  if ('fault' in came) {
    return (
      <Alert color="red" mt="md">
        {came.fault}
      </Alert>
    );
  }
  const { day, taken, newer, unknown } = came.imported;
  const date = formatDate(`${day}T12:00:00Z`, { language, zone: 'UTC', style: 'date' });
  return (
    <Alert mt="md">
      <div>{t('rates.imported', { count: taken.length, day: date })}</div>
      {newer.length > 0 && <div>{t('rates.newer', { list: newer.join(', ') })}</div>}
      {unknown.length > 0 && <div>{t('rates.unknown', { list: unknown.join(', ') })}</div>}
    </Alert>
  );
}
