import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { siteOrdersContract, siteSubscriptionContract } from '#contract/site-subscription.ts';
import { api } from '#web/platform/api.ts';
import { sessionUser } from '#web/platform/session.ts';
import { orderOfReturn } from '#web/sales/shared/return-of-buyer.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { MonthSkeleton } from '../parts/month-page.tsx';
import { OpenedBySite } from '../parts/opened-by-site.tsx';
import { SiteForGuest } from '../parts/site-for-guest.tsx';
import { SubscribeView } from '../parts/subscribe-view.tsx';

/** As many as one looks through before one decides. */
const shown = 8;

const listed = () => api(siteSubscriptionContract.listSiteProducts, { query: { size: shown } });

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (!sessionUser()) {
    const [{ offer }, products] = await Promise.all([
      api(siteSubscriptionContract.getSiteOffer),
      listed(),
    ]);
    return { guest: { offer }, products };
  }
  // First: what was paid on the way changes what the page says.
  const returned = await orderOfReturn(new URL(request.url).searchParams);
  const [checkout, products] = await Promise.all([
    api(siteOrdersContract.getSiteCheckout),
    listed(),
  ]);
  return { member: { checkout, returned }, products };
}
export const HydrateFallback = MonthSkeleton;
export const meta = pageMeta('subscriptions', ({ t, siteName }) => ({
  title: t('subscribe.title', { channel: siteName }),
  noIndex: true,
}));

export default function SubscribeToSitePage() {
  const { guest, member, products } = useLoaderData<typeof clientLoader>();
  if (!member) return <SiteForGuest offer={guest?.offer ?? null} products={products} />;
  const { checkout, returned } = member;
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
