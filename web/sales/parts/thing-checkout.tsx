import { Divider, Group, Stack, Text } from '@mantine/core';
import type { Order } from '#contract/orders.ts';
import type { Checkout } from '#contract/sales.ts';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Parcel, useParcel, type Way } from '#web/shipments/shared/use-parcel.ts';
import { HowMany, WhereTo } from '#web/shipments/shared/where-to.tsx';
import { ApproximatePrice } from '#web/ui/approximate-price.tsx';
import { Price } from '#web/ui/price.tsx';
import { WhatIsBought } from '../shared/order-summary.tsx';
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
  const parcel = useParcel(checkout, way);
  const reason = whyNot(checkout);
  if (reason) return <NoCheckout checkout={checkout} reason={reason} />;
  const { product, price, billing, methods } = checkout;
  const { quantity, goods, quote, total, to: address } = parcel;
  return (
    <PayForm
      items={[
        { kind: 'physical', productSlug: product.slug, quantity, expectedTotal: goods },
        { kind: 'shipping', address, expectedTotal: quote?.total ?? 0 },
      ]}
      seller={product.channel.slug}
      total={total}
      currency={price.currency}
      ready={parcel.isWhole}
      before={parcel.keepAddress}
      note=""
      {...{ billing, methods, returned, onDone }}
    >
      {(errors) => (
        <Stack gap="lg">
          <WhatIsBought product={product} session={null} />
          <HowMany parcel={parcel} most={way.shipping.most} />
          <WhereTo parcel={parcel} way={way} errors={addressErrors(errors)} />
          <Sums checkout={checkout} parcel={parcel} />
        </Stack>
      )}
    </PayForm>
  );
}

/** What is wrong with the address, without where it stands in the order. */
const addressErrors = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, sentence]) => [
      name.replace(/^items\.1\.(address\.)?/, ''),
      sentence,
    ]),
  );

/** Things, sending, the tax in both, and what is paid in the end. */
function Sums({ checkout: { price }, parcel }: { checkout: Checkout; parcel: Parcel }) {
  const { t } = useTranslation('sales');
  const { quantity, goods, quote, total } = parcel;
  const { currency } = price;
  const tax = price.tax * quantity + (quote?.tax ?? 0);
  return (
    <Stack gap={6} component="section" aria-label={t('price.title')}>
      {quantity > 1 && <Row label={t('thing.each')} amount={price.total} currency={currency} />}
      <Row label={`${quantity} ×`} amount={goods} currency={currency} />
      <Row label={t('thing.shipping')} amount={quote?.total ?? null} currency={currency} />
      <Divider my={4} />
      <Row label={t('thing.tax')} amount={tax} currency={currency} />
      <Group justify="space-between" fw={700} fz="lg">
        <Text inherit>{t('price.total')}</Text>
        <Text inherit data-testid="total">
          <Price amount={total} currency={currency} freeWord />
        </Text>
      </Group>
      <ApproximatePrice amount={total} currency={currency} end />
    </Stack>
  );
}

type RowProps = { label: string; amount: number | null; currency: CurrencyCode };

function Row({ label, amount, currency }: RowProps) {
  return (
    <Group justify="space-between" fz="sm">
      <Text inherit c="dimmed">
        {label}
      </Text>
      <Text inherit component="span">
        {amount === null ? '…' : <Price amount={amount} currency={currency} freeWord />}
      </Text>
    </Group>
  );
}
