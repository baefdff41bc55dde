import { Stack, Text } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type MyPayout, myPayoutsContract } from '#contract/my-payouts.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Price } from '#web/ui/price.tsx';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';
import { BalancePanel, mendPlace } from '../parts/balance-panel.tsx';
import { PayoutBadge } from '../parts/run-badge.tsx';
import { StatementFiles } from '../parts/statement-files.tsx';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  api(myPayoutsContract.listMyPayouts, { query: tableQuery(request) });
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('payouts', ({ t }) => ({ title: t('mine.title'), noIndex: true }));

function useColumns(): Column<MyPayout>[] {
  const { t } = useTranslation('payouts');
  return [
    {
      id: 'reference',
      label: t('reference'),
      value: (row) => <Reference payout={row} />,
      main: true,
    },
    { id: 'channel', label: t('mine.channel'), value: (row) => row.channel.title },
    {
      id: 'state',
      label: t('state'),
      value: (row) => <PayoutBadge state={row.state} />,
      card: 'badge',
    },
    {
      id: 'day',
      label: t('mine.day'),
      value: (row) => <When instant={row.settledAt ?? row.collectedAt} style="date" />,
      card: 'named',
    },
    { id: 'iban', label: 'IBAN', value: (row) => <span className="figures">{row.iban}</span> },
    {
      id: 'amount',
      label: t('amount'),
      value: (row) => <Price amount={row.amount} currency={row.currency} />,
      align: 'right',
      card: 'side',
    },
  ];
}

/** What it is called and, when it came back, when and why, and where the account is put right. */
function Reference({ payout }: { payout: MyPayout }) {
  const { t } = useTranslation('payouts');
  if (!payout.returnedAt) return payout.reference;
  return (
    <div>
      {payout.reference}
      <Text size="sm" c="dimmed">
        {t('line.back')} <When instant={payout.returnedAt} style="date" />: {payout.reason}
      </Text>
      <Text
        size="sm"
        component={Link}
        to={mendPlace(payout.channel, 'iban_returned')}
        td="underline"
      >
        {t('mine.checkIban')}
      </Text>
    </div>
  );
}

export default function MyPayoutsPage() {
  const page = useLoaderData<typeof clientLoader>();
  useFreshOnNews();
  const { t } = useTranslation('payouts');
  const columns = useColumns();
  return (
    <>
      <PageHead
        title={t('mine.title')}
        lead={t('mine.lead')}
        crumbs={[{ label: t('sales'), to: '/account/sales' }]}
      />
      <Stack gap="lg">
        {page.balances.map((balance) => (
          <BalancePanel key={`${balance.channel.id} ${balance.currency}`} balance={balance} />
        ))}
        <DataTable
          id="my-payouts"
          caption={t('mine.past')}
          page={page}
          rowKey={(row) => row.id}
          columns={columns}
          empty={{ icon: IconBuildingBank, title: t('mine.none'), text: t('mine.noneText') }}
          rowActions={(row) => row.can.statement && <StatementFiles payout={row} />}
        />
      </Stack>
    </>
  );
}
