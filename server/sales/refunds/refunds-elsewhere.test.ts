import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { nowMs, useClock } from '#server/platform/clock.ts';
import { keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { booksOf, lettersTo, toldTo } from '#test/books.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { saveProviders } from '#test/factories/payments.ts';
import { call, refusal } from '#test/story.ts';
import { disputeFee, stripeKeys } from '#test/stripe-server.ts';
import { byStripe } from '#test/stripe-story.ts';
import { retryRefunds } from './retry-refunds.ts';

const { bank, tell, paid, deliver } = byStripe();
const reason = 'The show fell through';
const read = (as: Someone, id: string) => call(ordersContract.getOrder, { as, params: { id } });
const later = (days: number) => useClock(new Date(nowMs() + days * 86_400_000).toISOString());
const noDifferences = async () =>
  expect(await call(paymentsContract.checkLedger, { as: await anAdmin() })).toMatchObject({
    differences: [],
  });

describe('money given back at Stripe’s own desk', () => {
  it('is in our books as a refund of ours: ticket, paper and letter', async () => {
    const { order, buyer, product, intent } = await paid();
    const refund = bank().refundAtDesk(intent, 1210);
    expect(await tell('refund.created', refund)).toBe(204);
    const back = await read(product.owner, order.id);
    expect(back).toMatchObject({
      ...{ state: 'refunded', refunded: 1210, payment: { state: 'refunded' } },
      refunds: [{ origin: 'provider', state: 'done', amount: 1210, bearer: 'organizer' }],
    });
    expect(back.invoices.map(({ total }) => total)).toEqual([1210, -1210]);
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket).toBeNull();
    await runKeptJobs();
    expect(await lettersTo(buyer)).toEqual(['order-paid', 'order-refunded']);
    expect(await booksOf(order.id)).toMatchObject({ organizer: 154, provider: 0, tax: 0 });
    await noDifferences();
  });

  it('in parts is booked once each, however often and in whatever order it is told', async () => {
    const { order, product, intent } = await paid();
    const first = bank().refundAtDesk(intent, 300, 'duplicate');
    const one = bank().event('refund.created', first);
    const charge = { id: 'ch_1', object: 'charge', payment_intent: intent };
    const second = bank().refundAtDesk(intent, 200);
    const both = bank().event('charge.refunded', charge);
    const other = bank().event('refund.created', second);
    const told = await Promise.all([both, one, other, both].map(deliver));
    expect(told).toEqual([204, 204, 204, 204]);
    const back = await read(product.owner, order.id);
    expect(back).toMatchObject({ state: 'partly_refunded', refunded: 500 });
    expect(back.refunds.map(({ amount, bearer }) => [amount, bearer])).toEqual([
      [300, 'platform'],
      [200, 'organizer'],
    ]);
    await noDifferences();
  });

  it('is not what we asked for ourselves, whoever tells of that first', async () => {
    const { order, intent } = await paid();
    const as = await anAdmin();
    const params = { id: order.id };
    await call(refundsContract.refundOrder, { as, params, body: { reason, amount: 400 } });
    const ours = bank().refunds.find((one) => one.intent === intent);
    expect(ours?.metadata.key).toBeTruthy();
    await tell('refund.created', ours);
    await tell('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: intent });
    expect(await read(as, order.id)).toMatchObject({
      ...{ refunded: 400, refunds: [{ origin: 'person', state: 'done' }] },
    });
    // Its answer was lost on the way; the notice says that it was done.
    bank().fault = 'down';
    const asked = await call(refundsContract.refundOrder, {
      ...{ as, params },
      body: { reason, amount: 100 },
    });
    bank().fault = null;
    const key = asked.refunds.at(-1)?.id ?? '';
    const lost = bank().refundAtDesk(intent, 100);
    lost.metadata = { key };
    await tell('refund.updated', lost);
    const back = await read(as, order.id);
    expect(back.refunds.at(-1)).toMatchObject({ id: key, state: 'done', origin: 'person' });
    await noDifferences();
  });

  it('takes the place of a refund of ours that waited', async () => {
    const { order, intent } = await paid();
    const as = await anAdmin();
    bank().fault = 'down';
    await call(refundsContract.refundOrder, { as, params: { id: order.id }, body: { reason } });
    bank().fault = null;
    await tell('refund.created', bank().refundAtDesk(intent, 1210));
    await runKeptJobs();
    expect((await read(as, order.id)).refunds.map(({ state }) => state)).toEqual([
      ...['failed', 'done'],
    ]);
    await noDifferences();
  });

  it('that comes back from the buyer’s bank is still theirs, and administrators hear of it', async () => {
    const admin = await anAdmin();
    const { order, intent } = await paid();
    const refund = bank().refundAtDesk(intent, 1210);
    await tell('refund.created', refund);
    refund.status = 'failed';
    const notice = bank().event('refund.failed', refund);
    expect([await deliver(notice), await deliver(notice)]).toEqual([204, 204]);
    await tell('refund.updated', refund);
    const back = await read(admin, order.id);
    expect(back).toMatchObject({ state: 'refunded', refunds: [{ state: 'bounced' }] });
    expect(await booksOf(order.id)).toMatchObject({
      provider: 1210,
      refunds: -1210,
      organizer: 154,
    });
    const told = await toldTo(admin, 'refund_bounced');
    expect(told.filter(({ content }) => content.includes(order.number))).toHaveLength(1);
    await noDifferences();
  });

  it.each([1210, 400])(
    'in the place of one of %i that came back is the same refund, however they are told',
    async (amount) => {
      const { order, product, intent } = await paid();
      const first = bank().refundAtDesk(intent, amount);
      await tell('refund.created', first);
      const done = await read(product.owner, order.id);
      first.status = 'failed';
      const again = bank().refundAtDesk(intent, amount);
      // The notice of the second comes before that of the failure of the first.
      expect(await tell('refund.created', again)).toBe(204);
      expect(await tell('refund.failed', first)).toBe(204);
      const back = await read(product.owner, order.id);
      expect(back).toMatchObject({ state: done.state, refunded: amount });
      expect(back.refunds.map((one) => [one.amount, one.state])).toEqual([[amount, 'done']]);
      expect(back.invoices.map(({ total }) => total)).toEqual([1210, -amount]);
      expect(await booksOf(order.id)).toMatchObject({ provider: 1210 - amount, refunds: 0 });
      await noDifferences();
      // It may come back once more.
      again.status = 'failed';
      expect(await tell('refund.failed', again)).toBe(204);
      expect(await booksOf(order.id)).toMatchObject({ provider: 1210, refunds: -amount });
      expect((await read(product.owner, order.id)).refunds).toMatchObject([{ state: 'bounced' }]);
    },
  );

  it('that fails before we ever heard of it is nothing', async () => {
    const { order, buyer, intent } = await paid();
    const refund = bank().refundAtDesk(intent, 1210);
    refund.status = 'failed';
    expect(await tell('refund.failed', refund)).toBe(204);
    expect(await read(buyer, order.id)).toMatchObject({ state: 'paid', refunds: [] });
  });
});

describe('a refund that came back', () => {
  it('is lost to a dispute as the buyer’s own money', async () => {
    const { order, product, intent } = await paid();
    const refund = bank().refundAtDesk(intent, 1210);
    await tell('refund.created', refund);
    refund.status = 'failed';
    await tell('refund.failed', refund);
    const { id } = bank().dispute(intent);
    await tell('charge.dispute.created', bank().disputes.get(id));
    expect(await tell('charge.dispute.closed', bank().moveDispute(id, 'lost'))).toBe(204);
    const back = await read(product.owner, order.id);
    expect(back).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }] });
    expect(await booksOf(order.id)).toMatchObject({
      ...{ refunds: 0, disputes: 0, organizer: 154 },
      ...{ provider: -disputeFee, platform_cost: disputeFee },
    });
    await noDifferences();
  });

  it('is done when an administrator sent its money in another way; not while the bank disputes it', async () => {
    const admin = await anAdmin();
    const { order, intent } = await paid();
    const refund = bank().refundAtDesk(intent, 400);
    await tell('refund.created', refund);
    refund.status = 'failed';
    await tell('refund.failed', refund);
    const bounced = await read(admin, order.id);
    const params = { id: bounced.refunds[0]?.id ?? '' };
    expect(bounced.refunds[0]?.can).toEqual({ askAgain: false, returnOtherwise: true });
    const { id } = bank().dispute(intent, { amount: 100 });
    await tell('charge.dispute.created', bank().disputes.get(id));
    expect(await refusal(refundsContract.returnOtherwise, { as: admin, params })).toEqual({
      status: 409,
      code: 'REFUND_DISPUTED',
    });
    await tell('charge.dispute.closed', bank().moveDispute(id, 'won'));
    const sent = await call(refundsContract.returnOtherwise, { as: admin, params });
    expect(sent).toMatchObject({ state: 'partly_refunded', refunded: 400 });
    expect(sent.refunds).toMatchObject([{ state: 'done', returnedAt: expect.any(String) }]);
    expect(sent.invoices.map(({ total }) => total)).toEqual([1210, -400]);
    expect(await booksOf(order.id)).toMatchObject({ refunds: 0, disputes: 0 });
    await noDifferences();
  });
});

