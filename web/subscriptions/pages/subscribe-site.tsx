import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { siteOrdersContract, siteSubscriptionContract } from '#contract/site-subscription.ts';
import { api } from '#web/platform/api.ts';
import { orderOfReturn } from '#web/sales/shared/return-of-buyer.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { OpenedBySite } from '../parts/opened-by-site.tsx';
import { SubscribeSkeleton, SubscribeView } from '../parts/subscribe-view.tsx';

/** As many as one looks through before one decides. */
const shown = 8;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  // First: what was paid on the way changes what the page says.
  const returned = await orderOfReturn(new URL(request.url).searchParams);
  const [checkout, products] = await Promise.all([
    api(siteOrdersContract.getSiteCheckout),
    api(siteSubscriptionContract.listSiteProducts, { query: { size: shown } }),
  ]);
  return { checkout, returned, products };
}
export const HydrateFallback = SubscribeSkeleton;
export const meta = pageMeta('subscriptions', ({ t, siteName }) => ({
  title: t('subscribe.title', { channel: siteName }),
  noIndex: true,
}));

export default function SubscribeToSitePage() {
  const { checkout, returned, products } = useLoaderData<typeof clientLoader>();
  const { term } = checkout.offer;
  return (
    <SubscribeView
      checkout={checkout}
      returned={returned}
      opened={<OpenedBySite products={products} />}
      start={(form, idempotencyKey) =>
        api(siteOrdersContract.subscribeToSite, { body: { ...form, term }, idempotencyKey })
      }
    />
  );
}
