import type { PhysicalItem, ShippingItem } from '#contract/order-items.ts';
import { type Order, ordersContract } from '#contract/orders.ts';
import type { PostalAddress } from '#contract/shipments.ts';
import type { ShippingForm } from '#contract/shipping.ts';
import { db } from '#server/platform/database/index.ts';
import { call } from '#test/story.ts';
import { aViewer, type Someone } from './accounts.ts';
import { aProduct, type ProductGiven, type SomeProduct } from './catalog.ts';
import { cartForm, pay } from './sales.ts';

export const anAddress: PostalAddress = {
  name: 'Vera Viewer',
  street: 'Calle del Prado 5',
  second: '2º B',
  city: 'Madrid',
  postalCode: '28014',
  region: 'Madrid',
  country: 'ES',
  phone: '+34 600 000 000',
};

const zone = { name: '', countries: [], sends: true, perItem: 0, freeFrom: null };

/** 4.84 € at home and 1.21 € for each further one, 12.10 € in the EU, not to Switzerland; pick-up. */
export const someShipping: ShippingForm = {
  currency: 'EUR',
  home: 'ES',
  taxRate: 2100,
  zones: [
    { ...zone, kind: 'list', name: 'Alps', countries: ['CH'], sends: false, perOrder: 0 },
    { ...zone, kind: 'home', perOrder: 484, perItem: 121, freeFrom: 10_000 },
    { ...zone, kind: 'eu', perOrder: 1210 },
  ],
  pickup: 'Calle Mayor 1, Madrid',
};

/** A poster at 12.10 € of which there are so many; `null`: as many as are wanted. */
export async function aThing(
  given: ProductGiven & { stock?: number | null; shipping?: ShippingForm | null } = {},
): Promise<SomeProduct> {
  const { stock = 5, shipping = someShipping, ...product } = given;
  const thing = await aProduct({ type: 'physical', sessions: [], title: 'Poster', ...product });
  await db()
    .insertInto('product_stocks')
    .values({ product_id: thing.id, capacity: stock })
    .execute();
  if (shipping) await keepShipping(thing, shipping);
  return thing;
}

async function keepShipping({ channel, owner }: SomeProduct, form: ShippingForm): Promise<void> {
  await db()
    .insertInto('shipping_tables')
    .values({
      channel_id: channel.id,
      currency: form.currency,
      home: form.home,
      tax_rate: form.taxRate,
      zones: JSON.stringify(form.zones),
      pickup: form.pickup,
      updated_by: owner.id,
      updated_at: '2026-01-01T00:00:00Z',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const heldOf = async ({ id }: { id: string }): Promise<number> =>
  (
    await db()
      .selectFrom('product_stocks')
      .select('held')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
  ).held;

export const physicalItem = (thing: Pick<SomeProduct, 'slug'>, quantity = 1): PhysicalItem => ({
  kind: 'physical',
  productSlug: thing.slug,
  quantity,
  expectedTotal: 1210 * quantity,
});

/** Sent home in Spain, for 4.84 € unless told. */
export const shippingItem = (given: Partial<ShippingItem> = {}): ShippingItem => ({
  kind: 'shipping',
  address: anAddress,
  expectedTotal: 484,
  ...given,
});

/** What the checkout of one thing sends. */
export const thingForm = (
  thing: Pick<SomeProduct, 'slug'>,
  given: { quantity?: number; shipping?: Partial<ShippingItem> } = {},
) => {
  const { quantity = 1, shipping } = given;
  const sending = shippingItem({ expectedTotal: 484 + 121 * (quantity - 1), ...shipping });
  return cartForm([physicalItem(thing, quantity), sending]);
};

type Given = Parameters<typeof thingForm>[1] & { thing?: SomeProduct; buyer?: Someone };

/** A pending order of a thing. */
export async function aThingOrder(
  given: Given = {},
): Promise<{ order: Order; thing: SomeProduct; buyer: Someone }> {
  const thing = given.thing ?? (await aThing());
  const buyer = given.buyer ?? (await aViewer());
  const order = await call(ordersContract.startOrder, { as: buyer, body: thingForm(thing, given) });
  return { order, thing, buyer };
}

/** The same, paid: a shipment waits to be sent. */
export async function aShipment(given: Given = {}) {
  const { order, thing, buyer } = await aThingOrder(given);
  const paid = await pay(buyer, order);
  const { id } = await db()
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  return { id, order: paid, thing, buyer };
}
