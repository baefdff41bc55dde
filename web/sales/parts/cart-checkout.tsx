import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CartCheckout, CartGroup, CartLine } from '#contract/cart.ts';
import type { Giving } from '#contract/donations.ts';
import type { OrderItem } from '#contract/order-items.ts';
import type { Order } from '#contract/orders.ts';
import { GivingFields, isTaken, nothingGiven } from '#web/donations/shared/giving-fields.tsx';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import {
  addressErrors,
  type Parcel,
  useParcel,
  type Way,
} from '#web/shipments/shared/use-parcel.ts';
import { WhereTo } from '#web/shipments/shared/where-to.tsx';
import { RenewalConsent } from '#web/subscriptions/shared/renewal-consent.tsx';
import { GroupPrice, SentPrice, toPay } from '../shared/order-summary.tsx';
import { CartCode } from './cart-code.tsx';
import { CartLines } from './cart-lines.tsx';
import { givenItems } from './given-items.ts';
import { PayForm } from './pay-form.tsx';
import { useGivenRows } from './use-given-rows.ts';

type Props = {
  checkout: CartCheckout;
  /** What can be given beside it. */
  giving: Giving | null;
  /** How its things come to the buyer; null where nothing is sent. */
  way: Way | null;
  /** The order of a buyer who comes back from a provider's page. */
  returned: Order | null;
  onDone: (order: Order) => void;
};

/** One payment for everything of one seller that can be had. */
export function CartCheckoutForm({ way, ...props }: Props) {
  return way ? <WithParcel {...props} way={way} /> : <Paying {...props} parcel={null} />;
}

/** Things of it go somewhere. */
function WithParcel({ way, ...props }: Props & { way: Way }) {
  const { lines } = props.checkout.group;
  const things = lines.filter(({ item }) => item?.kind === 'physical');
  const items = things.flatMap(({ item }) =>
    item?.kind === 'physical' ? [{ productSlug: item.productSlug, quantity: item.quantity }] : [],
  );
  const total = things.reduce((sum, line) => sum + line.total, 0);
  const parcel = useParcel({ items, total }, way);
  return <Paying {...props} parcel={{ ...parcel, way }} />;
}

type Sent = Parcel & { way: Way };

function Paying({
  checkout,
  giving: asked,
  parcel,
  ...paying
}: Omit<Props, 'way'> & { parcel: Sent | null }) {
  const { t } = useTranslation('sales');
  const { group, billing, methods } = checkout;
  const giving = group.can.give ? asked : null;
  const [given, setGiven] = useState(nothingGiven);
  const rows = useGivenRows(giving, given);
  const supplied = group.total + (parcel?.quote?.total ?? 0);
  const { currency, channel } = group;
  const { revalidate } = useRevalidator();
  const to = channel && { channelSlug: channel.slug, productSlug: null, currency };
  const items = [...itemsOf(group), ...(to ? givenItems(to, given) : [])];
  return (
    <PayForm
      items={[...items, ...shippingItems(parcel)]}
      {...(channel && { seller: channel.slug })}
      total={toPay(supplied, rows)}
      {...{ supplied, currency, billing, methods }}
      ready={isTaken(giving, given) && parcel?.isWhole !== false}
      {...(parcel && { before: parcel.keepAddress })}
      {...(!group.lines.some(isTicket) && { note: '' })}
      agreement={<WhatComesAgain group={group} />}
      {...paying}
    >
      {(errors) => (
        <Stack gap="lg">
          <CartLines group={group} />
          {group.can.useCode && <CartCode show={() => void revalidate()} />}
          {parcel && (
            <WhereTo
              parcel={parcel}
              way={parcel.way}
              errors={addressErrors(errors, items.length)}
            />
          )}
          {(giving?.donation || giving?.support) && (
            <GivingFields giving={giving} value={given} set={setGiven} />
          )}
          {parcel ? (
            <SentPrice
              currency={currency}
              rows={[
                { label: t('thing.goods'), amount: group.total },
                ...(parcel.hasWay
                  ? [{ label: t('thing.shipping'), amount: parcel.quote?.total ?? null }]
                  : []),
                ...rows.filter(({ amount }) => amount > 0),
              ]}
              tax={group.tax + (parcel.quote?.tax ?? 0)}
              total={toPay(supplied, rows)}
            />
          ) : (
            <GroupPrice group={group} given={rows} />
          )}
        </Stack>
      )}
    </PayForm>
  );
}

const isTicket = ({ item }: CartLine): boolean =>
  item?.kind === 'ticket' || item?.kind === 'bundle';

/** What is charged again, as the page says on which one subscribes. */
function WhatComesAgain({ group: { channel, currency, lines } }: { group: CartGroup }) {
  const { name: site } = useBrand();
  const [line] = lines.filter(({ subscription }) => subscription);
  if (!line?.subscription) return null;
  const { term } = line.subscription;
  return <RenewalConsent {...{ term, currency }} total={line.total} of={channel?.title ?? site} />;
}

/** Last of what is chosen, and once. */
const shippingItems = (parcel: Sent | null): OrderItem[] =>
  parcel ? [{ kind: 'shipping', address: parcel.to, expectedTotal: parcel.quote?.total ?? 0 }] : [];

const itemsOf = ({ lines }: CartGroup): OrderItem[] => lines.flatMap(({ item }) => item ?? []);
