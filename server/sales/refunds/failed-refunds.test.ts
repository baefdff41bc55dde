import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { keepLog } from '#test/kept-log.ts';
import { call, refusal } from '#test/story.ts';
import { listWaitingRefunds } from './refunds.store.ts';
import { retryRefunds } from './retry-refunds.ts';

const reason = 'The show was cancelled';
const start = '2026-11-27T10:00:00Z';
const ask = (
  as: Someone,
  { id }: { id: string },
  { key, ...more }: { key?: string; amount?: number; reason?: string } = {},
) =>
  ({
    as,
    params: { id },
    body: { reason, ...more },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  }) as const;
const read = (as: Someone, { id }: { id: string }) =>
  call(ordersContract.getOrder, { as, params: { id } });

/** The bank refuses what is asked of this order, or takes it again. */
const bank = (order: { id: string }, state: 'created' | 'approved') =>
  db().updateTable('sandbox_charges').set({ state }).where('order_id', '=', order.id).execute();

/** A refund of the whole that the bank refused when it was asked for. */
async function refusedRefund() {
  useClock(start);
  const { order, buyer, product } = await aPaidOrder();
  const admin = await anAdmin();
  await bank(order, 'created');
  const asked = await call(refundsContract.refundOrder, ask(admin, order));
  expect(asked).toMatchObject({ state: 'paid', refunds: [{ state: 'requested' }] });
  // Its own job has given up: from here on only the clock's job asks.
  keepJobs();
  return { order, buyer, product, admin };
}

describe('a refund that the bank refuses', () => {
  it('is asked for every ten minutes, and done when the bank does it', async () => {
    const { order, admin } = await refusedRefund();
    const lines = keepLog();
    useClock('2026-11-27T10:10:00Z');
    await retryRefunds();
    expect(lines).toMatchObject([{ msg: 'refund was not carried out', orderId: order.id }]);
    expect((await read(admin, order)).can.refund).toBe(false);
    await bank(order, 'approved');
    useClock('2026-11-27T10:19:59Z');
    await retryRefunds();
    expect((await read(admin, order)).state).toBe('paid');
    useClock('2026-11-27T10:20:00Z');
    await retryRefunds();
    expect((await read(admin, order)).state).toBe('refunded');
  });

  it('has failed after three days: administrators hear, once, and it can be asked for anew', async () => {
    const { order, admin } = await refusedRefund();
    useClock('2026-11-30T09:59:59Z');
    await retryRefunds();
    expect((await read(admin, order)).refunds).toMatchObject([{ state: 'requested' }]);
    useClock('2026-11-30T10:10:00Z');
    await retryRefunds();
    useClock('2026-11-30T10:20:00Z');
    await retryRefunds();
    const failed = await read(admin, order);
    expect(failed).toMatchObject({ refunds: [{ state: 'failed' }], can: { refund: true } });
    const told = await db()
      .selectFrom('notifications')
      .select(['subject', 'content', 'payload'])
      .where('user_id', '=', admin.id)
      .where('type', '=', 'refund_failed')
      .execute();
    expect(told).toEqual([
      {
        subject: 'A refund did not go through',
        content: `The bank did not give back €12.10 of order ${order.number} within three days and will not be asked again. Ask for the refund again, or return the money in another way.`,
        payload: { path: `/manage/sales?q=${order.number}`, orderIds: [order.id] },
      },
    ]);
    await bank(order, 'approved');
    const anew = await call(refundsContract.refundOrder, ask(admin, order));
    expect(anew).toMatchObject({
      state: 'refunded',
      refunded: 1210,
      refunds: [{ state: 'failed' }, { state: 'done' }],
    });
  });

  it('is booked when it goes through after all', async () => {
    const { order, admin } = await refusedRefund();
    useClock('2026-11-30T10:10:00Z');
    await retryRefunds();
    await bank(order, 'approved');
    const [refund] = (await read(admin, order)).refunds;
    const { payment_id } = await db()
      .selectFrom('refunds')
      .select('payment_id')
      .where('id', '=', refund?.id ?? '')
      .executeTakeFirstOrThrow();
    const { carryOutRefund } = await import('#server/payments/index.ts');
    const paymentId = payment_id ?? '';
    await carryOutRefund({ paymentId, amount: 1210, key: refund?.id ?? '' });
    expect(await read(admin, order)).toMatchObject({
      state: 'refunded',
      refunds: [{ state: 'done' }],
    });
  });

  it('holds up no other: whoever was asked for longest ago is next', async () => {
    const { order: first } = await refusedRefund();
    const { order: second } = await refusedRefund();
    useClock('2026-11-27T10:10:00Z');
    await retryRefunds();
    useClock('2026-11-27T10:15:00Z');
    const { order: third } = await refusedRefund();
    const waiting = await listWaitingRefunds(db(), '2026-11-27T11:00:00Z');
    const ours = [first.id, second.id, third.id];
    const inTurn = waiting.map(({ orderId }) => orderId).filter((id) => ours.includes(id));
    expect(inTurn.at(0)).toBe(third.id);
    expect(inTurn).toHaveLength(3);
  });
});

