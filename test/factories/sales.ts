import type { BundleItem, TicketItem } from '#contract/order-items.ts';
import { type Order, type OrderForm, ordersContract } from '#contract/orders.ts';
import { db } from '#server/platform/database/index.ts';
import { call } from '#test/story.ts';
import { aViewer, type Someone } from './accounts.ts';
import { aProduct, type SomeProduct } from './catalog.ts';

/** The sandbox's cards by what they do. */
export const cards = {
  approve: '4242 4242 4242 4242',
  decline: '4000 0000 0000 0002',
  confirm: '4000 0025 0000 3155',
  poor: '4000 0000 0000 9995',
  late: '4000 0000 0000 0259',
  lost: '4000 0000 0000 5126',
} as const;

export const cardOf = (number: string) => ({ number, expiry: '12/40', cvc: '123' });

type ItemGiven = Partial<Omit<TicketItem, 'kind'>>;
type FormGiven = ItemGiven & Partial<Pick<OrderForm, 'acceptTerms' | 'billing'>>;
type Sold = Pick<SomeProduct, 'slug' | 'sessions'>;

/** A ticket as the checkout asks for it: the product's first session at 12.10 € unless told. */
export const ticketItem = (product: Sold, given: ItemGiven = {}): TicketItem => ({
  kind: 'ticket',
  productSlug: product.slug,
  sessionId: product.sessions[0]?.id ?? null,
  code: null,
  expectedTotal: 1210,
  ...given,
});

/** A bundle as the checkout asks for it: at 20.00 € unless told. */
export const bundleItem = ({ slug }: Sold, given: Partial<BundleItem> = {}): BundleItem => ({
  ...{ kind: 'bundle', productSlug: slug, code: null, expectedTotal: 2000 },
  ...given,
});

/** What the checkout sends of these things. */
export const cartForm = (items: OrderForm['items'], given: Partial<OrderForm> = {}): OrderForm => ({
  items,
  expectedTotal: items.reduce((sum, { expectedTotal }) => sum + expectedTotal, 0),
  acceptTerms: true,
  ...given,
});

/** What the checkout of this product sends. */
export function orderForm(product: Sold, given: FormGiven = {}): OrderForm {
  const { acceptTerms = true, billing, ...item } = given;
  return cartForm([ticketItem(product, item)], { acceptTerms, ...(billing ? { billing } : {}) });
}

/** A pending order of a viewer (a new one unless given) for a product. */
export async function anOrder(
  given: { product?: SomeProduct; buyer?: Someone; form?: FormGiven; key?: string } = {},
): Promise<{ order: Order; product: SomeProduct; buyer: Someone }> {
  const product = given.product ?? (await aProduct());
  const buyer = given.buyer ?? (await aViewer());
  const order = await call(ordersContract.startOrder, {
    as: buyer,
    body: orderForm(product, given.form),
    ...(given.key ? { headers: { 'idempotency-key': given.key } } : {}),
  });
  return { order, product, buyer };
}

/** A pending order of several products of one channel, each its first session at 12.10 €. */
export async function aCartOrder(
  products: SomeProduct[],
  given: { buyer?: Someone; items?: ItemGiven[] } = {},
): Promise<{ order: Order; buyer: Someone }> {
  const buyer = given.buyer ?? (await aViewer());
  const items = products.map((product, index) => ticketItem(product, given.items?.[index]));
  const order = await call(ordersContract.startOrder, { as: buyer, body: cartForm(items) });
  return { order, buyer };
}

/** An order of 11.00 (net 10.00, fee 1.44) as it stands after it was paid at an instant of the past. */
export async function aKeptOrder(given: {
  buyer: Pick<Someone, 'id'>;
  channel: { id: string };
  at: string;
  currency?: string;
}): Promise<string> {
  const { buyer, channel, at, currency = 'EUR' } = given;
  const { id } = await db()
    .insertInto('orders')
    .values({
      buyer_id: buyer.id,
      channel_id: channel.id,
      state: 'paid',
      currency,
      net: 1000,
      tax: 100,
      total: 1100,
      fee: 144,
      language: 'en',
      buyer: '{}',
      terms_accepted_at: at,
      idempotency_key: crypto.randomUUID(),
      request_digest: Buffer.alloc(32),
      created_at: at,
      expires_at: at,
      paid_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Pays an order with one of the sandbox's cards. */
export const pay = (
  buyer: Someone,
  order: { id: string },
  card: keyof typeof cards = 'approve',
): Promise<Order> =>
  call(ordersContract.payOrder, {
    as: buyer,
    params: { id: order.id },
    body: { card: cardOf(cards[card]) },
  });

/** An order that was paid with the card that approves. */
export async function aPaidOrder(given: Parameters<typeof anOrder>[0] = {}) {
  const { order, product, buyer } = await anOrder(given);
  return { order: await pay(buyer, order), product, buyer };
}
