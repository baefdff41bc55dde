import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { booksOf, toldTo } from '#test/books.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { call, refusal } from '#test/story.ts';
import { disputeFee } from '#test/stripe-server.ts';
import { byStripe } from '#test/stripe-story.ts';

const { bank, tell, paid, deliver } = byStripe();
const reason = 'The show fell through';

const read = (as: Someone, id: string) => call(ordersContract.getOrder, { as, params: { id } });
const saleOf = async (as: Someone, id: string) => {
  const { items } = await call(salesContract.listSales, { as, query: { q: id } });
  const [sale] = items;
  if (!sale) throw new Error('no such sale');
  return sale;
};
/** Nothing in these books is left to chance. */
const expectBooks = async (orderId: string, accounts: Record<string, number>) => {
  const books = await booksOf(orderId);
  const standing = Object.fromEntries(Object.entries(books).filter(([, sum]) => sum !== 0));
  expect(standing).toEqual(accounts);
  const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
  expect(differences).toEqual([]);
};
const sold = { organizer: -846, platform_fee: -154, tax: -210 };

describe('a dispute', () => {
  it('takes the money away, with the bank’s fee, and is told to whom it concerns', async () => {
    const admin = await anAdmin();
    const { order, product, intent } = await paid();
    const dispute = bank().dispute(intent);
    expect(await tell('charge.dispute.created', dispute)).toBe(204);
    await expectBooks(order.id, {
      ...{ ...sold, disputes: 1210, platform_cost: disputeFee },
      provider: -disputeFee,
    });
    const sale = await saleOf(product.owner, order.id);
    expect(sale.dispute).toMatchObject({
      ...{ state: 'needs_response', amount: 1210, reason: 'fraudulent' },
      respondBy: expect.any(String),
    });
    expect(sale.can.refund).toBe(false);
    expect((await toldTo(admin, 'dispute'))[0]?.subject).toBe('A bank takes €12.10 back');
    const [told] = await toldTo(product.owner, 'dispute');
    expect(told?.content).toContain('this sale is not paid out');
  });

  it('that is won leaves the sale as it was', async () => {
    const { order, buyer, product, intent } = await paid();
    const { id } = bank().dispute(intent);
    await tell('charge.dispute.created', bank().disputes.get(id));
    await tell('charge.dispute.updated', bank().moveDispute(id, 'under_review'));
    await tell('charge.dispute.closed', bank().moveDispute(id, 'won'));
    await expectBooks(order.id, {
      ...{ ...sold, platform_cost: disputeFee, provider: 1210 - disputeFee },
    });
    expect(await read(buyer, order.id)).toMatchObject({ state: 'paid', refunded: 0 });
    expect((await saleOf(product.owner, order.id)).can.refund).toBe(true);
    // Between two steps of the bank nobody is told anything.
    expect((await toldTo(product.owner, 'dispute')).map(({ subject }) => subject)).toEqual([
      ...['A bank takes €12.10 back', 'The dispute about €12.10 is won'],
    ]);
  });

  it('that is lost ends ticket and sale, on paper, at the cost of whom the bank’s reason names', async () => {
    for (const [said, costs] of [
      ['product_not_received', { organizer: 154, platform_fee: -154, platform_cost: disputeFee }],
      ['fraudulent', { organizer: -846, platform_cost: 846 + disputeFee }],
    ] as const) {
      const product = await aProduct({ sessions: [{ capacity: 1 }] });
      const { order, buyer, intent } = await paid({ product });
      const { id } = bank().dispute(intent, { reason: said });
      await tell('charge.dispute.created', bank().disputes.get(id));
      await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'));
      await expectBooks(order.id, { ...costs, provider: -disputeFee });
      const back = await read(product.owner, order.id);
      expect(back).toMatchObject({
        ...{ state: 'refunded', refunded: 1210, payment: { state: 'refunded' } },
        refunds: [{ origin: 'dispute', state: 'done', amount: 1210 }],
      });
      expect(back.invoices.map(({ total }) => total)).toEqual([1210, -1210]);
      const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
      expect(mine).toMatchObject({ ticket: null, can: { buy: true } });
    }
  });

  it('has one effect in whatever order, and however often, it is told', async () => {
    const { order, buyer, intent } = await paid();
    const { id } = bank().dispute(intent);
    const opened = bank().event('charge.dispute.created', structuredClone(bank().disputes.get(id)));
    const moved = bank().event('charge.dispute.funds_withdrawn', bank().disputes.get(id));
    const closed = bank().event('charge.dispute.closed', bank().moveDispute(id, 'lost'));
    for (const notice of [closed, moved, opened, closed, opened]) {
      expect(await deliver(notice)).toBe(204);
    }
    await expectBooks(order.id, {
      ...{ organizer: -846, platform_cost: 846 + disputeFee, provider: -disputeFee },
    });
    const back = await read(buyer, order.id);
    expect([back.refunds.length, back.invoices.length]).toEqual([1, 2]);
    const { count } = await db()
      .selectFrom('disputes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('provider_object', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it('about which the bank only asks takes no money, and may be settled by a refund', async () => {
    const { order, product, intent } = await paid();
    const { id } = bank().dispute(intent, { status: 'warning_needs_response' });
    await tell('charge.dispute.created', bank().disputes.get(id));
    expect((await saleOf(product.owner, order.id)).can.refund).toBe(true);
    const params = { id: order.id };
    await call(refundsContract.refundOrder, { as: product.owner, params, body: { reason } });
    await tell('charge.dispute.closed', bank().moveDispute(id, 'warning_closed'));
    await expectBooks(order.id, { organizer: 154, platform_fee: -154 });
    expect((await saleOf(product.owner, order.id)).dispute?.state).toBe('warning_closed');
  });

  it('lost after a part went back takes what was left; the rest is the platform’s', async () => {
    const { order, intent } = await paid();
    const as = await anAdmin();
    const params = { id: order.id };
    await call(refundsContract.refundOrder, { as, params, body: { reason, amount: 400 } });
    const { id } = bank().dispute(intent, { reason: 'product_not_received' });
    await tell('charge.dispute.created', bank().disputes.get(id));
    await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'));
    await expectBooks(order.id, {
      ...{ organizer: 154, platform_fee: -154, platform_cost: 400 + disputeFee },
      provider: -400 - disputeFee,
    });
    const back = await read(as, order.id);
    expect(back).toMatchObject({ state: 'refunded', refunded: 1210 });
    expect(back.invoices.map(({ total }) => total)).toEqual([1210, -400, -810]);
  });

  it('takes the place of a refund that the bank had not done', async () => {
    const { order, intent } = await paid();
    const as = await anAdmin();
    const params = { id: order.id };
    bank().fault = 'down';
    const asked = await call(refundsContract.refundOrder, { as, params, body: { reason } });
    expect(asked.refunds).toMatchObject([{ state: 'requested' }]);
    bank().fault = null;
    const { id } = bank().dispute(intent);
    await tell('charge.dispute.created', bank().disputes.get(id));
    await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'));
    await runKeptJobs();
    const back = await read(as, order.id);
    expect(back.refunds.map(({ origin, state }) => [origin, state])).toEqual([
      ['person', 'failed'],
      ['dispute', 'done'],
    ]);
    expect(back.invoices).toHaveLength(2);
  });
});

describe('refused is', () => {
  it('a refund, a look at one, and asking for one, while the bank has the money', async () => {
    const { order, buyer, intent } = await paid();
    await tell('charge.dispute.created', bank().dispute(intent));
    const as = await anAdmin();
    const params = { id: order.id };
    const disputed = { status: 409, code: 'REFUND_DISPUTED' };
    expect(await refusal(refundsContract.refundOrder, { as, params, body: { reason } })).toEqual(
      disputed,
    );
    const query = { reasonCode: 'complaint' } as const;
    expect(await refusal(refundsContract.previewRefund, { as, params, query })).toEqual(disputed);
    expect(
      await refusal(refundsContract.askForRefund, { as: buyer, params, body: { reason } }),
    ).toEqual(disputed);
    expect((await read(as, order.id)).refunds).toEqual([]);
  });

  it('a dispute in another money than the payment; one of others is kept and changes nothing', async () => {
    const { order, intent } = await paid();
    const dispute = bank().dispute(intent);
    dispute.currency = 'usd';
    for (const moved of dispute.balance_transactions) moved.currency = 'usd';
    expect(await tell('charge.dispute.created', dispute)).toBe(400);
    const { payment_intent } = bank().dispute(intent);
    const other = {
      ...bank().dispute(intent),
      payment_intent: { ...payment_intent, metadata: {} },
    };
    bank().disputes.set(other.id, other);
    expect(await tell('charge.dispute.created', other)).toBe(204);
    await expectBooks(order.id, { ...sold, provider: 1210 });
  });
});
