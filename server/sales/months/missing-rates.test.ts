import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { findPass } from '#server/subscriptions/index.ts';
import { toldTo } from '#test/books.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel, type SomeChannel } from '#test/factories/channels.ts';
import { enterRate } from '#test/factories/rates.ts';
import { cards } from '#test/factories/sales.ts';
import { aMonth, mySubscriptions, payWith } from '#test/factories/subscriptions.ts';
import { call } from '#test/story.ts';
import { expireOrders } from '../close-order.ts';
import { renewMonths } from './renew-months.ts';

afterEach(() => useClock(null));

const began = '2026-01-10T11:00:00Z';
const due = '2026-02-10T05:00:00Z';
/** It is approved once, and declined after that. */
const once = '4000 0000 0000 0341';

const billFrom = async ({ id }: { id: string }, country: 'PT' | 'ES') => {
  const set = {
    billing_country: country,
    billing_tax_id: country === 'ES' ? 'A30000012' : '501964843',
  };
  await db().updateTable('channels').set(set).where('id', '=', id).execute();
};

/** Somebody who follows a channel in a currency without a rate, which moved to Spain after that. */
async function aForeignSubscriber(currency: CurrencyCode, card: string = cards.approve) {
  useClock(began);
  const admin = await anAdmin();
  const channel = await aChannel();
  await billFrom(channel, 'PT');
  await call(channelsContract.changeChannel, {
    as: channel.owner,
    params: { slug: channel.slug },
    body: { subscription: { enabled: true, total: 499, currency, taxRate: 2100 } },
  });
  const film = await aProduct({ channel, type: 'vod', sessions: [], plan: 'free' });
  const viewer = await aViewer();
  await payWith(viewer, (await aMonth(viewer, channel)).id, card);
  return { admin, channel, film, viewer };
}

/** The clock of the product at this instant, as its jobs find it. */
async function at(instant: string): Promise<void> {
  useClock(instant);
  await expireOrders();
  await renewMonths();
  await endSubscriptions();
}

/** Some hours of every day, so many days long. */
async function live(from: string, days: number): Promise<void> {
  const start = Temporal.Instant.from(from);
  for (let day = 0; day < days; day += 1) await at(start.add({ hours: 24 * day }).toString());
}

const only = async (as: Someone) => (await mySubscriptions(as))[0];

const paymentsOf = async (as: Someone) => {
  const rows = await db()
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select('p.state')
    .where('o.buyer_id', '=', as.id)
    .orderBy('p.id')
    .execute();
  return rows.map(({ state }) => state);
};

const subscribersOf = async ({ owner, slug }: SomeChannel) =>
  (await call(subscriptionsContract.listSubscribers, { as: owner, query: { channel: slug } }))
    .items;

describe('a month that comes due in a currency without a rate to the euro', () => {
  it('waits: nobody is charged, nothing is closed, administrators hear once, and the screens say so', async () => {
    const { admin, channel, film, viewer } = await aForeignSubscriber('NOK');
    await billFrom(channel, 'ES');
    await live(due, 20);
    expect(await paymentsOf(viewer)).toEqual(['paid']);
    const card = await only(viewer);
    expect(card).toMatchObject({
      ...{ status: 'subscribed', waitsForRate: true, renews: true, nextCharge: null },
      can: { pay: false, cancel: true },
    });
    expect(await subscribersOf(channel)).toMatchObject([{ waitsForRate: true }]);
    const opened = { userId: viewer.id, productId: film.id, at: '2026-03-01T05:00:00Z' };
    expect(await findPass(db(), opened)).not.toBeNull();
    expect(await toldTo(admin, 'rate_missing')).toEqual([
      {
        subject: 'The rate of NOK to the euro is missing',
        content: `The subscription to ${channel.title} cannot be charged in NOK without a rate to the euro. Nobody loses access meanwhile: as soon as you enter the rate, it is charged by itself, once.`,
      },
    ]);
  });

  it('is charged once as soon as the rate is entered', async () => {
    const { admin, channel, viewer } = await aForeignSubscriber('DKK');
    await billFrom(channel, 'ES');
    await live(due, 20);
    await enterRate(admin, 'DKK', 7_460_000);
    await runKeptJobs();
    await at('2026-03-01T05:05:00Z');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({
      ...{ status: 'subscribed', waitsForRate: false, paymentDue: false },
      validUntil: '2026-03-10T11:00:00.000Z',
    });
    expect((await checkLedger()).differences).toEqual([]);
    await at('2026-03-10T05:00:00Z');
    expect(await paymentsOf(viewer)).toHaveLength(3);
  });

  it('that is over by then is charged to nobody: the one that runs is', async () => {
    const { admin, channel, viewer } = await aForeignSubscriber('SEK');
    await billFrom(channel, 'ES');
    await live(due, 45);
    await enterRate(admin, 'SEK', 11_000_000);
    await runKeptJobs();
    await at('2026-03-27T05:05:00Z');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({ validUntil: '2026-04-10T10:00:00.000Z' });
  });

  it('leaves its person the whole week when the bank says no after that', async () => {
    const { admin, channel, viewer } = await aForeignSubscriber('PLN', once);
    await billFrom(channel, 'ES');
    await live(due, 20);
    await enterRate(admin, 'PLN', 4_300_000);
    await runKeptJobs();
    expect(await only(viewer)).toMatchObject({
      ...{ status: 'subscribed', waitsForRate: false, paymentDue: true },
      accessUntil: '2026-03-08T05:00:00.000Z',
      can: { pay: true },
    });
    await live('2026-03-01T06:00:00Z', 8);
    expect(await paymentsOf(viewer)).toEqual(['paid', ...Array(4).fill('declined')]);
    expect(await only(viewer)).toMatchObject({ status: 'ended' });
  });

  it('waits also where its order was made before, and a payment was due', async () => {
    const { admin, channel, viewer } = await aForeignSubscriber('CZK', once);
    await at(due);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
    await billFrom(channel, 'ES');
    await live('2026-02-11T05:00:00Z', 15);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
    expect(await only(viewer)).toMatchObject({ status: 'subscribed', waitsForRate: true });
    await enterRate(admin, 'CZK', 24_000_000);
    await runKeptJobs();
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined', 'declined']);
    expect(await only(viewer)).toMatchObject({ waitsForRate: false, paymentDue: true });
  });

  it('goes on without a rate when none is needed any more, and ends when its person cancels', async () => {
    const { channel, viewer } = await aForeignSubscriber('HUF');
    const { channel: other, viewer: leaving } = await aForeignSubscriber('HUF');
    await billFrom(channel, 'ES');
    await billFrom(other, 'ES');
    await live(due, 3);
    const params = { id: (await only(leaving))?.id ?? '' };
    await call(subscriptionsContract.cancelSubscription, { as: leaving, params });
    expect(await only(leaving)).toMatchObject({ status: 'ended' });
    await billFrom(channel, 'PT');
    await at('2026-02-13T05:00:00Z');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({ waitsForRate: false });
  });
});
