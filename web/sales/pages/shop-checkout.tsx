import { Stack } from '@mantine/core';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type CartGroup, cartContract } from '#contract/cart.ts';
import type { OrderItem } from '#contract/order-items.ts';
import type { Order } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Bought } from '../parts/bought.tsx';
import { CartLines } from '../parts/cart-lines.tsx';
import classes from '../parts/checkout-form.module.css';
import { PayForm } from '../parts/pay-form.tsx';
import { renewCartCount } from '../shared/cart-count.ts';
import { GroupPrice } from '../shared/order-summary.tsx';
import { orderOfReturn } from '../shared/return-of-buyer.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  // First: what was paid on the way has left the cart.
  const returned = await orderOfReturn(search);
  const seller = search.get('seller') ?? '';
  const currency = (search.get('currency') ?? 'EUR') as CurrencyCode;
  const query = { seller, currency };
  const checkout = seller
    ? await api(cartContract.getCartCheckout, { query }).catch(nothingLeft)
    : null;
  return { checkout, returned };
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
export const meta = pageMeta('sales', ({ t }) => ({ title: t('checkout.title'), noIndex: true }));

/** One payment for everything of one seller that can be had. */
export default function ShopCheckoutPage() {
  const { checkout, returned } = useLoaderData<typeof clientLoader>();
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
              title={t('checkout.title')}
              crumbs={[{ label: t('cart.title'), to: '/shop' }]}
            />
            <PayForm
              items={itemsOf(checkout.group)}
              seller={checkout.group.channel.slug}
              total={checkout.group.total}
              currency={checkout.group.currency}
              billing={checkout.billing}
              methods={checkout.methods}
              ready
              returned={returned}
              onDone={done}
            >
              <Stack gap="lg">
                <CartLines group={checkout.group} />
                <GroupPrice group={checkout.group} />
              </Stack>
            </PayForm>
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

const itemsOf = ({ lines }: CartGroup): OrderItem[] => lines.flatMap(({ item }) => item ?? []);
