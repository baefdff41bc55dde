import { afterEach, describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { mediaPayContract } from '#contract/media-pay.ts';
import { ordersContract } from '#contract/orders.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { findPass } from '#server/subscriptions/index.ts';
import { tellPrices } from '#server/subscriptions/tell-prices.ts';
import { toldTo } from '#test/books.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import type { SomeChannel } from '#test/factories/channels.ts';
import { lastMailTo } from '#test/factories/mails.ts';
import { noProviders } from '#test/factories/payments.ts';
import { enterRate } from '#test/factories/rates.ts';
import { cardOf, cards } from '#test/factories/sales.ts';
import { aMember, operatorConfig, sellSite } from '#test/factories/site-subscription.ts';
import { aMonth, aSubscriber, nextMonthForm, payWith } from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import {
  aForeignSubscriber,
  at,
  began,
  billFrom,
  due,
  live,
  once,
  only,
  paymentsOf,
  stateOf,
} from '#test/waiting-months.ts';
import { renewMonths } from './renew-months.ts';

afterEach(async () => {
  useClock(null);
  await sellSite('off');
});

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
        content:
          'There are subscriptions in NOK that cannot be charged without a rate to the euro. Nobody loses access meanwhile: as soon as you enter the rate, each is charged by itself, once.',
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

  it('goes on without a rate when none is needed any more', async () => {
    const { channel, viewer } = await aForeignSubscriber('HUF');
    await billFrom(channel, 'ES');
    await live(due, 3);
    await billFrom(channel, 'PT');
    await at('2026-02-13T05:00:00Z');
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({ waitsForRate: false });
  });

  it('that its person cancels stays open as long as was promised, and no longer', async () => {
    const { channel, film, viewer } = await aForeignSubscriber('HUF');
    await billFrom(channel, 'ES');
    await live(due, 3);
    const params = { id: (await only(viewer))?.id ?? '' };
    await call(subscriptionsContract.cancelSubscription, { as: viewer, params });
    const end = '2026-02-19T05:00:00.000Z';
    const left = { status: 'cancelled', waitsForRate: false, renews: false, accessUntil: end };
    expect(await only(viewer)).toMatchObject({ ...left, can: { resume: true } });
    expect((await lastMailTo(viewer.email)).body_text).toContain(
      'You can watch until 19 February 2026, and until then you can change your mind under My space.',
    );
    const opened = { userId: viewer.id, productId: film.id, at: '2026-02-19T04:59:59Z' };
    expect(await findPass(db(), opened)).not.toBeNull();
    await at(end);
    expect(await only(viewer)).toMatchObject({ status: 'ended' });
    expect(await paymentsOf(viewer)).toEqual(['paid']);
  });

  it('ends where it is offered no more', async () => {
    const { channel, viewer } = await aForeignSubscriber('RON');
    await billFrom(channel, 'ES');
    await live(due, 3);
    await call(channelsContract.changeChannel, {
      as: channel.owner,
      params: { slug: channel.slug },
      body: { subscription: { enabled: false, total: 499, currency: 'RON', taxRate: 2100 } },
    });
    await at('2026-02-12T05:01:00Z');
    expect(await stateOf(viewer)).toBe('ended');
    expect(await paymentsOf(viewer)).toEqual(['paid']);
  });

  it('of the whole site waits as well, and is charged once by two runs at the instant of the rate', async () => {
    useClock(began);
    const admin = await anAdmin();
    await sellSite('month');
    // Whoever runs the site moves to Spain after that.
    overrideConfig({ OPERATOR_COUNTRY: 'PT', OPERATOR_TAX_ID: '501964843' });
    const platform = { period: 'month', net: 1000, taxRate: 2100, currency: 'CHF' } as const;
    const monetize = { channelSubscriptions: true, paidContent: true, platform };
    const body = { ...noProviders(), monetize };
    await call(mediaPayContract.saveMediaPay, { as: admin, body });
    const { viewer } = await aMember('month');
    overrideConfig(operatorConfig);
    await live(due, 20);
    expect(await paymentsOf(viewer)).toEqual(['paid']);
    expect(await only(viewer)).toMatchObject({ channel: null, waitsForRate: true });
    await enterRate(admin, 'CHF', 940_000);
    await Promise.all([renewMonths(), renewMonths(), runKeptJobs()]);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'paid']);
    expect(await only(viewer)).toMatchObject({ waitsForRate: false, paymentDue: false });
    expect((await checkLedger()).differences).toEqual([]);
  });
});

