import type { ShippingItem } from '#contract/order-items.ts';
import { PostalAddress } from '#contract/shipments.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import {
  type Destination,
  openShipment,
  planShipping,
  shippingTitle,
} from '#server/shipments/index.ts';
import type { LineRules, NewLine, PlannedLine } from './line.ts';

/** What sending the things of an order costs, and where they go: the last of what is chosen. */
export const shippingLine: LineRules<ShippingItem> = {
  async plan({ language, planned }, { address }) {
    const things = planned.filter(({ line }) => line.kind === 'physical');
    const { seller } = orRefuse(things[0] ?? null, 'SHIPPING_UNAVAILABLE');
    const parcel = { ...parcelOf(things), currency: seller.currency };
    const plan = await planShipping(
      orRefuse(seller.channelId, 'SHIPPING_UNAVAILABLE'),
      parcel,
      address?.country ?? null,
    );
    const { fault, pickup, ...amounts } = plan;
    if (fault) refuse('SHIPPING_UNAVAILABLE', { fields: { country: 'invalid' } });
    const line: NewLine = {
      ...amounts,
      ...{ kind: 'shipping', priceFrom: 'product', quantity: 1, fee: 0 },
      title: shippingTitle(language, address?.country ?? null),
      productId: null,
      sessionId: null,
      // Flat, so that the same choice is known again in whatever order a database keeps it.
      details: address ? { ...address } : { pickup },
      code: null,
      holdsSeat: false,
    };
    return { line, parts: [], seller, expired: [], isFull: false };
  },

  holds: () => [],

  /** First of its order: what is in the parcel comes after it. */
  async secure(tx, { id: orderId, buyerId }, { details }) {
    await openShipment(tx, { orderId, buyerId, to: destinationOf(details) });
  },

  release: () => Promise.resolve(),
};

const parcelOf = (things: readonly PlannedLine[]) => ({
  items: things.reduce((sum, { line }) => sum + line.quantity, 0),
  total: things.reduce((sum, { line }) => sum + line.total, 0),
});

/** Money may come when the address has gone with its account: then there is nowhere to send to. */
function destinationOf(details: Record<string, unknown>): Destination {
  const { pickup } = details;
  if (typeof pickup === 'string') return { method: 'pickup', pickup };
  const { data } = PostalAddress.safeParse(details);
  return { method: 'post', address: orRefuse(data, 'SHIPPING_UNAVAILABLE') };
}
