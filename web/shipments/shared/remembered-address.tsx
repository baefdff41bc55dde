import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { shipmentsContract } from '#contract/shipments.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import { addressLines } from '../parts/address-text.ts';

/** The address that somebody wants to be remembered, and the way to have it forgotten. */
export function RememberedAddress() {
  const { t, language } = useTranslation('shipments');
  const [forgotten, setForgotten] = useState(0);
  const { answer } = useAsked(() => api(shipmentsContract.getMyAddress), forgotten);
  const act = useAct();
  if (!answer) return null;
  const { address } = answer;
  const drop = async () => {
    const done = t('remembered.dropped');
    await act.run(() => api(shipmentsContract.dropMyAddress), { done, stay: true });
    setForgotten(forgotten + 1);
  };
  return (
    <Panel title={t('remembered.title')}>
      {!address && <Text c="dimmed">{t('remembered.none')}</Text>}
      {address && (
        <>
          <Text c="dimmed" size="sm" mb="xs">
            {t('remembered.text')}
          </Text>
          <Text mb="md" style={{ whiteSpace: 'pre-line' }}>
            {addressLines(address, language).join('\n')}
          </Text>
          <Button variant="default" loading={act.busy} onClick={() => void drop()}>
            {t('remembered.drop')}
          </Button>
        </>
      )}
    </Panel>
  );
}
