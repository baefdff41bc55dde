import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { api } from '#web/platform/api.ts';
import { orderOfReturn } from '#web/sales/shared/return-of-buyer.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { MonthSkeleton } from '../parts/month-page.tsx';
import { SubscribeView } from '../parts/subscribe-view.tsx';

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  // First: what was paid on the way changes what the page says.
  const returned = await orderOfReturn(new URL(request.url).searchParams);
  const slug = params.slug ?? '';
  const checkout = await api(subscriptionOrdersContract.getSubscribeCheckout, { params: { slug } });
  return { checkout, returned, slug };
}
export const HydrateFallback = MonthSkeleton;
export const meta = pageMeta<typeof clientLoader>('subscriptions', ({ t, data }) => ({
  title: t('subscribe.title', { channel: data?.checkout.offer.channel?.title ?? '' }),
  noIndex: true,
}));

export default function SubscribePage() {
  const { checkout, returned, slug } = useLoaderData<typeof clientLoader>();
  return (
    <SubscribeView
      checkout={checkout}
      returned={returned}
      start={(body, idempotencyKey) =>
        api(subscriptionOrdersContract.subscribe, { params: { slug }, body, idempotencyKey })
      }
    />
  );
}
