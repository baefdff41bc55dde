import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { saveProviders } from '#test/factories/payments.ts';
import { cards } from '#test/factories/sales.ts';
import {
  aMonth,
  aNextMonth,
  aPaidChannel,
  aSubscriber,
  mySubscriptions,
  nextMonthForm,
  payWith,
} from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { type StripeServer, startStripe, stripeKeys } from '#test/stripe-server.ts';
import { renewMonths } from './renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const january = '2026-02-28T11:00:00.000Z';
const february = '2026-03-31T10:00:00.000Z';
const march = '2026-04-30T10:00:00.000Z';

const only = async (as: Someone) => (await mySubscriptions(as))[0];
const paidOf = async (as: Someone) =>
  (
    await db()
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.id')
      .where('o.buyer_id', '=', as.id)
      .where('p.state', '=', 'paid')
      .execute()
  ).length;

async function subscribed() {
  useClock(began);
  return aSubscriber();
}

async function giveBack(orderId: string): Promise<void> {
  const body = { reason: 'asked by the subscriber' };
  const as = await anAdmin();
  await call(refundsContract.refundOrder, { as, params: { id: orderId }, body });
  await runKeptJobs();
}

describe('a month that is paid by hand', () => {
  it('is not the one after it, when the job was faster', async () => {
    const { viewer, subscription } = await subscribed();
    useClock('2026-02-28T05:00:00Z');
    const params = { id: subscription.id };
    const { startsAt } = await call(subscriptionOrdersContract.getMonthCheckout, {
      as: viewer,
      params,
    });
    expect(startsAt).toBe(january);
    await renewMonths();
    const body = nextMonthForm({ validUntil: startsAt });
    expect(
      await refusal(subscriptionOrdersContract.orderMonth, { as: viewer, params, body }),
    ).toMatchObject({ status: 409, code: 'SUBSCRIPTION_STATE' });
    expect(await paidOf(viewer)).toBe(2);
    expect(await only(viewer)).toMatchObject({ validUntil: february });
  });

  it('is one, also sent again under a key that only found its order', async () => {
    const { viewer, subscription } = await subscribed();
    const { id } = await aNextMonth(viewer, subscription);
    const again = {
      as: viewer,
      params: { id: subscription.id },
      body: nextMonthForm(subscription),
      headers: { 'idempotency-key': crypto.randomUUID() },
    };
    expect((await call(subscriptionOrdersContract.orderMonth, again)).id).toBe(id);
    await payWith(viewer, id);
    expect(await refusal(subscriptionOrdersContract.orderMonth, again)).toMatchObject({
      code: 'SUBSCRIPTION_STATE',
    });
    expect(await only(viewer)).toMatchObject({ validUntil: february });
  });

  it('is ordered by thirty at once, which is more than there are connections', async () => {
    const { channel, ...first } = await subscribed();
    const all = [first];
    while (all.length < 30) all.push(await aSubscriber({ channel }));
    // What was known of fees a month ago is asked anew.
    useClock('2026-02-20T11:00:00Z');
    const orders = await Promise.all(
      all.map(({ viewer, subscription }) => aNextMonth(viewer, subscription)),
    );
    expect(new Set(orders.map(({ id }) => id)).size).toBe(30);
  });

  it('takes the place of an order that would begin another subscription', async () => {
    useClock(began);
    const channel = await aPaidChannel();
    const viewer = await aViewer();
    const first = await aMonth(viewer, channel);
    await payWith(viewer, first.id, cards.late);
    // The first order's time is over, a second one waits, and then the bank says yes to the first.
    await db().updateTable('orders').set({ state: 'expired' }).where('id', '=', first.id).execute();
    await db()
      .updateTable('order_lines')
      .set({ is_pending: false })
      .where('order_id', '=', first.id)
      .execute();
    const second = await aMonth(viewer, channel);
    useClock('2026-01-31T11:01:00Z');
    await runKeptJobs();
    const subscription = await only(viewer);
    if (!subscription) throw new Error('nobody subscribed');
    const month = await aNextMonth(viewer, subscription);
    expect(month.id).not.toBe(second.id);
    const params = { id: second.id };
    expect((await call(ordersContract.getOrder, { as: viewer, params })).state).toBe('cancelled');
  });
});

