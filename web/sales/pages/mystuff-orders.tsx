import { IconReceipt } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { giftsContract } from '#contract/gifts.ts';
import { type OrderBrief, ordersContract } from '#contract/orders.ts';
import { MyGifts } from '#web/gifts/shared/my-gifts.tsx';
import { api } from '#web/platform/api.ts';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Price } from '#web/ui/price.tsx';
import { RowsSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';
import { MyOrderState } from '../parts/my-order-state.tsx';
import { OrderActions } from '../parts/order-actions.tsx';
import { MySpace } from '../shared/my-space.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [page, gifts] = await Promise.all([
    api(ordersContract.listMyOrders, { query: tableQuery(request) }),
    api(giftsContract.listMyGifts, { query: { size: 50 } }),
  ]);
  return { page, gifts: gifts.items };
}
export const HydrateFallback = () => (
  <MySpace tab="orders">
    <RowsSkeleton />
  </MySpace>
);
export const meta = pageMeta('sales', ({ t }) => ({
  title: t('mine.tab.orders'),
  noIndex: true,
}));

export default function MyOrdersPage() {
  const { page, gifts } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('sales');
  const inCurrency = useInCurrency();
  if (page.total === 0) {
    return (
      <MySpace tab="orders">
        <EmptyState
          icon={IconReceipt}
          title={t('mine.noOrders')}
          text={t('mine.noOrdersText')}
          action={<ActionLink to={inCurrency('/search-results')}>{t('mine.discover')}</ActionLink>}
        />
      </MySpace>
    );
  }
  return (
    <MySpace tab="orders">
      <MyGifts gifts={gifts} />
      <DataTable
        page={page}
        caption={t('mine.tab.orders')}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'title',
            label: t('order.product'),
            value: (row) => <Chosen order={row} />,
            main: true,
          },
          { id: 'channel', label: t('order.channel'), value: (row) => row.channel.title },
          {
            id: 'date',
            label: t('order.date'),
            value: (row) => <When instant={row.paidAt ?? row.createdAt} style="date" />,
          },
          {
            id: 'state',
            label: t('order.state'),
            value: (row) => <MyOrderState order={row} />,
            card: 'badge',
          },
          {
            id: 'total',
            label: t('price.total'),
            value: (row) => <Price amount={row.total} currency={row.currency} freeWord />,
            align: 'right',
            card: 'side',
          },
        ]}
        empty={{ title: t('mine.noOrders'), text: t('mine.noOrdersText') }}
        rowActions={(row) => <OrderActions order={row} />}
      />
    </MySpace>
  );
}

/** What was bought, one below the other. */
function Chosen({ order }: { order: OrderBrief }) {
  const { t } = useTranslation('sales');
  return order.lines.map(({ kind, title, productSlug }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: several gifts of one show have nothing else
    <div key={at}>
      {productSlug ? <Link to={`/products/${productSlug}`}>{title}</Link> : null}
      {kind === 'donation' && t('giving.row', { channel: title })}
      {kind === 'support' && t('giving.supportRow')}
      {!productSlug && kind !== 'donation' && kind !== 'support' && title}
    </div>
  ));
}
