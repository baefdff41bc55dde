import { beforeEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { salesContract } from '#contract/sales.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { booksOf, lettersTo } from '#test/books.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { call } from '#test/story.ts';
import { disputeFee } from '#test/stripe-server.ts';
import { byStripe } from '#test/stripe-story.ts';
import { expireOrders } from '../close-order.ts';
import { retryRefunds } from './retry-refunds.ts';

const { bank, tell, paid, sent } = byStripe();
beforeEach(() => useClock('2026-11-27T10:00:00Z'));
const later = (given: { minutes?: number; hours?: number }) => useClock(now().add(given));
const read = (as: Someone, id: string) => call(ordersContract.getOrder, { as, params: { id } });

/** Nothing in these books is left to chance. */
const expectBooks = async (orderId: string, accounts: Record<string, number>) => {
  const books = await booksOf(orderId);
  const standing = Object.fromEntries(Object.entries(books).filter(([, sum]) => sum !== 0));
  expect(standing).toEqual(accounts);
  const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
  expect(differences).toEqual([]);
};

/** Money that came when the last seat was another's; Stripe could not be reached to give it back. */
async function lateMoney() {
  const product = await aProduct({ sessions: [{ capacity: 1 }] });
  const late = await sent({ product });
  later({ minutes: 16 });
  await expireOrders();
  await paid({ product });
  await tell('checkout.session.completed', bank().pay(late.sessionId));
  expect(await read(late.buyer, late.order.id)).toMatchObject({
    ...{ state: 'expired', payment: { state: 'paid' }, refunds: [{ state: 'requested' }] },
  });
  return late;
}

/** The same after Stripe has not done it for three days. */
async function givenUpMoney() {
  const late = await lateMoney();
  bank().fault = 'down';
  await expect(runKeptJobs()).rejects.toThrow();
  later({ hours: 73 });
  await retryRefunds();
  bank().fault = null;
  expect((await read(late.buyer, late.order.id)).refunds).toMatchObject([{ state: 'failed' }]);
  return late;
}

describe('late money that bought nothing', () => {
  it('is lost to a dispute as the buyer’s own, though its payment was paid', async () => {
    const { order, buyer, intent } = await lateMoney();
    const { id } = bank().dispute(intent);
    await tell('charge.dispute.created', bank().disputes.get(id));
    expect(await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'))).toBe(204);
    await runKeptJobs();
    await expectBooks(order.id, { provider: -disputeFee, platform_cost: disputeFee });
    const back = await read(buyer, order.id);
    expect(back).toMatchObject({
      ...{ state: 'expired', payment: { state: 'refunded' }, invoices: [] },
      refunds: [{ amount: 1210, state: 'done' }],
    });
  });

  it('disputed after it was given back costs the platform', async () => {
    const { order, intent } = await lateMoney();
    await runKeptJobs();
    const { id } = bank().dispute(intent);
    await tell('charge.dispute.created', bank().disputes.get(id));
    expect(await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'))).toBe(204);
    const costs = 1210 + disputeFee;
    await expectBooks(order.id, { provider: -costs, platform_cost: costs });
  });

  it('is given back at Stripe’s desk after our own try was given up', async () => {
    const { order, buyer, intent } = await givenUpMoney();
    expect(await tell('refund.created', bank().refundAtDesk(intent, 1210))).toBe(204);
    expect(await read(buyer, order.id)).toMatchObject({
      ...{ state: 'expired', payment: { state: 'refunded' } },
      refunds: [{ amount: 1210, state: 'done' }],
    });
    await expectBooks(order.id, {});
    await runKeptJobs().catch(() => undefined);
    expect(await lettersTo(buyer)).toEqual(['order-refunded']);
  });

  it('of which a part is given back at the desk gives back the rest by itself', async () => {
    const { order, buyer, intent } = await lateMoney();
    expect(await tell('refund.created', bank().refundAtDesk(intent, 700))).toBe(204);
    await expectBooks(order.id, { provider: 510, refunds: -510 });
    // What was asked before is not asked any more; the rest has a name of its own.
    await runKeptJobs();
    const back = await read(buyer, order.id);
    expect(back.payment?.state).toBe('refunded');
    expect(back.refunds.map(({ amount, state }) => [amount, state])).toEqual([
      ...[
        [1210, 'failed'],
        [700, 'done'],
        [510, 'done'],
      ],
    ]);
    await expectBooks(order.id, {});
  });

  it('that came back from the buyer’s bank, and was sent again at the desk, is the same refund', async () => {
    const { order, buyer, intent } = await lateMoney();
    await runKeptJobs();
    const first = bank().refunds.find((one) => one.intent === intent);
    if (first) first.status = 'failed';
    await tell('refund.failed', first);
    await expectBooks(order.id, { provider: 1210, refunds: -1210 });
    expect(await tell('refund.created', bank().refundAtDesk(intent, 1210))).toBe(204);
    await expectBooks(order.id, {});
    expect((await read(buyer, order.id)).refunds).toMatchObject([{ state: 'done' }]);
  });
});

describe('a second payment of an order', () => {
  it('that went back, and is disputed, leaves the sale alone', async () => {
    const { order, buyer, product, ...first } = await sent();
    const params = { id: order.id };
    const body = { provider: 'stripe' } as const;
    const again = await call(ordersContract.payOrder, { as: buyer, params, body });
    const second = again.payment?.place?.url.split('/').at(-1) ?? '';
    await tell('checkout.session.completed', bank().pay(second));
    await tell('checkout.session.completed', bank().pay(first.sessionId));
    await runKeptJobs();
    const { id } = bank().dispute(first.intent);
    await tell('charge.dispute.created', bank().disputes.get(id));
    expect(await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'))).toBe(204);
    const after = await read(buyer, order.id);
    expect(after).toMatchObject({ state: 'paid', refunded: 0, invoices: [{ total: 1210 }] });
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket).not.toBeNull();
    await expectBooks(order.id, {
      ...{ organizer: -846, platform_fee: -154, tax: -210 },
      ...{ provider: -disputeFee, platform_cost: 1210 + disputeFee },
    });
  });
});
