import { Button, Group } from '@mantine/core';
import { type Icon, IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls } from '@tabler/icons-react';
import { myPayoutsContract } from '#contract/my-payouts.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';

type Stated = { id: string; reference: string; can: { statement: boolean } };
type Format = 'pdf' | 'csv' | 'xlsx';

const icons: Record<Format, Icon> = {
  ...{ pdf: IconFileTypePdf, csv: IconFileTypeCsv, xlsx: IconFileTypeXls },
};

/** The statement of a payment, a paper when it was made, and as lists; `team`: of anybody's. */
export function StatementFiles({ payout, team = false }: { payout: Stated; team?: boolean }) {
  const { t } = useTranslation('payouts');
  const zone = useViewerZone();
  const { reference, can } = payout;
  const save = (format: Format) =>
    void fileOf(payout.id, format, { team, zone }).catch(notifyError);
  const formats: Format[] = can.statement ? ['pdf', 'csv', 'xlsx'] : ['csv', 'xlsx'];
  return (
    <Group gap={4} wrap="nowrap">
      {formats.map((format) => {
        const Shape = icons[format];
        return (
          <Button
            key={format}
            size="compact-sm"
            variant="subtle"
            title={t(`mine.file.${format}`, { reference })}
            leftSection={<Shape size={16} aria-hidden />}
            onClick={() => save(format)}
          >
            {format.toUpperCase()}
          </Button>
        );
      })}
    </Group>
  );
}

function fileOf(id: string, format: Format, { team, zone }: { team: boolean; zone: string }) {
  const { getStatement, exportStatement } = myPayoutsContract;
  const { getPayoutStatement, exportPayoutStatement } = payoutsContract;
  const params = { id };
  if (format === 'pdf') return download(team ? getPayoutStatement : getStatement, { params });
  const query = { format, zone };
  return download(team ? exportPayoutStatement : exportStatement, { params, query });
}
