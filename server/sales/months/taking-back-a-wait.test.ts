import { afterEach, describe, expect, it } from 'vitest';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { findPass, lockSubscription } from '#server/subscriptions/index.ts';
import { toldTo } from '#test/books.ts';
import type { Someone } from '#test/factories/accounts.ts';
import { enterRate } from '#test/factories/rates.ts';
import { somebodyWaits } from '#test/meeting.ts';
import { call, refusal, send } from '#test/story.ts';
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

const idOf = async (as: Someone) => orRefuse(await only(as)).id;
const cancel = async (as: Someone) =>
  call(subscriptionsContract.cancelSubscription, { as, params: { id: await idOf(as) } });
const resume = async (as: Someone) =>
  call(subscriptionsContract.resumeSubscription, { as, params: { id: await idOf(as) } });

/** Somebody who cancelled after three days (or so many) of waiting: open until six days after the last of them. */
async function whoeverCancelled(currency: CurrencyCode, days = 3, card?: string) {
  const made = await aForeignSubscriber(currency, card);
  if (card) await at(due);
  await billFrom(made.channel, 'ES');
  await live(due, days);
  await cancel(made.viewer);
  return made;
}
const end = '2026-02-19T05:00:00.000Z';
const before = '2026-02-19T04:59:59.000Z';

describe('a wait that was cancelled', () => {
  it('is taken back until the promised day, and goes on as before', async () => {
    const { admin, film, viewer } = await whoeverCancelled('NOK');
    useClock(before);
    expect(await resume(viewer)).toMatchObject({
      ...{ status: 'subscribed', waitsForRate: true, renews: true, nextCharge: null },
      can: { cancel: true, resume: false, resumeToPay: false, pay: false },
    });
    // It is kept open at once: its last second is not the clock's.
    await runKeptJobs();
    useClock('2026-02-19T05:00:01Z');
    await endSubscriptions();
    const opened = { userId: viewer.id, productId: film.id, at: '2026-02-19T05:00:01Z' };
    expect(await findPass(db(), opened)).not.toBeNull();
    await live('2026-02-20T05:00:00Z', 40);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', waitsForRate: true });
    expect(await paymentsOf(viewer)).toEqual(['paid']);
    expect(await toldTo(admin, 'rate_missing')).toHaveLength(1);
  });

  it('also where it waited for longer than a grace', async () => {
    const { viewer } = await whoeverCancelled('ISK', 20);
    useClock('2026-03-02T05:00:00Z');
    await resume(viewer);
    await endSubscriptions();
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', waitsForRate: true });
  });

  it('is not taken back after it, nor where it is offered no more', async () => {
    const { channel, viewer } = await whoeverCancelled('DKK');
    const asked = { as: viewer, params: { id: await idOf(viewer) } };
    useClock(end);
    expect(await refusal(subscriptionsContract.resumeSubscription, asked)).toEqual({
      ...{ status: 409, code: 'SUBSCRIPTION_STATE' },
    });
    useClock(before);
    const off = { has_subscription: false };
    await db().updateTable('channels').set(off).where('id', '=', channel.id).execute();
    expect(await refusal(subscriptionsContract.resumeSubscription, asked)).toMatchObject({
      code: 'SUBSCRIPTIONS_OFF',
    });
  });

  it.each([
    ['SEK', undefined, ['paid', 'paid']],
    ['PLN', once, ['paid', 'declined', 'declined']],
  ] as const)(
    'is charged once, where there is a rate by then: in %s',
    async (currency, card, ended) => {
      const { admin, viewer } = await whoeverCancelled(currency, 3, card);
      await enterRate(admin, currency, 7_000_000);
      await runKeptJobs();
      expect(await paymentsOf(viewer)).toEqual(ended.slice(0, -1));
      await at('2026-02-18T05:00:00Z');
      await resume(viewer);
      await runKeptJobs();
      await at('2026-02-18T05:05:00Z');
      expect(await paymentsOf(viewer)).toEqual(ended);
      const { waitsForRate, paymentDue, accessUntil } = orRefuse(await only(viewer));
      expect([waitsForRate, paymentDue]).toEqual([false, card !== undefined]);
      expect(accessUntil).toBe(card ? '2026-02-25T05:00:00.000Z' : '2026-03-10T11:00:00.000Z');
    },
  );

  it('is charged the month that runs, and none that went by', async () => {
    const { admin, viewer } = await whoeverCancelled('HUF', 26);
    await enterRate(admin, 'HUF', 400_000_000);
    useClock('2026-03-12T05:00:00Z');
    await resume(viewer);
    await runKeptJobs();
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({ validUntil: '2026-04-10T10:00:00.000Z' });
  });
});

describe('a month about to end, when the rate is there', () => {
  // It ends on 10 March at 11, and the next one is charged six hours before.
  const soon = '2026-03-10T08:00:00Z';
  const nextDay = ['2026-03-10T08:05:00Z', '2026-03-10T11:05:00Z', '2026-03-11T05:00:00Z'];
  const paidOnce = async (viewer: Someone) => {
    await runKeptJobs();
    for (const instant of nextDay) await at(instant);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({ validUntil: '2026-04-10T10:00:00.000Z' });
  };

  it('is charged to nobody who takes their wait back: the next one is, once', async () => {
    const { admin, viewer } = await whoeverCancelled('AUD', 24);
    await enterRate(admin, 'AUD', 1_650_000);
    useClock(soon);
    expect(await resume(viewer)).toMatchObject({ status: 'subscribed' });
    await paidOnce(viewer);
  });

  it('nor to anybody who waited all the while', async () => {
    const { admin, channel, viewer } = await aForeignSubscriber('NZD');
    await billFrom(channel, 'ES');
    await live(due, 28);
    useClock(soon);
    await enterRate(admin, 'NZD', 1_800_000);
    await paidOnce(viewer);
  });
});

describe('whoever takes a wait back at the instant', () => {
  it('at which others charge is charged once, whoever comes first', async () => {
    const { admin, viewer } = await whoeverCancelled('RON');
    await enterRate(admin, 'RON', 5_000_000);
    useClock('2026-02-18T05:00:00Z');
    await Promise.all([renewMonths(), resume(viewer), renewMonths(), endSubscriptions()]);
    await Promise.all([renewMonths(), renewMonths(), runKeptJobs()]);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', waitsForRate: false });
  });

  it('at which it ends comes too late when its turn comes after that', async () => {
    const { viewer } = await whoeverCancelled('CZK');
    const id = await idOf(viewer);
    useClock(before);
    const asked = await inTransaction(async (tx) => {
      await lockSubscription(tx, id);
      const given = { as: viewer, params: { id } };
      const asking = send(subscriptionsContract.resumeSubscription, given);
      await somebodyWaits(asking);
      useClock(end);
      const ending = endSubscriptions();
      await somebodyWaits(ending, 2);
      return [asking, ending] as const;
    });
    expect((await asked[0]).json()).toMatchObject({ code: 'SUBSCRIPTION_STATE' });
    await asked[1];
    expect(await stateOf(viewer)).toBe('ended');
  });
});
