import { Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PayoutDetails, PayoutItem } from '#contract/payouts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { LineReason } from './line-reason.tsx';
import { LineBadge } from './run-badge.tsx';
import { StatementFiles } from './statement-files.tsx';

/** One payment of a run: whom it goes to, and what it pays, sale by sale. */
export function PayoutView({ details }: { details: PayoutDetails }) {
  const { t } = useTranslation('payouts');
  const { payout } = details;
  const columns = useColumns(payout.currency);
  return (
    <>
      <PageHead
        title={payout.reference}
        crumbs={[
          { label: t('sales'), to: '/manage/sales' },
          { label: t('runs.title'), to: '/manage/sales/payouts' },
          { label: t('run.lines'), to: `/manage/sales/payouts?run=${payout.runId}` },
        ]}
        badge={<LineBadge state={payout.state} />}
      />
      <Stack gap="lg">
        <Panel title={payout.payee || payout.channel.title}>
          <Group justify="space-between" align="flex-end">
            <div>
              <Link to={`/manage/channels/${payout.channel.slug}`}>{payout.channel.title}</Link>
              <Text className="figures">{payout.iban}</Text>
              <LineReason line={payout} />
              <Text fw={650} fz="xl">
                <Price amount={payout.amount} currency={payout.currency} />
              </Text>
            </div>
            <StatementFiles payout={payout} team />
          </Group>
        </Panel>
        <DataTable
          id="payout-items"
          caption={t('item.lines')}
          page={details}
          rowKey={(row) => row.id}
          columns={columns}
          empty={{ title: t('run.noLines') }}
        />
      </Stack>
    </>
  );
}

function useColumns(currency: PayoutDetails['payout']['currency']): Column<PayoutItem>[] {
  const { t } = useTranslation('payouts');
  const sum = (id: 'gross' | 'tax' | 'fee'): Column<PayoutItem> => ({
    id,
    label: t(`item.${id}`),
    value: (row) => <Price amount={row[id]} currency={currency} />,
    align: 'right',
    card: 'named',
  });
  return [
    { id: 'title', label: t('item.title'), value: (row) => <What item={row} />, main: true },
    {
      id: 'day',
      label: t('item.day'),
      value: (row) => <When instant={row.bookedAt} style="date" />,
      card: 'line',
    },
    { id: 'invoice', label: t('item.invoice'), value: (row) => row.invoice, card: 'named' },
    {
      id: 'order',
      label: t('item.order'),
      value: (row) => (
        <Link className="figures" to={`/manage/sales/${row.orderId}`}>
          {row.orderNumber}
        </Link>
      ),
      card: 'named',
    },
    ...(['gross', 'tax', 'fee'] as const).map(sum),
    {
      id: 'amount',
      label: t('item.amount'),
      value: (row) => <Price amount={row.amount} currency={currency} />,
      align: 'right',
      card: 'side',
    },
  ];
}

function What({ item }: { item: PayoutItem }) {
  const { t } = useTranslation('payouts');
  return (
    <div>
      {item.title}
      <Text size="xs" c="dimmed">
        {t(`item.kinds.${item.kind}`)}
        {item.eventAt && (
          <>
            {' · '}
            <When instant={item.eventAt} style="date" />
          </>
        )}
      </Text>
    </div>
  );
}
