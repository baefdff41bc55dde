import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { takeUnsettled } from '#server/payments/payments.store.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { now, nowText, useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { aTicket } from '#test/factories/tickets.ts';
import { call } from '#test/story.ts';
import { expireOrders } from './close-order.ts';

const start = '2026-11-27T10:00:00Z';
const minutes = (count: number) => useClock(now().add({ minutes: count }));
const read = (as: Someone, { id }: { id: string }) =>
  call(ordersContract.getOrder, { as, params: { id } });

/** Nothing in the books may be off, whatever happened. */
async function expectSoundBooks() {
  const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
  expect(differences).toEqual([]);
}

describe('a charge whose notice was lost', () => {
  it('is found by the reconciler, and once', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    expect(await pay(buyer, order, 'lost')).toMatchObject({ next: { kind: 'wait' } });
    expect(await reconcilePayments()).toBe(0);
    minutes(2);
    expect(await reconcilePayments()).toBe(1);
    expect(await reconcilePayments()).toBe(0);
    expect((await read(buyer, order)).state).toBe('paid');
    await expectSoundBooks();
  });

  it('is given up when the bank never heard of it', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'lost');
    await db().deleteFrom('sandbox_charges').where('order_id', '=', order.id).execute();
    minutes(1);
    expect(await reconcilePayments()).toBe(0);
    minutes(1);
    expect(await reconcilePayments()).toBe(1);
    const open = await read(buyer, order);
    expect(open.payment).toMatchObject({ state: 'cancelled', failure: 'never_arrived' });
    expect((await pay(buyer, order)).state).toBe('paid');
  });
});

describe('whoever waits for the reconciler', () => {
  it('is not asked about while somebody has the payment in hand', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'lost');
    minutes(1);
    const take = async () => {
      const taken = await takeUnsettled(db(), { since: nowText(), at: nowText(), most: 500 });
      return taken.filter(({ orderId }) => orderId === order.id).length;
    };
    const inHand = await inTransaction(async (tx) => {
      const payments = tx.selectFrom('payments').select('id').where('order_id', '=', order.id);
      await payments.forUpdate().execute();
      return take();
    });
    expect([inHand, await take()]).toEqual([0, 1]);
  });

  it('is asked about in turn, and the more seldom the longer it takes', async () => {
    useClock(start);
    await takeUnsettled(db(), { since: nowText(), at: nowText(), most: 500 });
    const [first, second] = [await anOrder(), await anOrder()];
    await pay(first.buyer, first.order, 'lost');
    useClock(now().add({ seconds: 1 }));
    await pay(second.buyer, second.order, 'lost');
    const ours = [first.order.id, second.order.id];
    const next = async (most: number) => {
      const taken = await takeUnsettled(db(), { since: nowText(), at: nowText(), most });
      return taken.map(({ orderId }) => orderId).filter((id) => ours.includes(id));
    };
    // However many come back each minute, nobody stands behind them for ever.
    minutes(1);
    expect([await next(1), await next(1)]).toEqual([[ours[0]], [ours[1]]]);
    minutes(1);
    expect(await next(500)).toHaveLength(2);
    minutes(24 * 60);
    expect(await next(500)).toHaveLength(2);
    minutes(59);
    expect(await next(500)).toEqual([]);
    minutes(1);
    expect(await next(500)).toHaveLength(2);
    minutes(60);
    await reconcilePayments();
    expect((await read(first.buyer, first.order)).payment?.state).not.toBe('open');
  });
});

