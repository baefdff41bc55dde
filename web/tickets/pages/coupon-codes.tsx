import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { ticketsContract } from '#contract/tickets.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { CodesList } from '../parts/codes-list.tsx';
import { CouponActs } from '../parts/coupon-acts.tsx';
import { CouponFacts } from '../parts/coupon-facts.tsx';

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const of = { id: params.id ?? '' };
  const [coupon, page] = await Promise.all([
    api(ticketsContract.getCoupon, { params: of }),
    api(ticketsContract.listCodes, { params: of, query: tableQuery(request, ['state']) }),
  ]);
  return { coupon, page };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('tickets', ({ t }) => ({ title: t('codes.title'), noIndex: true }));

/** One batch with each of its codes. */
export default function CouponCodesPage() {
  const { coupon, page } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('tickets');
  return (
    <>
      <PageHead
        title={coupon.product.title}
        crumbs={[
          { label: t('coupons.sales'), to: '/account/sales' },
          { label: t('coupons.title'), to: '/account/salescode' },
        ]}
        lead={<CouponFacts coupon={coupon} />}
        actions={<CouponActs coupon={coupon} />}
      />
      <CodesList coupon={coupon} page={page} />
    </>
  );
}
