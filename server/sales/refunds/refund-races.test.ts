import { describe, expect, it } from 'vitest';
import { type Order, ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { hasWithheldMoney } from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { booksOf } from '#test/books.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { meeting } from '#test/meeting.ts';
import { call, send } from '#test/story.ts';
import { byStripe } from '#test/stripe-story.ts';
import { insertRefund, type NewRefund, sumRefunds } from './refunds.store.ts';

const { bank, tell, paid, deliver } = byStripe();
const reason = 'The show fell through';

/** Each race stands beside a control that looks first and writes then, and must go wrong. */
const read = (as: Someone, id: string) => call(ordersContract.getOrder, { as, params: { id } });
const giveBack = (as: Someone, id: string, amount?: number) =>
  send(refundsContract.refundOrder, {
    as,
    params: { id },
    body: { reason, ...(amount ? { amount } : {}) },
  });
const noDifferences = async () =>
  expect(await call(paymentsContract.checkLedger, { as: await anAdmin() })).toMatchObject({
    differences: [],
  });

/** All of an order, written down without a look at anything. */
const wholeOf = (order: Pick<Order, 'id' | 'total' | 'payment'>): NewRefund => ({
  ...{ orderId: order.id, paymentId: order.payment?.id ?? '', amount: order.total, reason },
  ...{ requestedBy: null, origin: 'rule', asked: null, at: nowText() },
  borne: {
    ...{ reasonCode: 'complaint', bearer: 'organizer', bearerReason: '' },
    share: { tax: 0, fee: 0, platform: 0, organizer: order.total },
  },
});

/** What a control has written is in nobody's way. */
const giveUp = (orderId: string) =>
  db()
    .updateTable('refunds')
    .set({ state: 'failed' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'requested')
    .execute();

describe('refund against refund', () => {
  it('gives back no more than was paid, of twelve parts at once', async () => {
    const { order } = await paid();
    const as = await anAdmin();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => giveBack(as, order.id, 500)),
    );
    const codes = answers.map((one) => (one.statusCode === 200 ? 'done' : one.json().code));
    expect(codes.sort()).toEqual([...Array(10).fill('VALIDATION'), 'done', 'done']);
    await runKeptJobs();
    expect((await read(as, order.id)).refunded).toBe(1000);
    await noDifferences();
  });

  it('would give back more without the order’s lock (control)', async () => {
    const { order } = await paid();
    const looked = meeting(5);
    const lookThenWrite = async (tx: Db) => {
      const { asked } = await sumRefunds(tx, order.id);
      await looked();
      if (asked + 500 > order.total) return false;
      await insertRefund(tx, { ...wholeOf(order), amount: 500 });
      return true;
    };
    const passed = await Promise.all(Array.from({ length: 5 }, () => inTransaction(lookThenWrite)));
    expect(passed.filter(Boolean).length).toBeGreaterThan(2);
    await giveUp(order.id);
  });
});

describe('dispute against refund', () => {
  it('has the buyer’s money back once, whoever is first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order, intent } = await paid();
      const as = await anAdmin();
      const { id } = bank().dispute(intent, { reason: 'product_not_received' });
      const opened = bank().event('charge.dispute.created', bank().disputes.get(id));
      const [refund] = await Promise.all([giveBack(as, order.id), deliver(opened)]);
      expect([200, 409]).toContain(refund.statusCode);
      await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'));
      // What was asked before the dispute was known is refused by Stripe.
      await runKeptJobs().catch(() => undefined);
      const back = await read(as, order.id);
      expect(back).toMatchObject({ state: 'refunded', refunded: 1210 });
      expect(back.refunds.filter(({ state }) => state === 'done')).toMatchObject([
        ...[{ origin: 'dispute' }],
      ]);
      expect(bank().refunds.filter((one) => one.intent === intent)).toEqual([]);
      expect(back.invoices).toHaveLength(2);
      expect(await booksOf(order.id)).toMatchObject({ organizer: 154, disputes: 0 });
    }
    await noDifferences();
  });

  it('would have it back twice if the refund had looked before the payments were held (control)', async () => {
    const { order, intent } = await paid();
    const asked = await inTransaction(async (tx) => {
      if (await hasWithheldMoney(tx, order.id)) return null;
      const { id } = bank().dispute(intent);
      await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'));
      await insertRefund(tx, wholeOf(order));
      return sumRefunds(tx, order.id);
    });
    expect(asked?.asked).toBe(2 * order.total);
    await giveUp(order.id);
  });
});

describe('refund at the desk against refund here', () => {
  it('is booked as far as money was left, whoever is first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order, intent } = await paid();
      const as = await anAdmin();
      const notice = bank().event('refund.created', bank().refundAtDesk(intent, 800));
      await Promise.all([giveBack(as, order.id), giveBack(as, order.id, 400), deliver(notice)]);
      await runKeptJobs().catch(() => undefined);
      const back = await read(as, order.id);
      const done = back.refunds.filter(({ state }) => state === 'done');
      const atStripe = bank().refunds.filter((one) => one.intent === intent);
      const sum = (all: { amount: number }[]) =>
        all.reduce((total, { amount }) => total + amount, 0);
      expect(sum(done)).toBe(sum(atStripe));
      expect(sum(done)).toBeLessThanOrEqual(1210);
      expect(back.refunded).toBe(sum(done));
    }
    await noDifferences();
  });
});
