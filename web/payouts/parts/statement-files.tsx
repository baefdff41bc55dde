import { Button, Group } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { type MyPayout, payoutsContract } from '#contract/payouts.ts';
import { download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';

/** The statement of a payment: as a paper, and as a list. */
export function StatementFiles({ payout }: { payout: MyPayout }) {
  const { t } = useTranslation('payouts');
  const zone = useViewerZone();
  const params = { id: payout.id };
  const save = (file: Promise<void>) => void file.catch(notifyError);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        title={t('mine.statement', { reference: payout.reference })}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => save(download(payoutsContract.getStatement, { params }))}
      >
        PDF
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        title={t('mine.list', { reference: payout.reference })}
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        onClick={() =>
          save(
            download(payoutsContract.exportStatement, { params, query: { format: 'csv', zone } }),
          )
        }
      >
        CSV
      </Button>
    </Group>
  );
}