describe('a buyer who presses again', () => {
  const seconds = (count: number) => useClock(now().add({ seconds: count }));

  it('is told at once what the bank knows of the first press, and pays once', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    expect(await pay(buyer, order, 'lost')).toMatchObject({ next: { kind: 'wait' } });
    expect((await pay(buyer, order)).state).toBe('paid');
    expect((await pay(buyer, order)).state).toBe('paid');
    const charges = await db()
      .selectFrom('sandbox_charges')
      .select('state')
      .where('order_id', '=', order.id)
      .execute();
    expect(charges).toEqual([{ state: 'approved' }]);
    await expectSoundBooks();
  });

  it('several times at one instant sees the last of their tries', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    const tries: string[] = [];
    for (let press = 1; press <= 5; press += 1) {
      tries.push((await pay(buyer, order, 'decline')).payment?.id ?? '');
    }
    expect(new Set(tries).size).toBe(5);
    expect(tries).toEqual(tries.toSorted());
  });

  it('pays anew after ten seconds when the bank never heard of the first press', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'lost');
    await db().deleteFrom('sandbox_charges').where('order_id', '=', order.id).execute();
    seconds(9);
    await expect(pay(buyer, order)).rejects.toThrow('ORDER_STATE');
    seconds(1);
    expect((await pay(buyer, order)).state).toBe('paid');
    await expectSoundBooks();
  });
});

describe('a question that nobody answers', () => {
  it('is withdrawn at the bank', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'confirm');
    minutes(30);
    expect(await reconcilePayments()).toBe(1);
    expect((await read(buyer, order)).payment).toMatchObject({
      state: 'declined',
      failure: 'not_confirmed',
    });
  });
});

describe('an order whose time is over', () => {
  it('is expired, or failed when the card was declined', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    const { order: other, buyer: poor } = await anOrder();
    await pay(poor, other, 'decline');
    minutes(14);
    await expireOrders();
    expect((await read(buyer, order)).state).toBe('pending');
    minutes(1);
    await expireOrders();
    expect(await expireOrders()).toBe(0);
    expect((await read(buyer, order)).state).toBe('expired');
    expect((await read(poor, other)).state).toBe('failed');
  });
});

describe('orders whose time is over', () => {
  it('all end in one run, however many there are', async () => {
    useClock(start);
    const product = await aProduct();
    const made = [];
    for (let one = 0; one < 5; one += 1) made.push(await anOrder({ product }));
    minutes(15);
    expect(await expireOrders([product.id], 2)).toBe(5);
    for (const { buyer, order } of made) expect((await read(buyer, order)).state).toBe('expired');
  });

  it('are not all ended by the next who buys: enough for them, and the clock ends the others', async () => {
    useClock(start);
    const many = 52;
    const product = await aProduct({ sessions: [{ capacity: many }] });
    for (let one = 0; one < many; one += 1) await anOrder({ product });
    minutes(15);
    const { order, buyer } = await anOrder({ product });
    expect((await read(buyer, order)).state).toBe('pending');
    expect(await expireOrders([product.id])).toBe(2);
  });
});

