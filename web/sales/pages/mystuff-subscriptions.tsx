import { IconUsersGroup } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { salesContract } from '#contract/sales.ts';
import { api } from '#web/platform/api.ts';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Price } from '#web/ui/price.tsx';
import { RowsSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';
import { MySpace } from '../parts/my-space.tsx';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  api(salesContract.listMySubscriptions, { query: tableQuery(request) });
export const HydrateFallback = () => (
  <MySpace tab="subscriptions">
    <RowsSkeleton />
  </MySpace>
);
export const meta = pageMeta('sales', ({ t }) => ({
  title: t('mine.tab.subscriptions'),
  noIndex: true,
}));

export default function MySubscriptionsPage() {
  const page = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('sales');
  const inCurrency = useInCurrency();
  if (page.total === 0) {
    return (
      <MySpace tab="subscriptions">
        <EmptyState
          icon={IconUsersGroup}
          title={t('mine.noSubscriptions')}
          text={t('mine.noSubscriptionsText')}
          action={<ActionLink to={inCurrency('/search-results')}>{t('mine.discover')}</ActionLink>}
        />
      </MySpace>
    );
  }
  return (
    <MySpace tab="subscriptions">
      <DataTable
        page={page}
        caption={t('mine.tab.subscriptions')}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'channel',
            label: t('subscription.channel'),
            value: (row) => row.channel.title,
            main: true,
          },
          {
            id: 'status',
            label: t('subscription.status'),
            value: (row) => (
              <StatusBadge tone={row.status === 'subscribed' ? 'good' : 'quiet'}>
                {t(`subscription.${row.status}`)}
              </StatusBadge>
            ),
          },
          {
            id: 'until',
            label: t('subscription.until'),
            value: (row) => <When instant={row.validUntil} style="date" />,
          },
          {
            id: 'total',
            label: t('price.total'),
            value: (row) => <Price amount={row.total} currency={row.currency} freeWord />,
            align: 'right',
          },
        ]}
        empty={{ title: t('mine.noSubscriptions'), text: t('mine.noSubscriptionsText') }}
      />
    </MySpace>
  );
}
