import type { Order, OrderForm } from '#contract/sales.ts';
import { salesContract } from '#contract/sales.ts';
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

/** What the checkout of this product sends: its first session at 12.10 € unless told. */
export const orderForm = (
  product: Pick<SomeProduct, 'slug' | 'sessions'>,
  given: Partial<OrderForm> = {},
): OrderForm => ({
  productSlug: product.slug,
  sessionId: product.sessions[0]?.id ?? null,
  code: null,
  expectedTotal: 1210,
  acceptTerms: true,
  ...given,
});

/** A pending order of a viewer (a new one unless given) for a product. */
export async function anOrder(
  given: { product?: SomeProduct; buyer?: Someone; form?: Partial<OrderForm>; key?: string } = {},
): Promise<{ order: Order; product: SomeProduct; buyer: Someone }> {
  const product = given.product ?? (await aProduct());
  const buyer = given.buyer ?? (await aViewer());
  const order = await call(salesContract.startOrder, {
    as: buyer,
    body: orderForm(product, given.form),
    ...(given.key ? { headers: { 'idempotency-key': given.key } } : {}),
  });
  return { order, product, buyer };
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
  call(salesContract.payOrder, {
    as: buyer,
    params: { id: order.id },
    body: { card: cardOf(cards[card]) },
  });

/** An order that was paid with the card that approves. */
export async function aPaidOrder(given: Parameters<typeof anOrder>[0] = {}) {
  const { order, product, buyer } = await anOrder(given);
  return { order: await pay(buyer, order), product, buyer };
}