describe('money that comes too late', () => {
  it('is honoured while seat and code are still free', async () => {
    useClock(start);
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const coupon = await call(ticketsContract.makeCoupons, {
      as: product.owner,
      params: { slug: product.slug },
      body: { sessionId: null, quantity: 1, net: 500, tax: 105, validUntil: null },
    });
    const { items } = await call(ticketsContract.listCodes, {
      as: product.owner,
      params: { id: coupon.id },
    });
    const form = { code: items[0]?.code ?? '', expectedTotal: 605 };
    const { order, buyer } = await anOrder({ product, form });
    await pay(buyer, order, 'lost');
    minutes(20);
    await expireOrders();
    expect((await read(buyer, order)).state).toBe('expired');
    await reconcilePayments();
    const paid = await read(buyer, order);
    expect(paid).toMatchObject({ state: 'paid', invoices: [{ total: 605 }] });
    expect(paid.lines[0]?.session?.seatsLeft).toBe(0);
    const after = await call(ticketsContract.getCoupon, {
      as: product.owner,
      params: { id: coupon.id },
    });
    expect(after.counts.used).toBe(1);
    await expectSoundBooks();
  });

  it.each([
    ['goes back by itself when the show is over', false, 'expired'],
    ['is honoured when the show is over, and can be watched afterwards', true, 'paid'],
  ])('%s', async (_, isRecorded, state) => {
    useClock(start);
    const product = await aProduct({ sessions: [{ startsAt: '2026-11-27T11:00:00Z' }] });
    const { order, buyer } = await anOrder({ product });
    await pay(buyer, order, 'lost');
    if (isRecorded) {
      const recorded = { state: 'ended', ended_at: '2026-11-27T13:00:00Z', recording_ready: true };
      await db()
        .insertInto('broadcasts')
        .values({
          ...{ product_id: product.id, session_id: product.sessions[0]?.id ?? '' },
          ...{ ...recorded, started_at: '2026-11-27T11:00:00Z', recording_seconds: 5400 },
        })
        .execute();
    }
    useClock('2026-11-28T10:00:00Z');
    await expireOrders();
    await reconcilePayments();
    await runKeptJobs();
    const after = await read(buyer, order);
    expect([after.state, after.payment?.state]).toEqual([state, isRecorded ? 'paid' : 'refunded']);
    await expectSoundBooks();
  });

  it.each(['delete', 'block'] as const)(
    'goes back by itself after %s of its buyer',
    async (move) => {
      useClock(start);
      const { order, buyer } = await anOrder();
      await pay(buyer, order, 'lost');
      const as = await anAdmin();
      await call(usersContract.moveUser, { as, params: { id: buyer.id }, body: { move } });
      minutes(20);
      await expireOrders();
      await reconcilePayments();
      await runKeptJobs();
      const states = await db()
        .selectFrom('orders as o')
        .innerJoin('payments as p', 'p.order_id', 'o.id')
        .select(['o.state', 'p.state as payment'])
        .where('o.id', '=', order.id)
        .execute();
      expect(states).toEqual([{ state: 'expired', payment: 'refunded' }]);
      await expectSoundBooks();
    },
  );

  it('goes back by itself when the seat is gone', async () => {
    useClock(start);
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer } = await anOrder({ product });
    await pay(buyer, order, 'lost');
    minutes(15);
    await expireOrders();
    await aPaidOrder({ product });
    await reconcilePayments();
    await runKeptJobs();
    const back = await read(buyer, order);
    expect(back).toMatchObject({
      state: 'expired',
      payment: { state: 'refunded' },
      refunds: [{ amount: 1210, state: 'done' }],
      refunded: 0,
      invoices: [],
    });
    const mails = await db()
      .selectFrom('mails')
      .select('kind')
      .where('recipient', '=', buyer.email)
      .execute();
    expect(mails).toEqual([{ kind: 'order-refunded' }]);
    // No ticket was ever theirs: nobody tells them that one has ended.
    const heard = await db()
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', buyer.id)
      .execute();
    expect(heard).toEqual([]);
    await expectSoundBooks();
  });

  it('goes back when the buyer has a ticket by another way', async () => {
    useClock(start);
    const { order, product, buyer } = await anOrder();
    await pay(buyer, order, 'late');
    await aTicket({ userId: buyer.id, productId: product.id });
    await runKeptJobs();
    expect(await read(buyer, order)).toMatchObject({
      state: 'failed',
      payment: { state: 'refunded' },
    });
    await expectSoundBooks();
  });

  it('goes back when its attempt had been given up', async () => {
    useClock(start);
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'confirm');
    await pay(buyer, order);
    const [first] = await db()
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('order_id', '=', order.id)
      .orderBy('created_at')
      .orderBy('state')
      .execute();
    expect(first?.state).toBe('cancelled');
    await db()
      .updateTable('sandbox_charges')
      .set({ state: 'approved' })
      .where('reference', '=', first?.id ?? '')
      .execute();
    const { noticeOf } = await import('#server/payments/providers/sandbox.ts');
    const { findCharge } = await import('#server/payments/providers/sandbox.store.ts');
    const { receiveCallback } = await import('#server/payments/take-event.ts');
    const charge = await findCharge(db(), first?.id ?? '');
    if (!charge) throw new Error('no such charge');
    await receiveCallback('sandbox', noticeOf(charge));
    await runKeptJobs();
    const paid = await read(buyer, order);
    expect(paid).toMatchObject({ state: 'paid', refunded: 0, refunds: [{ amount: 1210 }] });
    await expectSoundBooks();
  });
});