describe('a month that was paid ahead', () => {
  it('and goes back takes nothing of the one that runs, and is not charged again', async () => {
    const { viewer, subscription } = await subscribed();
    const ahead = await aNextMonth(viewer, subscription);
    await payWith(viewer, ahead.id);
    expect(await only(viewer)).toMatchObject({ validUntil: february });
    useClock('2026-02-08T11:00:00Z');
    await runKeptJobs();
    const before = await mailsTo(viewer.email);
    await giveBack(ahead.id);
    expect(await only(viewer)).toMatchObject({
      status: 'cancelled',
      validUntil: january,
      accessUntil: january,
      can: { resume: true },
    });
    const mails = (await mailsTo(viewer.email)).slice(before.length);
    expect(mails.map(({ kind }) => kind)).toEqual(['subscription-cancelled', 'order-refunded']);
    useClock('2026-02-28T05:00:00Z');
    await renewMonths();
    expect(await paidOf(viewer)).toBe(1);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('and went back is charged, and lasts a month, once its person goes on', async () => {
    const { viewer, subscription } = await subscribed();
    const ahead = await aNextMonth(viewer, subscription);
    await payWith(viewer, ahead.id);
    await giveBack(ahead.id);
    const params = { id: subscription.id };
    await call(subscriptionsContract.resumeSubscription, { as: viewer, params });
    useClock('2026-02-28T05:00:00Z');
    await renewMonths();
    expect(await paidOf(viewer)).toBe(2);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', validUntil: february });
    useClock('2026-03-31T04:00:00Z');
    await renewMonths();
    expect(await paidOf(viewer)).toBe(3);
    expect(await only(viewer)).toMatchObject({ validUntil: march });
  });

  it('and goes back leaves no order of the month after it in the way of what is charged next', async () => {
    const { viewer, subscription } = await subscribed();
    const ahead = await aNextMonth(viewer, subscription);
    await payWith(viewer, ahead.id);
    const further = await aNextMonth(viewer, (await only(viewer)) ?? subscription);
    await giveBack(ahead.id);
    const params = { id: subscription.id };
    await call(subscriptionsContract.resumeSubscription, { as: viewer, params });
    useClock('2026-02-28T05:00:00Z');
    await renewMonths();
    expect(await paidOf(viewer)).toBe(2);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', validUntil: february });
    const left = await call(ordersContract.getOrder, { as: viewer, params: { id: further.id } });
    expect(left.state).toBe('cancelled');
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('and goes back waits for money that is on its way to the month after it, which goes back too', async () => {
    const { viewer, subscription } = await subscribed();
    const ahead = await aNextMonth(viewer, subscription);
    await payWith(viewer, ahead.id);
    const further = await aNextMonth(viewer, (await only(viewer)) ?? subscription);
    await giveBack(ahead.id);
    const params = { id: subscription.id };
    await call(subscriptionsContract.resumeSubscription, { as: viewer, params });
    useClock('2026-02-28T05:00:00Z');
    await payWith(viewer, further.id, cards.late);
    await renewMonths();
    expect(await paidOf(viewer)).toBe(1);
    useClock('2026-02-28T05:01:00Z');
    await runKeptJobs();
    await renewMonths();
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', validUntil: february });
    const left = await call(ordersContract.getOrder, { as: viewer, params: { id: further.id } });
    expect(left.state).toBe('failed');
    const refunds = db()
      .selectFrom('refunds')
      .select(['amount'])
      .where('order_id', '=', further.id);
    expect(await refunds.execute()).toEqual([{ amount: 499 }]);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('keeps the subscription when the one that runs goes back', async () => {
    const { viewer, order, subscription } = await subscribed();
    await payWith(viewer, (await aNextMonth(viewer, subscription)).id);
    await giveBack(order.id);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', validUntil: february });
  });
});

describe('a month that is paid on the page of a provider', () => {
  let stripe: StripeServer;
  const { STRIPE_API } = config();
  beforeAll(async () => {
    stripe = await startStripe();
    overrideConfig({ STRIPE_API: stripe.url });
  });
  afterAll(async () => {
    overrideConfig({ STRIPE_API });
    await stripe.stop();
  });
  afterEach(() => saveProviders({}));

  it('leads back to that month, be it paid or not', async () => {
    const { viewer, subscription } = await subscribed();
    const { id } = await aNextMonth(viewer, subscription);
    await saveProviders({ stripe: stripeKeys });
    const params = { id };
    await call(ordersContract.payOrder, { as: viewer, params, body: { provider: 'stripe' } });
    const form = stripe.asked.at(-1)?.form;
    const back = new URL(form?.get('cancel_url') ?? '');
    expect(`${back.pathname}${back.search}`).toBe(
      `/mystuff/subscriptions/${subscription.id}/pay?order=${id}`,
    );
    expect(form?.get('success_url')).toBe(back.href);
  });
});
