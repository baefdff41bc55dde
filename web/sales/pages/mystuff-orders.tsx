import { Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useSearchParams } from 'react-router';
import { giftsContract } from '#contract/gifts.ts';
import { type OrderBrief, ordersContract } from '#contract/orders.ts';
import { shipmentsContract } from '#contract/shipments.ts';
import { giftsQuery, MyGifts } from '#web/gifts/shared/my-gifts.tsx';
import { api } from '#web/platform/api.ts';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { MyShipment } from '#web/shipments/shared/my-shipment.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { RowsSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';
import { MyOrderState } from '../parts/my-order-state.tsx';
import { OrderActions } from '../parts/order-actions.tsx';
import { SumGivenBack } from '../parts/sum-given-back.tsx';
import { MySpace } from '../shared/my-space.tsx';
import { OrderNumber } from '../shared/order-number.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [page, gifts] = await Promise.all([
    api(ordersContract.listMyOrders, { query: tableQuery(request) }),
    api(giftsContract.listMyGifts, { query: giftsQuery(request) }),
  ]);
  const orders = page.items
    .filter(({ lines }) => lines.some(({ kind }) => kind === 'shipping'))
    .map(({ id }) => id);
  const query = { orders: orders.join(',') };
  const { items } =
    orders.length > 0 ? await api(shipmentsContract.listMyShipments, { query }) : { items: [] };
  return { page, gifts, shipments: items };
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
  const { page, gifts, shipments } = useLoaderData<typeof clientLoader>();
  const { name: site } = useBrand();
  const { t } = useTranslation('sales');
  const inCurrency = useInCurrency();
  const shipmentOf = (id: string) => shipments.find(({ orderId }) => orderId === id);
  const [address] = useSearchParams();
  if (page.total === 0 && !address.get('q')) {
    return (
      <MySpace tab="orders">
        <MyGifts gifts={gifts} />
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
          { id: 'channel', label: t('order.channel'), value: (row) => row.channel?.title ?? site },
          {
            id: 'date',
            label: t('order.date'),
            value: (row) => (
              <>
                <When instant={row.paidAt ?? row.createdAt} style="date" />
                <OrderNumber number={row.number} />
              </>
            ),
          },
          {
            id: 'state',
            label: t('order.state'),
            value: (row) => <MyOrderState order={row} />,
            card: 'badge',
          },
          ...(shipments.length > 0
            ? [
                {
                  id: 'shipment',
                  label: t('thing.shipping'),
                  value: (row: OrderBrief) => {
                    const shipment = shipmentOf(row.id);
                    return shipment ? <MyShipment shipment={shipment} /> : null;
                  },
                  card: 'named' as const,
                },
              ]
            : []),
          {
            id: 'total',
            label: t('price.total'),
            value: (row) => <SumGivenBack {...row} />,
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
      {kind === 'gift' && (
        <Text size="xs" c="dimmed">
          {t('sale.kind.gift')}
        </Text>
      )}
    </div>
  ));
}
