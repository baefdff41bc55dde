import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { ticketsContract } from '#contract/tickets.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { CouponsList } from '../parts/coupons-list.tsx';
import { NewCoupons } from '../parts/new-coupons.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [page, products] = await Promise.all([
    api(ticketsContract.listCoupons, { query: tableQuery(request) }),
    api(ticketsContract.listProductsForCoupons, { query: {} }),
  ]);
  return { page, newest: products.items };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('tickets', ({ t }) => ({ title: t('coupons.title'), noIndex: true }));

/** All batches of codes of an organizer. */
export default function MyCouponsPage() {
  const { page, newest } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('tickets');
  return (
    <>
      <PageHead
        title={t('coupons.title')}
        lead={t('coupons.lead')}
        crumbs={[{ label: t('coupons.sales'), to: '/account/sales' }]}
        actions={<NewCoupons newest={newest} />}
      />
      <CouponsList page={page} />
    </>
  );
}
