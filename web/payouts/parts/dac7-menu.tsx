import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type Dac7Year, payoutsContract } from '#contract/payouts.ts';
import { download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';

/** The yearly report of what organizers earned: this year so far, and those before. */
export function Dac7Menu({ years }: { years: Dac7Year[] }) {
  const { t } = useTranslation('payouts');
  const [busy, setBusy] = useState(false);
  const save = async (year: number) => {
    setBusy(true);
    await download(payoutsContract.exportDac7, { query: { year, format: 'csv' } }).catch(
      notifyError,
    );
    setBusy(false);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('dac7.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('dac7.text')}</Menu.Label>
        {years.map(({ year, hasSales }) => (
          <Menu.Item key={year} disabled={!hasSales} onClick={() => void save(year)}>
            {hasSales ? year : t('dac7.nothing', { year })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
