import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { donationsContract } from '#contract/donations.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';

/** Whether buyers may add something for the platform. */
export function SupportPanel() {
  const { t } = useTranslation('donations');
  const [isOn, setOn] = useState<boolean | null>(null);
  const act = useAct();
  useEffect(() => {
    api(donationsContract.getSupport).then(
      (setting) => setOn(setting.isOn),
      () => undefined,
    );
  }, []);
  if (isOn === null) return null;
  const save = async (wanted: boolean) => {
    const body = { isOn: wanted };
    const saved = await act.run(() => api(donationsContract.saveSupport, { body }), {
      done: t('support.saved'),
      stay: true,
    });
    if (saved) setOn(saved.isOn);
  };
  return (
    <Panel title={t('support.title')}>
      <Switch
        label={t('support.on')}
        description={t('support.text')}
        checked={isOn}
        disabled={act.busy}
        onChange={(event) => void save(event.currentTarget.checked)}
      />
    </Panel>
  );
}
