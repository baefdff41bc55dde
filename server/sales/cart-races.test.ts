import { describe, expect, it } from 'vitest';
import { cartContract } from '#contract/cart.ts';
import { ordersContract } from '#contract/orders.ts';
import { holdSeat } from '#server/catalog/index.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBundle, aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { bundleItem, cartForm, pay, ticketItem } from '#test/factories/sales.ts';
import { meeting } from '#test/meeting.ts';
import { call, send } from '#test/story.ts';
import { change, hot } from './lines/holdings.ts';

/** Each race stands beside a control that must go wrong, or the race would prove nothing. */
const crowd = (count: number): Promise<Someone[]> =>
  Promise.all(Array.from({ length: count }, () => aViewer()));

const seatsOf = async ({ id }: SomeProduct) => {
  const row = await db()
    .selectFrom('product_sessions')
    .select('seats_held')
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.seats_held;
};

type Items = Parameters<typeof cartForm>[0];

async function startAll(buyers: Someone[], itemsOf: (index: number) => Items) {
  const answers = await Promise.all(
    buyers.map((as, index) =>
      send(ordersContract.startOrder, { as, body: cartForm(itemsOf(index)) }),
    ),
  );
  return answers.map((answer) => (answer.statusCode === 201 ? 'won' : String(answer.json().code)));
}

const wins = (codes: string[]) => codes.filter((code) => code === 'won').length;

describe('the last seat', () => {
  it('is sold once, whether with a bundle or alone', async () => {
    const part = await aProduct({ sessions: [{ capacity: 1 }] });
    const bundle = await aBundle([part, await aProduct({ channel: part.channel })]);
    const codes = await startAll(await crowd(40), (index) =>
      index % 2 === 0 ? [bundleItem(bundle)] : [ticketItem(part)],
    );
    expect(wins(codes)).toBe(1);
    expect(new Set(codes)).toEqual(new Set(['won', 'SOLD_OUT']));
    expect(await seatsOf(part)).toBe(1);
  });
});

describe('carts with the same things in opposite order', () => {
  const seats = 5;
  const aShelf = async () => {
    const first = await aProduct({ sessions: [{ capacity: seats }] });
    const second = await aProduct({ channel: first.channel, sessions: [{ capacity: seats }] });
    return [first, second] as const;
  };

  it('sell as many as there are of both', async () => {
    const shelf = await aShelf();
    const items = shelf.map((product) => ticketItem(product));
    const codes = await startAll(await crowd(60), (index) =>
      index % 2 === 0 ? items : items.toReversed(),
    );
    expect(wins(codes)).toBe(seats);
    expect(new Set(codes)).toEqual(new Set(['won', 'SOLD_OUT']));
    expect(await Promise.all(shelf.map(seatsOf))).toEqual([seats, seats]);
  });

  it('take their seats in one order, whichever they chose first', async () => {
    const shelf = await aShelf();
    const lines = shelf.map(({ id, sessions }, position) => ({
      ...{ kind: 'ticket' as const, productId: id, sessionId: sessions[0]?.id ?? null, position },
      ...{ quantity: 1, details: {}, code: null, holdsSeat: true },
    }));
    // Without the second try that a transaction of the house would have.
    const take = (chosen: typeof lines) =>
      db()
        .transaction()
        .execute((tx) =>
          change(tx, hot, [{ lines: chosen, orderId: crypto.randomUUID(), do: 'take' }]),
        );
    const taken = await Promise.allSettled(
      Array.from({ length: seats }, (_, index) =>
        take(index % 2 === 0 ? lines : lines.toReversed()),
      ),
    );
    expect(taken.map(({ status }) => status)).toEqual(Array(seats).fill('fulfilled'));
  });

  it('would wait for each other if each took its seats as it chose them (control)', async () => {
    const ids = (await aShelf()).map(({ sessions }) => sessions[0]?.id ?? '');
    const met = meeting(2);
    const take = (order: string[]) =>
      db()
        .transaction()
        .execute(async (tx) => {
          const [first = '', second = ''] = order;
          await holdSeat(tx, first);
          await met();
          await holdSeat(tx, second);
        });
    const taken = await Promise.allSettled([take(ids), take(ids.toReversed())]);
    const lost = taken.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(lost).toEqual(['40P01']);
  });
});

describe('one cart', () => {
  it('bought from two windows, each in its own order, is one order, paid once', async () => {
    const first = await aProduct({ sessions: [{ capacity: 9 }] });
    const second = await aProduct({ channel: first.channel, sessions: [{ capacity: 9 }] });
    const buyer = await aViewer();
    for (const { slug, sessions } of [first, second]) {
      const sessionId = sessions[0]?.id ?? null;
      const body = { kind: 'ticket' as const, productSlug: slug, sessionId };
      await call(cartContract.addToCart, { as: buyer, body });
    }
    const items = [ticketItem(first), ticketItem(second)];
    const windows = await startAll(
      Array.from({ length: 10 }, () => buyer),
      (index) => (index % 2 === 0 ? items : items.toReversed()),
    );
    expect(wins(windows)).toBe(10);
    const orders = await db()
      .selectFrom('orders')
      .select(['id', 'state'])
      .where('buyer_id', '=', buyer.id)
      .execute();
    expect(orders).toMatchObject([{ state: 'pending' }]);
    await Promise.allSettled(Array.from({ length: 5 }, () => pay(buyer, orders[0] as never)));
    const charges = await db()
      .selectFrom('sandbox_charges')
      .select('amount')
      .where('order_id', '=', orders[0]?.id ?? '')
      .execute();
    expect(charges).toEqual([{ amount: 2420 }]);
    expect(await call(cartContract.countCart, { as: buyer })).toEqual({ count: 0 });
    expect([await seatsOf(first), await seatsOf(second)]).toEqual([1, 1]);
  });

  it('would be several orders if one looked first and wrote then (control)', async () => {
    const product = await aProduct();
    const buyer = await aViewer();
    const looked = meeting(2);
    const row = {
      ...{ buyer_id: buyer.id, channel_id: product.channel.id, currency: 'EUR', language: 'en' },
      ...{ net: 1000, tax: 210, total: 1210, fee: 0, buyer: '{}', state: 'pending' },
      ...{ terms_accepted_at: '2026-01-01T00:00:00Z', request_digest: Buffer.alloc(1) },
      ...{ created_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-01T00:15:00Z' },
    };
    const lookThenWrite = () =>
      inTransaction(async (tx) => {
        const before = await tx
          .selectFrom('orders')
          .select('id')
          .where('buyer_id', '=', buyer.id)
          .execute();
        await looked();
        if (before.length > 0) return;
        const idempotency_key = crypto.randomUUID();
        await tx
          .insertInto('orders')
          .values({ ...row, idempotency_key })
          .execute();
      });
    await Promise.all([lookThenWrite(), lookThenWrite()]);
    const made = await db()
      .selectFrom('orders')
      .select('id')
      .where('buyer_id', '=', buyer.id)
      .execute();
    expect(made).toHaveLength(2);
  });
});
