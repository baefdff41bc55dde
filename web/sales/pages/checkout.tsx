import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { donationsContract } from '#contract/donations.ts';
import { type Checkout, salesContract } from '#contract/sales.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';
import { shipmentsContract } from '#contract/shipments.ts';
import { shippingContract } from '#contract/shipping.ts';
import { api } from '#web/platform/api.ts';
import type { WordKey } from '#web/platform/word-keys.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { Bought } from '../parts/bought.tsx';
import classes from '../parts/checkout-form.module.css';
import { CheckoutForm, priceOf } from '../parts/checkout-form.tsx';
import { isThing, type NoCheckoutReason, whyNot } from '../parts/no-checkout.tsx';
import { ThingCheckout } from '../parts/thing-checkout.tsx';
import { orderOfReturn } from '../shared/return-of-buyer.ts';

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const code = search.get('code') ?? '';
  // First: what was paid on the way changes what the checkout says.
  const returned = await orderOfReturn(search);
  const given = { slug: params.slug ?? '' };
  const [checkout, giving] = await Promise.all([
    api(salesContract.getCheckout, { params: given, query: code ? { code } : {} }),
    // Beside what is private nothing is given.
    api(donationsContract.getProductGiving, { params: given }).catch(() => null),
  ]);
  const isGift = search.has('gift') && checkout.can.gift;
  const way = await wayOf(checkout);
  return { checkout, giving, isGift, code, session: search.get('session'), returned, way };
}

/** Where a thing is sent to, and the address that is remembered. */
async function wayOf({ product: { slug, type } }: Checkout) {
  if (!sentTypes.includes(type)) return null;
  const [shipping, { address }] = await Promise.all([
    api(shippingContract.getProductShipping, { params: { slug } }),
    api(shipmentsContract.getMyAddress),
  ]);
  return { shipping, address };
}

export const HydrateFallback = () => (
  <PageBody>
    <div className={classes.page}>
      <FormSkeleton />
    </div>
  </PageBody>
);
export const meta = pageMeta<typeof clientLoader>('sales', ({ t, data }) => ({
  title: t(titleOf(data?.checkout, data?.isGift)),
  noIndex: true,
}));

/** Why there is nothing to buy, or what one does; of what costs nothing one gets a ticket. */
function titleOf(checkout: Checkout | undefined, isGift = false): WordKey<'sales'> {
  const reason = checkout && !isGift && whyNot(checkout);
  if (checkout && reason === 'soldOut' && isThing(checkout)) return 'checkout.outOfStockTitle';
  if (reason) return titles[reason];
  if (isGift) return 'checkout.titleGift';
  if (checkout && isThing(checkout)) return 'checkout.titleThing';
  return checkout && priceOf(checkout).total === 0 ? 'checkout.titleFree' : 'checkout.title';
}

const titles = {
  owned: 'bought.title',
  notYet: 'checkout.notYet',
  soldOut: 'checkout.soldOutTitle',
  barred: 'checkout.barredTitle',
  notForSale: 'checkout.closed',
} as const satisfies Record<NoCheckoutReason, WordKey<'sales'>>;

export default function CheckoutPage() {
  const { checkout, giving, isGift, code, session, returned, way } =
    useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('sales');
  const paid = returned?.next.kind === 'done' ? returned : null;
  const [bought, setBought] = useState(paid);
  return (
    <PageBody>
      <div className={classes.page}>
        {bought ? (
          <Bought order={bought} />
        ) : (
          <>
            <PageHead
              title={t(titleOf(checkout, isGift))}
              crumbs={[{ label: checkout.product.title, to: `/products/${checkout.product.slug}` }]}
            />
            {way ? (
              <ThingCheckout {...{ checkout, returned }} way={way} onDone={setBought} />
            ) : (
              <CheckoutForm
                key={String(isGift)}
                checkout={checkout}
                giving={giving}
                isGift={isGift}
                code={code}
                chosen={session}
                returned={returned}
                onDone={setBought}
              />
            )}
          </>
        )}
      </div>
    </PageBody>
  );
}
