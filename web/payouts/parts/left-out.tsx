import { Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { LeftOut } from '#contract/payouts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Price } from '#web/ui/price.tsx';
import { FaultNote } from './fault-note.tsx';
import { PayoutLink } from './payout-link.tsx';

/** Who is not paid in a run, and why. */
export function LeftOutTable({ leftOut }: { leftOut: LeftOut[] }) {
  const { t } = useTranslation('payouts');
  const columns = useColumns();
  if (leftOut.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('leftOut.title')}
      </Title>
      <DataTable
        id="payout-left-out"
        caption={t('leftOut.title')}
        page={{ items: leftOut, total: leftOut.length, page: 1, size: leftOut.length }}
        rowKey={({ channel, currency, why }) => `${channel.id} ${currency} ${why}`}
        columns={columns}
        empty={{ title: t('leftOut.title') }}
      />
    </section>
  );
}

function useColumns(): Column<LeftOut>[] {
  const { t } = useTranslation('payouts');
  return [
    {
      id: 'organizer',
      label: t('organizer'),
      value: ({ channel, payee }) => (
        <Link to={`/manage/channels/${channel.slug}`}>{payee || channel.title}</Link>
      ),
      main: true,
    },
    {
      id: 'reference',
      label: t('reference'),
      value: ({ payout }) => payout && <PayoutLink {...payout} />,
      card: 'line',
    },
    { id: 'why', label: t('leftOut.why'), value: (row) => <Why row={row} />, card: 'line' },
    {
      id: 'amount',
      label: t('amount'),
      value: ({ amount, currency }) => <Price amount={amount} currency={currency} />,
      align: 'right',
      card: 'side',
    },
  ];
}

function Why({ row }: { row: LeftOut }) {
  const { t } = useTranslation('payouts');
  return (
    <div>
      <Text size="sm">{t(`leftOut.${row.why}`)}</Text>
      {row.fault && <FaultNote fault={row.fault} />}
      {row.reason && (
        <Text size="xs" c="dimmed">
          {row.reason}
        </Text>
      )}
    </div>
  );
}
