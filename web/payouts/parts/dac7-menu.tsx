import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { payoutsContract } from '#contract/payouts.ts';
import { download } from '#web/platform/api.ts';
import { browserNow } from '#web/platform/clock.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';

/** The yearly report of what organizers earned: this year so far, and the two before. */
export function Dac7Menu() {
  const { t } = useTranslation('payouts');
  const [busy, setBusy] = useState(false);
  const thisYear = new Date(browserNow()).getFullYear();
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
        {[thisYear, thisYear - 1, thisYear - 2].map((year) => (
          <Menu.Item key={year} onClick={() => void save(year)}>
            {year}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
