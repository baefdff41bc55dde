import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { Checkout } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import {
  addressErrors,
  type Parcel,
  useParcel,
  type Way,
} from '#web/shipments/shared/use-parcel.ts';
import { HowMany, WhereTo } from '#web/shipments/shared/where-to.tsx';
import { AddToCart } from '../shared/add-to-cart.tsx';
import { SentPrice, WhatIsBought } from '../shared/order-summary.tsx';
import { NoCheckout, whyNot } from './no-checkout.tsx';
import { PayForm } from './pay-form.tsx';

type Props = {
  checkout: Checkout;
  way: Way;
  /** The order of a buyer who comes back from a provider's page. */
  returned: Order | null;
  onDone: (order: Order) => void;
};

/** A thing that is sent or picked up: how many, where to, and what that comes to. */
export function ThingCheckout({ checkout, way, returned, onDone }: Props) {
  const ordered = returned?.lines.find(({ kind }) => kind === 'physical')?.quantity;
  const [quantity, setQuantity] = useState(ordered ?? 1);
  const productSlug = checkout.product.slug;
  const goods = checkout.price.total * quantity;
  const parcel = useParcel({ items: [{ productSlug, quantity }], total: goods }, way);
  const reason = whyNot(checkout);
  if (reason) return <NoCheckout checkout={checkout} reason={reason} />;
  const { product, price, billing, methods } = checkout;
  const { quote, total, to: address } = parcel;
  const isThere = quantity <= way.shipping.most;
  return (
    <PayForm
      items={[
        { kind: 'physical', productSlug, quantity, expectedTotal: goods },
        { kind: 'shipping', address, expectedTotal: quote?.total ?? 0 },
      ]}
      seller={product.channel.slug}
      total={total}
      currency={price.currency}
      ready={parcel.isWhole && isThere}
      before={parcel.keepAddress}
      note=""
      also={<AddToCart item={{ kind: 'physical', productSlug, quantity }} disabled={!isThere} />}
      {...{ billing, methods, returned, onDone }}
    >
      {(errors) => (
        <Stack gap="lg">
          <WhatIsBought product={product} session={null} />
          <HowMany value={quantity} set={setQuantity} most={way.shipping.most} />
          <WhereTo parcel={parcel} way={way} errors={addressErrors(errors, 1)} />
          <Sums checkout={checkout} quantity={quantity} parcel={parcel} />
        </Stack>
      )}
    </PayForm>
  );
}

type SumsProps = { checkout: Checkout; quantity: number; parcel: Parcel };

function Sums({
  checkout: { price, product },
  quantity,
  parcel: { quote, total, hasWay },
}: SumsProps) {
  const { t } = useTranslation('sales');
  const each = quantity > 1 ? [{ label: t('thing.each'), amount: price.total }] : [];
  const things = { label: `${quantity} × ${product.title}`, amount: price.total * quantity };
  const sending = { label: t('thing.shipping'), amount: quote?.total ?? null };
  return (
    <SentPrice
      currency={price.currency}
      rows={[...each, things, ...(hasWay ? [sending] : [])]}
      tax={price.tax * quantity + (quote?.tax ?? 0)}
      total={total}
    />
  );
}
