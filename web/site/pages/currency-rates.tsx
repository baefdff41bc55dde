import { Alert } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLoaderData, useRevalidator } from 'react-router';
import { type CurrencyRate, ratesContract } from '#contract/rates.ts';
import { siteContract } from '#contract/site.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Panel } from '#web/ui/panel.tsx';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { RateForm, type Typed } from '../parts/rate-form.tsx';
import { RateImport } from '../parts/rate-import.tsx';
import { RateList } from '../parts/rate-list.tsx';

export async function clientLoader() {
  const [{ rates }, config] = await Promise.all([
    api(ratesContract.listRates),
    api(siteContract.getConfig),
  ]);
  return { rates, offered: config.currencies };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('site', ({ t }) => ({ title: t('rates.title'), noIndex: true }));

const blank: Typed = { currency: '', millionths: null };

export default function CurrencyRatesPage() {
  const { rates, offered } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('site');
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLDivElement>(null);
  // Each time anew: what stood in the form belongs to another currency.
  const [typed, setTyped] = useState({ start: blank, turn: 0 });
  const begin = (start: Typed) => setTyped(({ turn }) => ({ start, turn: turn + 1 }));
  const change = ({ currency, millionths }: CurrencyRate) => {
    flushSync(() => begin({ currency, millionths }));
    form.current?.querySelector<HTMLInputElement>('input')?.focus();
  };
  return (
    <>
      <PageHead
        title={t('rates.title')}
        lead={t('rates.lead')}
        crumbs={[{ label: t('title'), to: '/manage/config-admin' }]}
      />
      {!offered && <Alert mb="md">{t('rates.off')}</Alert>}
      <RateList rates={rates} change={change} />
      <div ref={form} style={{ display: 'grid', gap: '1rem', marginTop: '1rem' }}>
        <Panel title={t('rates.enter')}>
          <p style={{ marginTop: 0 }}>{t('rates.enterText')}</p>
          <RateForm
            key={typed.turn}
            start={typed.start}
            saved={() => {
              begin(blank);
              void revalidate();
            }}
          />
        </Panel>
        <Panel title={t('rates.import')}>
          <RateImport />
        </Panel>
      </div>
    </>
  );
}