describe('those who wait for a rate', () => {
  it('stand in the way of nobody who is to be charged, or is over', async () => {
    const { channel } = await aForeignSubscriber('ISK');
    await billFrom(channel, 'ES');
    await live(due, 3);
    useClock('2026-01-13T11:00:00Z');
    const { viewer: going } = await aSubscriber();
    const { viewer: leaving, subscription } = await aSubscriber();
    const params = { id: subscription.id };
    await call(subscriptionsContract.cancelSubscription, { as: leaving, params });
    useClock('2026-02-13T05:00:00Z');
    await renewMonths(1);
    expect(await paymentsOf(going)).toEqual(['paid', 'paid']);
    useClock('2026-02-13T11:00:00Z');
    await endSubscriptions(1);
    expect(await stateOf(leaving)).toBe('ended');
  });

  it('come to their turn one after another, and are written once a day', async () => {
    const { admin, channel, viewer: one } = await aForeignSubscriber('MXN');
    const other = await aViewer();
    await payWith(other, (await aMonth(other, channel)).id);
    await billFrom(channel, 'ES');
    const openUntil = async () => [
      (await only(one))?.accessUntil,
      (await only(other))?.accessUntil,
    ];
    await at(due);
    const first = '2026-02-17T05:00:00.000Z';
    expect(await openUntil()).toEqual([first, first]);
    await at('2026-02-11T04:55:00Z');
    expect(await openUntil()).toEqual([first, first]);
    useClock('2026-02-11T05:00:00Z');
    const next = '2026-02-18T05:00:00.000Z';
    await renewMonths(1);
    expect((await openUntil()).filter((until) => until === next)).toHaveLength(1);
    await renewMonths(1);
    expect(await openUntil()).toEqual([next, next]);
    await enterRate(admin, 'MXN', 20_100_000);
    await renewMonths(1);
    await renewMonths(1);
    expect([await paymentsOf(one), await paymentsOf(other)]).toEqual([
      ['paid', 'paid'],
      ['paid', 'paid'],
    ]);
  });

  it.each([
    ['BRL', 599],
    ['TRY', 399],
  ] as const)(
    'pay what the month costs that is charged: in %s %d, announced before',
    async (currency, total) => {
      const { admin, channel, viewer } = await aForeignSubscriber(currency, once);
      useClock('2026-02-01T11:00:00Z');
      await call(channelsContract.changeChannel, {
        as: channel.owner,
        params: { slug: channel.slug },
        body: { subscription: { enabled: true, total, currency, taxRate: 2100 } },
      });
      await tellPrices();
      expect(await only(viewer)).toMatchObject({
        nextPrice: { total, from: '2026-03-03T11:00:00.000Z' },
      });
      await billFrom(channel, 'ES');
      await live(due, 45);
      await enterRate(admin, currency, 6_000_000);
      await runKeptJobs();
      expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
      // The bank said no: the page on which it is paid by hand speaks of that month too.
      const { id = '' } = (await only(viewer)) ?? {};
      const asked = { as: viewer, params: { id } };
      const startsAt = '2026-03-10T11:00:00.000Z';
      const page = await call(subscriptionOrdersContract.getMonthCheckout, asked);
      expect(page).toMatchObject({ startsAt, price: { total, currency } });
      const body = { startsAt, expectedTotal: total, acceptTerms: true };
      const order = await call(subscriptionOrdersContract.orderMonth, { ...asked, body });
      await payWith(viewer, order.id);
      expect(await only(viewer)).toMatchObject({
        ...{ price: { total }, nextPrice: null },
        validUntil: '2026-04-10T10:00:00.000Z',
      });
    },
  );

  it('cannot pay by hand what would go back: neither the order that waits nor a new one', async () => {
    const { admin, channel, viewer } = await aForeignSubscriber('COP', once);
    await at(due);
    const before = await only(viewer);
    expect(before).toMatchObject({ paymentDue: true, waitsForRate: false });
    const { id, validUntil } = orRefuse(before);
    const params = { id };
    const asked = { as: viewer, params, body: nextMonthForm({ validUntil }) };
    const order = await call(subscriptionOrdersContract.orderMonth, asked);
    await billFrom(channel, 'ES');
    const missing = { status: 409, code: 'RATE_MISSING' };
    expect(await refusal(subscriptionOrdersContract.orderMonth, asked)).toEqual(missing);
    // Made out to somebody else it would take the place of the one that waits, which stays.
    const address = { address: 'Gran Vía 1', city: 'Madrid', postalCode: '28013', country: 'ES' };
    const billing = { company: 'A Company', nif: 'A58818501', ...address };
    const renamed = { ...asked, body: { ...asked.body, billing } };
    expect(await refusal(subscriptionOrdersContract.orderMonth, renamed)).toEqual(missing);
    const paying = { as: viewer, params: { id: order.id }, body: { card: cardOf(cards.approve) } };
    expect(await refusal(ordersContract.payOrder, paying)).toEqual(missing);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined']);
    await enterRate(admin, 'COP', 4_500_000_000);
    await payWith(viewer, order.id);
    expect(await paymentsOf(viewer)).toEqual(['paid', 'declined', 'paid']);
  });
});
