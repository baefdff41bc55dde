import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogContract } from '#contract/catalog.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { CouponsList } from '../parts/coupons-list.tsx';
import { NewCoupons } from '../parts/new-coupons.tsx';

/** Of many products the newest: those for which codes are made. */
const newest = { size: 100 } as const;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const [page, products] = await Promise.all([
    api(ticketsContract.listCoupons, { query: tableQuery(request) }),
    api(catalogContract.listOwnProducts, { query: newest }),
  ]);
  // A code opens or cheapens a ticket: what is sent has none, and nobody buys a draft.
  const sold = products.items.filter(
    ({ status, type }) => status !== 'draft' && !sentTypes.includes(type),
  );
  return { page, products: sold.map(({ slug, title }) => ({ slug, title })) };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('tickets', ({ t }) => ({ title: t('coupons.title'), noIndex: true }));

/** All batches of codes of an organizer. */
export default function MyCouponsPage() {
  const { page, products } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('tickets');
  return (
    <>
      <PageHead
        title={t('coupons.title')}
        lead={t('coupons.lead')}
        crumbs={[{ label: t('coupons.sales'), to: '/account/sales' }]}
        actions={<NewCoupons products={products} />}
      />
      <CouponsList page={page} />
    </>
  );
}
