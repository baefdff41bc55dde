import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { soldOrderContract } from '#contract/sold-order.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
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

export default function MySalePage() {
  const order = useLoaderData<typeof clientLoader>();
  useFreshOnNews();
  return (
    <SoldOrderPage
      order={order}
      mine
      back="/account/sales"
      productLink={(sale) =>
        `/account/channels/${sale.channel?.slug}/products/${sale.product.slug}`
      }
    />
  );
}
