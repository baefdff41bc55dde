import { afterEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { useClock } from '#server/platform/clock.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { toldTo } from '#test/books.ts';
import type { Someone } from '#test/factories/accounts.ts';
import { lastMailTo, mailsTo } from '#test/factories/mails.ts';
import { enterRate } from '#test/factories/rates.ts';
import { payWith } from '#test/factories/subscriptions.ts';
import { call } from '#test/story.ts';
import {
  aForeignSubscriber,
  at,
  billFrom,
  due,
  live,
  once,
  only,
  paymentsOf,
  stateOf,
} from '#test/waiting-months.ts';
import { renewMonths } from './renew-months.ts';

afterEach(() => useClock(null));

/** It is approved with its owner there, who is wanted again at each charge. */
const wantsItsOwner = '4000 0025 0000 3155';

/** Somebody whose bank wants to hear of them; then the rate is missing. */
async function whoeverIsWanted(currency: CurrencyCode) {
  const made = await aForeignSubscriber(currency, wantsItsOwner);
  const { items } = await call(ordersContract.listMyOrders, { as: made.viewer });
  const params = { id: orRefuse(items[0]).id };
  await call(ordersContract.confirmPayment, { as: made.viewer, params, body: { approve: true } });
  await at(due);
  await billFrom(made.channel, 'ES');
  return made;
}

/** Pays on their screen what is due. */
async function payByHand(as: Someone): Promise<void> {
  const params = { id: orRefuse(await only(as)).id };
  const { startsAt, price } = await call(subscriptionOrdersContract.getMonthCheckout, {
    as,
    params,
  });
  const body = { startsAt, expectedTotal: price.total, acceptTerms: true };
  const order = await call(subscriptionOrdersContract.orderMonth, { as, params, body });
  await payWith(as, order.id);
}

/** What they are written about a payment: of what was bought they hear elsewhere. */
const asked = ['subscription-confirm', 'subscription-failed', 'subscription-due'];
const lettersOf = async ({ email }: Someone) =>
  (await mailsTo(email)).map(({ kind }) => kind).filter((kind) => asked.includes(kind));

describe('a payment that is due and left to its person, when the rate goes missing', () => {
  it('waits: nobody could pay it, so it does not end with its grace', async () => {
    const { admin, viewer } = await whoeverIsWanted('NOK');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
    expect(await only(viewer)).toMatchObject({ paymentDue: true, waitsForRate: false });
    await live('2026-02-11T05:00:00Z', 20);
    expect(await stateOf(viewer)).toBe('past_due');
    expect(await only(viewer)).toMatchObject({
      ...{ status: 'subscribed', paymentDue: true, waitsForRate: true },
      can: { pay: false, cancel: true },
    });
    expect(await toldTo(admin, 'rate_missing')).toHaveLength(1);
    expect(await lettersOf(viewer)).toEqual(['subscription-confirm']);
  });

  it('is not asked of that bank once there is a rate: its person has the grace anew, by letter', async () => {
    const { admin, viewer } = await whoeverIsWanted('DKK');
    await live('2026-02-11T05:00:00Z', 20);
    await enterRate(admin, 'DKK', 7_460_000);
    await Promise.all([runKeptJobs(), renewMonths(), renewMonths()]);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
    expect(await only(viewer)).toMatchObject({
      ...{ paymentDue: true, waitsForRate: false, accessUntil: '2026-03-09T05:00:00.000Z' },
      can: { pay: true },
    });
    const letters = ['subscription-confirm', 'subscription-due'];
    expect(await lettersOf(viewer)).toEqual(letters);
    expect((await lastMailTo(viewer.email)).body_text).toContain(
      'Your subscription can be paid again: the rate of its currency to the euro was missing, and nothing was charged meanwhile.',
    );
    await live('2026-03-03T05:00:00Z', 6);
    await payByHand(viewer);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined', 'paid']);
    expect(await only(viewer)).toMatchObject({ validUntil: '2026-03-10T11:00:00.000Z' });
  });

  it('ends with that grace when nobody pays', async () => {
    const { admin, viewer } = await whoeverIsWanted('SEK');
    await live('2026-02-11T05:00:00Z', 20);
    await enterRate(admin, 'SEK', 11_000_000);
    await runKeptJobs();
    await at('2026-03-09T04:59:00Z');
    expect(await stateOf(viewer)).toBe('past_due');
    await at('2026-03-09T05:00:00Z');
    expect(await stateOf(viewer)).toBe('ended');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
  });

  it('can be paid to the end of the new grace, though its order is older', async () => {
    const { admin, viewer } = await whoeverIsWanted('PLN');
    await live('2026-02-11T05:00:00Z', 2);
    await enterRate(admin, 'PLN', 4_300_000);
    await runKeptJobs();
    const accessUntil = '2026-02-19T05:00:00.000Z';
    expect(await only(viewer)).toMatchObject({ waitsForRate: false, accessUntil });
    await at('2026-02-18T05:00:00Z');
    await payByHand(viewer);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined', 'paid']);
  });

  it('is the month that runs, of which that bank is not asked either', async () => {
    const { admin, viewer } = await whoeverIsWanted('HUF');
    await live('2026-02-11T05:00:00Z', 45);
    await enterRate(admin, 'HUF', 400_000_000);
    await runKeptJobs();
    await at('2026-03-27T06:00:00Z');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
    await payByHand(viewer);
    expect(await only(viewer)).toMatchObject({ validUntil: '2026-04-10T10:00:00.000Z' });
  });

  it('is the next month, once, when it is paid after the end of its own', async () => {
    const { admin, viewer } = await whoeverIsWanted('ZAR');
    await live('2026-02-11T05:00:00Z', 27);
    await enterRate(admin, 'ZAR', 20_100_000);
    await runKeptJobs();
    expect(await only(viewer)).toMatchObject({ accessUntil: '2026-03-16T05:00:00.000Z' });
    await live('2026-03-10T05:00:00Z', 3);
    await payByHand(viewer);
    await live('2026-03-12T05:05:00Z', 3);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined', 'paid']);
    expect(await only(viewer)).toMatchObject({ validUntil: '2026-04-10T10:00:00.000Z' });
  });

  it('waits also where its next try would come after its end', async () => {
    const { channel, viewer } = await aForeignSubscriber('ARS', once);
    await at('2026-02-15T05:00:00Z');
    await at('2026-02-16T05:00:00Z');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined', 'declined']);
    await billFrom(channel, 'ES');
    await live('2026-02-16T06:00:00Z', 10);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', waitsForRate: true });
  });

  it('waits also where all tries are over', async () => {
    const { channel, viewer } = await aForeignSubscriber('RON', once);
    await live(due, 6);
    expect(await paymentsOf(viewer)).toEqual(['paid', ...Array(4).fill('declined')]);
    await billFrom(channel, 'ES');
    await live('2026-02-16T05:00:00Z', 10);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', waitsForRate: true });
  });

  it('ends all the same where its person cancels in the grace', async () => {
    const { viewer } = await whoeverIsWanted('BRL');
    useClock('2026-02-12T05:00:00Z');
    const params = { id: orRefuse(await only(viewer)).id };
    await call(subscriptionsContract.cancelSubscription, { as: viewer, params });
    await at('2026-02-12T05:01:00Z');
    expect(await stateOf(viewer)).toBe('ended');
  });

  it('stands in the way of none whose rate is missing, while its own is there', async () => {
    const { admin, viewer: paying } = await whoeverIsWanted('MXN');
    await enterRate(admin, 'MXN', 20_100_000);
    const { viewer } = await whoeverIsWanted('TRY');
    useClock('2026-02-11T05:00:00Z');
    await renewMonths(1);
    expect(await only(paying)).toMatchObject({ waitsForRate: false, can: { pay: true } });
    expect(await only(viewer)).toMatchObject({ waitsForRate: true });
  });
});
