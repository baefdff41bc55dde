import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Giving } from '#contract/donations.ts';
import type { OrderItem } from '#contract/order-items.ts';
import type { Order } from '#contract/orders.ts';
import type { Checkout } from '#contract/sales.ts';
import { GivingFields, isTaken, nothingGiven } from '#web/donations/shared/giving-fields.tsx';
import { GiftFields, type GiftTyped, giftFrom, noGift } from '#web/gifts/shared/gift-fields.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { AddToCart } from '../shared/add-to-cart.tsx';
import { type PriceLines, PriceTable, toPay, WhatIsBought } from '../shared/order-summary.tsx';
import { CodePart } from './code-part.tsx';
import { givenItems } from './given-items.ts';
import { NoCheckout, whyNot } from './no-checkout.tsx';
import { PayForm } from './pay-form.tsx';
import { SessionChoice } from './session-choice.tsx';
import { useGivenRows } from './use-given-rows.ts';

type Props = {
  checkout: Checkout;
  code: string;
  /** The session that the address names. */
  chosen: string | null;
  /** What can be given beside it; null where that is not asked. */
  giving: Giving | null;
  /** Opened as a gift: by who has a ticket. */
  isGift: boolean;
  /** The order of a buyer who comes back from a provider's page. */
  returned: Order | null;
  onDone: (order: Order) => void;
};

/** One product: which date, for whom, with which code, at what price; and what is given beside it. */
export function CheckoutForm({ checkout, code, chosen, giving, isGift, ...paying }: Props) {
  const { t } = useTranslation('sales');
  const choice = useSessionChoice(checkout, chosen);
  const [typed, setGift] = useState(noGift(isGift));
  // What a code leaves free is nobody's to give: what was typed waits for another code.
  const gift = { ...typed, isOn: typed.isOn && checkout.can.gift };
  const [given, setGiven] = useState(nothingGiven);
  const rows = useGivenRows(giving, given);
  const price = priceOf(checkout);
  const reason = isGift ? null : whyNot(checkout);
  if (reason) return <NoCheckout checkout={checkout} reason={reason} />;
  const wish = wishOf(checkout, choice.sessionId);
  const item = { ...wish, expectedTotal: price.total };
  const isOpen = choice.session?.open !== false;
  const ready = isOpen && isTaken(giving, given);
  return (
    <PayForm
      items={[asGift(item, gift), ...givenItems(giftsTo(checkout, giving), given)]}
      seller={checkout.product.channel.slug}
      total={toPay(price.total, rows)}
      supplied={price.total}
      currency={price.currency}
      billing={checkout.billing}
      methods={checkout.methods}
      {...{ ready, ...paying }}
      note={gift.isOn ? '' : t('checkout.notTransferable')}
      also={!gift.isOn && <AddToCart item={wish} disabled={!isOpen} />}
    >
      {(errors) => (
        <Stack gap="lg">
          <WhatIsBought product={checkout.product} session={choice.session} />
          <SessionChoice checkout={checkout} value={choice.sessionId} set={choice.setSessionId} />
          {checkout.can.gift && (
            <GiftFields
              {...{ value: gift, set: setGift, errors, fixed: isGift }}
              startsAt={startOf(choice.session, checkout)}
            />
          )}
          <CodePart checkout={checkout} code={code} />
          {typed.isOn && !gift.isOn && <Text size="sm">{t('checkout.notGiven')}</Text>}
          {(giving?.donation || giving?.support) && (
            <GivingFields giving={giving} value={given} set={setGiven} />
          )}
          <PriceTable price={price} given={rows} />
        </Stack>
      )}
    </PayForm>
  );
}

/** When it begins, while that is to come: of what is over there is the recording. */
const startOf = (session: { startsAt: string } | null | undefined, { serverNow }: Checkout) =>
  session && session.startsAt > serverNow ? session.startsAt : null;

const giftsTo = ({ product, price }: Checkout, giving: Giving | null) => ({
  channelSlug: giving?.channel.slug ?? '',
  productSlug: product.slug,
  currency: price.currency,
});

/** The same ticket for somebody else. */
const asGift = (item: OrderItem, gift: GiftTyped): OrderItem =>
  gift.isOn && item.kind === 'ticket' ? { ...item, kind: 'gift', to: giftFrom(gift) } : item;

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

/** What is asked for when this is bought as it stands, at whatever price. */
function wishOf({ product, offer }: Checkout, sessionId: string | null) {
  const wanted = { productSlug: product.slug, code: offer?.code ?? null };
  return product.type === 'bundle'
    ? ({ kind: 'bundle', ...wanted } as const)
    : ({ kind: 'ticket', sessionId, ...wanted } as const);
}

/** What is paid in the end: the coupon's price where one is applied. */
export function priceOf({ price, offer }: Checkout): PriceLines {
  const { before } = price;
  if (!offer) return { ...price, code: null };
  const { code } = offer;
  const { saved, ...paid } = offer.price;
  return { ...paid, before, code: saved > 0 ? { code, saved, from: price.total } : null };
}
