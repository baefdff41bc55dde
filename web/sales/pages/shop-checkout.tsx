import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type CartGroup, cartContract } from '#contract/cart.ts';
import { donationsContract, type Giving } from '#contract/donations.ts';
import type { Order } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { shipmentsContract } from '#contract/shipments.ts';
import { shippingContract } from '#contract/shipping.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { Way } from '#web/shipments/shared/use-parcel.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Bought } from '../parts/bought.tsx';
import { CartCheckoutForm } from '../parts/cart-checkout.tsx';
import classes from '../parts/checkout-form.module.css';
import { renewCartCount } from '../shared/cart-count.ts';
import { orderOfReturn } from '../shared/return-of-buyer.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  // First: what was paid on the way has left the cart.
  const returned = await orderOfReturn(search);
  // What the platform sells has no seller in its address.
  const seller = search.get('seller');
  const currency = (search.get('currency') ?? 'EUR') as CurrencyCode;
  const query = { ...(seller && { seller }), currency };
  const checkout = await api(cartContract.getCartCheckout, { query }).catch(nothingLeft);
  const [giving, way] = checkout
    ? await Promise.all([seller ? givingOf(seller, currency) : null, wayOf(checkout.group)])
    : [null, null];
  return { checkout, giving, way, returned };
}

/** What can be given to the seller, in the currency in which the cart is paid. */
async function givingOf(slug: string, currency: CurrencyCode): Promise<Giving | null> {
  const giving = await api(donationsContract.getChannelGiving, { params: { slug } }).catch(
    () => null,
  );
  const inIt = <T extends { currency: CurrencyCode }>(offer: T | null) =>
    offer?.currency === currency ? offer : null;
  return giving && { ...giving, donation: inIt(giving.donation), support: inIt(giving.support) };
}

/** Where the things of a cart are sent to, and the address that is remembered; null without things. */
async function wayOf({ lines }: CartGroup): Promise<Way | null> {
  const [thing] = lines.flatMap(({ item }) => (item?.kind === 'physical' ? item : []));
  if (!thing) return null;
  const [shipping, { address }] = await Promise.all([
    api(shippingContract.getProductShipping, { params: { slug: thing.productSlug } }),
    api(shipmentsContract.getMyAddress),
  ]);
  return { shipping, address };
}

/** The whole group was bought, here or in another window. */
function nothingLeft(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

export const HydrateFallback = () => (
  <PageBody>
    <div className={classes.page}>
      <FormSkeleton />
    </div>
  </PageBody>
);
export const meta = pageMeta('sales', ({ t }) => ({
  title: t('checkout.titleCart'),
  noIndex: true,
}));

/** One payment for everything of one seller that can be had. */
export default function ShopCheckoutPage() {
  const { checkout, giving, way, returned } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('sales');
  const paid = returned?.next.kind === 'done' ? returned : null;
  const [bought, setBought] = useState(paid);
  const done = (order: Order) => {
    setBought(order);
    void renewCartCount();
  };
  return (
    <PageBody>
      <div className={classes.page}>
        {bought ? (
          <Bought order={bought} />
        ) : checkout?.group.can.buy ? (
          <>
            <PageHead
              title={t('checkout.titleCart')}
              crumbs={[{ label: t('cart.title'), to: '/shop' }]}
            />
            <CartCheckoutForm {...{ checkout, giving, way, returned }} onDone={done} />
          </>
        ) : (
          <EmptyState
            page
            title={t('cart.nothing')}
            text={t('cart.nothingText')}
            action={<ActionLink to="/shop">{t('cart.back')}</ActionLink>}
          />
        )}
      </div>
    </PageBody>
  );
}