describe('a refund asked for again', () => {
  it('under the same key is the same refund, eight times at once', async () => {
    const { order } = await aPaidOrder();
    const as = await anAdmin();
    const key = crypto.randomUUID();
    const asked = await Promise.all(
      Array.from({ length: 8 }, () =>
        call(refundsContract.refundOrder, ask(as, order, { key, amount: 400 })),
      ),
    );
    expect(asked).toHaveLength(8);
    await runKeptJobs();
    expect(await read(as, order)).toMatchObject({
      state: 'partly_refunded',
      refunded: 400,
      refunds: [{ amount: 400, state: 'done' }],
    });
  });

  it('under another key is another one', async () => {
    const { order } = await aPaidOrder();
    const as = await anAdmin();
    await call(refundsContract.refundOrder, ask(as, order, { amount: 400 }));
    const twice = await call(refundsContract.refundOrder, ask(as, order, { amount: 400 }));
    expect(twice.refunded).toBe(800);
  });

  it('under the same key with another wish, or for another order, is refused', async () => {
    const { order } = await aPaidOrder();
    const { order: other } = await aPaidOrder();
    const as = await anAdmin();
    const key = crypto.randomUUID();
    await call(refundsContract.refundOrder, ask(as, order, { key, amount: 400 }));
    const reused = { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' };
    for (const wish of [
      ask(as, order, { key, amount: 401 }),
      ask(as, order, { key }),
      ask(as, other, { key, amount: 400 }),
    ]) {
      expect(await refusal(refundsContract.refundOrder, wish)).toEqual(reused);
    }
    const whole = await call(refundsContract.refundOrder, ask(as, other));
    expect(whole).toMatchObject({ state: 'refunded', refunded: 1210 });
  });

  it('must have a key', async () => {
    const { order } = await aPaidOrder();
    const wish = ask(await anAdmin(), order, { key: 'short' });
    expect((await refusal(refundsContract.refundOrder, wish)).code).toBe('IDEMPOTENCY_KEY_MISSING');
  });

  it('answers the same when the whole is back already', async () => {
    const { order } = await aPaidOrder();
    const as = await anAdmin();
    const key = crypto.randomUUID();
    await call(refundsContract.refundOrder, ask(as, order, { key }));
    const again = await call(refundsContract.refundOrder, ask(as, order, { key }));
    expect(again).toMatchObject({ state: 'refunded', refunds: [{ amount: 1210, state: 'done' }] });
  });
});

describe('the letter about money that goes back', () => {
  it('has the paper of its own refund, also after another one', async () => {
    const { order, buyer } = await aPaidOrder();
    const as = await anAdmin();
    await call(refundsContract.refundOrder, ask(as, order, { amount: 400 }));
    const both = await call(refundsContract.refundOrder, ask(as, order, { amount: 300 }));
    await runKeptJobs();
    const mails = await db()
      .selectFrom('mails')
      .select('attachments')
      .where('recipient', '=', buyer.email)
      .where('kind', '=', 'order-refunded')
      .orderBy('id')
      .execute();
    const [, first, second] = both.invoices.map(({ id }) => id);
    expect(mails.map(({ attachments }) => attachments)).toMatchObject([
      [{ maker: 'invoice', id: first }],
      [{ maker: 'invoice', id: second }],
    ]);
  });
});