describe('a refund of ours that Stripe gives up', () => {
  it('has failed at once, and can be asked for anew', async () => {
    const admin = await anAdmin();
    const { order, intent } = await paid();
    const params = { id: order.id };
    bank().fault = 'down';
    const asked = await call(refundsContract.refundOrder, { as: admin, params, body: { reason } });
    keepJobs();
    bank().fault = null;
    const given = bank().refundAtDesk(intent, 1210);
    Object.assign(given, { status: 'failed', metadata: { key: asked.refunds[0]?.id } });
    await tell('refund.failed', given);
    const failed = await read(admin, order.id);
    expect(failed).toMatchObject({ refunds: [{ state: 'failed' }], can: { refund: true } });
    expect(await toldTo(admin, 'refund_failed')).toHaveLength(1);
    const anew = await call(refundsContract.refundOrder, { as: admin, params, body: { reason } });
    expect(anew.state).toBe('refunded');
  });
});

describe('a refund while the keys of Stripe are gone', () => {
  it('waits, is told once, is not given up, and goes on when they are back', async () => {
    const admin = await anAdmin();
    const { order } = await paid();
    const params = { id: order.id };
    await saveProviders({});
    const asked = await call(refundsContract.refundOrder, { as: admin, params, body: { reason } });
    expect(asked).toMatchObject({ state: 'paid', refunds: [{ state: 'requested' }] });
    keepJobs();
    for (const days of [1, 1, 2]) {
      later(days);
      await retryRefunds();
    }
    const told = await toldTo(admin, 'refund_unset');
    expect(told.map(({ subject }) => subject)).toEqual(['A refund waits for the provider’s keys']);
    expect((await read(admin, order.id)).refunds).toMatchObject([{ state: 'requested' }]);
    await saveProviders({ stripe: stripeKeys });
    later(1);
    await retryRefunds();
    expect(await read(admin, order.id)).toMatchObject({ state: 'refunded', refunded: 1210 });
  });
});
