import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { soldOrderContract } from '#contract/sold-order.ts';
import { api } from '#web/platform/api.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { SoldOrderPage } from '../parts/sold-order-page.tsx';

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  api(soldOrderContract.getSoldOrder, { params: { id: params.id ?? '' } });
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta<typeof clientLoader>('sales', ({ t, data }) => ({
  title: data ? t('order.number', { number: data.number }) : t('sold.title'),
  noIndex: true,
}));

export default function ManageSalePage() {
  return (
    <SoldOrderPage
      order={useLoaderData<typeof clientLoader>()}
      back="/manage/sales"
      productLink={(sale) => `/manage/products/${sale.product.slug}`}
    />
  );
}
