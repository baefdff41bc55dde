import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { OrderItem } from '#contract/order-items.ts';
import type { Order } from '#contract/orders.ts';
import type { Checkout } from '#contract/sales.ts';
import { type PriceLines, PriceTable, WhatIsBought } from '../shared/order-summary.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { CodePart } from './code-part.tsx';
import { NoCheckout, whyNot } from './no-checkout.tsx';
import { PayForm } from './pay-form.tsx';
import { SessionChoice } from './session-choice.tsx';

type Props = {
  checkout: Checkout;
  code: string;
  /** The session that the address names. */
  chosen: string | null;
  /** The order of a buyer who comes back from a provider's page. */
  returned: Order | null;
  onDone: (order: Order) => void;
};

/** One product: which date, with which code, at what price. */
export function CheckoutForm({ checkout, code, chosen, returned, onDone }: Props) {
  const choice = useSessionChoice(checkout, chosen);
  const price = priceOf(checkout);
  const reason = whyNot(checkout);
  if (reason) return <NoCheckout checkout={checkout} reason={reason} />;
  const item = itemOf(checkout, choice.sessionId);
  const ready = choice.session?.open !== false;
  return (
    <PayForm
      items={[item]}
      total={price.total}
      currency={price.currency}
      billing={checkout.billing}
      methods={checkout.methods}
      {...{ ready, returned, onDone }}
      also={<AddToCart item={item} disabled={!ready} />}
    >
      <Stack gap="lg">
        <WhatIsBought product={checkout.product} session={choice.session} />
        <SessionChoice checkout={checkout} value={choice.sessionId} set={choice.setSessionId} />
        <CodePart checkout={checkout} code={code} />
        <PriceTable price={price} />
      </Stack>
    </PayForm>
  );
}

/** The date that was chosen, the one that the address names, or the first that can be had. */
function useSessionChoice(checkout: Checkout, chosen: string | null) {
  const open = checkout.sessions.filter((session) => session.open);
  const fixed = checkout.offer?.session?.id ?? null;
  const first = fixed ?? open.find(({ id }) => id === chosen)?.id ?? open[0]?.id ?? null;
  const [picked, setSessionId] = useState(first);
  const sessionId = fixed ?? picked;
  const session = checkout.sessions.find(({ id }) => id === sessionId) ?? null;
  return { sessionId, setSessionId, session };
}

/** What is asked for when this is bought as it stands. */
function itemOf(checkout: Checkout, sessionId: string | null): OrderItem {
  const { product, offer } = checkout;
  const wanted = {
    productSlug: product.slug,
    code: offer?.code ?? null,
    expectedTotal: priceOf(checkout).total,
  };
  return product.type === 'bundle'
    ? { kind: 'bundle', ...wanted }
    : { kind: 'ticket', sessionId, ...wanted };
}

/** What is paid in the end: the coupon's price where one is applied. */
export function priceOf({ price, offer }: Checkout): PriceLines {
  const { before } = price;
  if (!offer) return { ...price, code: null };
  const { code } = offer;
  const { saved, ...paid } = offer.price;
  return { ...paid, before, code: saved > 0 ? { code, saved, from: price.total } : null };
}
