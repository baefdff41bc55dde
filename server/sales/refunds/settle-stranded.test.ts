import { beforeEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { soldOrderContract } from '#contract/sold-order.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { booksOf } from '#test/books.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { reconcilePayments } from '../../payments/reconcile.ts';
import { expireOrders } from '../close-order.ts';
import { retryRefunds } from './retry-refunds.ts';

const reason = 'The show fell through';
beforeEach(() => useClock('2026-11-27T10:00:00Z'));
const later = (given: { minutes?: number; hours?: number }) => useClock(now().add(given));
const read = (as: Someone, { id }: { id: string }) =>
  call(ordersContract.getOrder, { as, params: { id } });
/** The bank refuses what is asked of this order, or takes it again. */
const bank = (order: { id: string }, state: 'created' | 'approved') =>
  db().updateTable('sandbox_charges').set({ state }).where('order_id', '=', order.id).execute();
const expectSoundBooks = async () =>
  expect(await call(paymentsContract.checkLedger, { as: await anAdmin() })).toMatchObject({
    differences: [],
  });
const isShown = async (as: Someone, { id }: { id: string }) => {
  const { items } = await call(salesContract.listAllSales, { as, query: { q: id } });
  return items.map(({ can }) => can.settleRefund);
};

/** A refund of a sale that its bank has not done for three days. */
async function givenUp(amount?: number) {
  const made = await aPaidOrder();
  const admin = await anAdmin();
  await bank(made.order, 'created');
  const body = { reason, ...(amount ? { amount } : {}) };
  await call(refundsContract.refundOrder, { as: admin, params: { id: made.order.id }, body });
  keepJobs();
  later({ hours: 73 });
  await retryRefunds();
  const [refund] = (await read(admin, made.order)).refunds;
  if (refund?.state !== 'failed') throw new Error('it has not failed');
  return { ...made, admin, refund, params: { id: refund.id } };
}

/** Money that bought nothing, which its bank has not given back for three days. */
async function strandedMoney() {
  const product = await aProduct({ sessions: [{ capacity: 1 }] });
  const { order, buyer } = await anOrder({ product });
  await pay(buyer, order, 'lost');
  later({ minutes: 15 });
  await expireOrders();
  await aPaidOrder({ product });
  await reconcilePayments();
  keepJobs();
  await bank(order, 'created');
  later({ hours: 73 });
  await retryRefunds();
  const admin = await anAdmin();
  const [refund] = (await read(admin, order)).refunds;
  if (refund?.state !== 'failed') throw new Error('it has not failed');
  return { order, buyer, admin, params: { id: refund.id } };
}

describe('a refund that was given up', () => {
  it('is done when an administrator has returned the money in another way', async () => {
    const { order, buyer, product, admin, refund, params } = await givenUp();
    expect(refund.can).toEqual({ askAgain: false, returnOtherwise: true });
    expect(await isShown(admin, order)).toEqual([true]);
    const back = await call(refundsContract.returnOtherwise, { as: admin, params });
    expect(back).toMatchObject({
      ...{ state: 'refunded', refunded: 1210, payment: { state: 'refunded' } },
      refunds: [{ state: 'done', returnedAt: now().toString({ smallestUnit: 'millisecond' }) }],
    });
    expect(back.refunds[0]?.can).toEqual({ askAgain: false, returnOtherwise: false });
    expect(back.invoices.map(({ total }) => total)).toEqual([1210, -1210]);
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket).toBeNull();
    expect(await isShown(admin, order)).toEqual([false]);
    const { history } = await call(soldOrderContract.getSoldOrder, {
      ...{ as: admin, params: { id: order.id } },
    });
    expect(history.filter(({ what }) => /^(refund|returned)/.test(what))).toMatchObject([
      ...[{ what: 'refundBegun' }, { what: 'refundFailed' }, { what: 'returned' }],
    ]);
    const kept = await db()
      .selectFrom('refunds')
      .select('returned_by')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ returned_by: admin.id });
    await runKeptJobs();
    const letters = await db()
      .selectFrom('mails')
      .select(['kind', 'body_text'])
      .where('recipient', '=', buyer.email)
      .where('kind', '=', 'order-refunded')
      .execute();
    expect(letters).toHaveLength(1);
    expect(letters[0]?.body_text).toContain('look at your bank account too');
    await expectSoundBooks();
  });

  it('is nobody’s to settle once its money went by another one', async () => {
    const { order, admin, params } = await givenUp();
    await bank(order, 'approved');
    const asked = { as: admin, params: { id: order.id }, body: { reason } };
    const anew = await call(refundsContract.refundOrder, asked);
    expect(anew.refunds.map(({ state, can }) => [state, can.returnOtherwise])).toEqual([
      ...[
        ['failed', false],
        ['done', false],
      ],
    ]);
    expect(await isShown(admin, order)).toEqual([false]);
    expect(await refusal(refundsContract.returnOtherwise, { as: admin, params })).toEqual({
      status: 409,
      code: 'REFUND_STATE',
    });
  });

  it('that belongs to a sale is asked for by another refund, not anew', async () => {
    const { admin, params } = await givenUp(400);
    expect(await refusal(refundsContract.askRefundAgain, { as: admin, params })).toEqual({
      status: 409,
      code: 'REFUND_STATE',
    });
  });

  it('is the administrators’ business alone, and another one does not exist', async () => {
    const { product, buyer, order, admin, params } = await givenUp();
    for (const name of ['returnOtherwise', 'askRefundAgain'] as const) {
      const endpoint = refundsContract[name];
      for (const as of [buyer, product.owner]) {
        expect((await refusal(endpoint, { as, params })).code).toBe('FORBIDDEN');
      }
      const none = { id: crypto.randomUUID() };
      expect((await refusal(endpoint, { as: admin, params: none })).status).toBe(404);
    }
    const [seen] = (await read(product.owner, order)).refunds;
    expect(seen?.can).toEqual({ askAgain: false, returnOtherwise: false });
  });
});

describe('money that bought nothing and was not given back', () => {
  it('is asked for anew by an administrator, as the same refund', async () => {
    const { order, buyer, admin, params } = await strandedMoney();
    expect(await isShown(admin, order)).toEqual([true]);
    const again = await call(refundsContract.askRefundAgain, { as: admin, params });
    expect(again.refunds).toMatchObject([{ state: 'requested' }]);
    // Its three days begin anew.
    later({ hours: 1 });
    await retryRefunds();
    expect((await read(admin, order)).refunds).toMatchObject([{ state: 'requested' }]);
    await bank(order, 'approved');
    later({ hours: 1 });
    await retryRefunds();
    expect(await read(buyer, order)).toMatchObject({
      ...{ state: 'expired', payment: { state: 'refunded' } },
      refunds: [{ id: params.id, state: 'done', amount: 1210 }],
    });
    await expectSoundBooks();
  });

  it('is back when an administrator has returned it in another way', async () => {
    const { order, admin, params } = await strandedMoney();
    const back = await call(refundsContract.returnOtherwise, { as: admin, params });
    expect(back).toMatchObject({
      ...{ state: 'expired', payment: { state: 'refunded' }, invoices: [] },
      refunds: [{ state: 'done', amount: 1210 }],
    });
    const books = await booksOf(order.id);
    expect(Object.values(books).every((sum) => sum === 0)).toBe(true);
    expect((await refusal(refundsContract.returnOtherwise, { as: admin, params })).code).toBe(
      'REFUND_STATE',
    );
    await expectSoundBooks();
  });
});
