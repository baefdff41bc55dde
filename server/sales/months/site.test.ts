import { afterEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { playerContract } from '#contract/player.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { siteOrdersContract, siteSubscriptionContract } from '#contract/site-subscription.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { listDue } from '#server/payouts/due.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { tellPrices } from '#server/subscriptions/tell-prices.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct } from '#test/factories/catalog.ts';
import type { aChannel } from '#test/factories/channels.ts';
import { lastMailTo } from '#test/factories/mails.ts';
import {
  aMember,
  aSiteOrder,
  giveToSite,
  sellSite,
  siteForm,
} from '#test/factories/site-subscription.ts';
import { aSubscriber, monthForm, mySubscriptions, payWith } from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { acknowledge } from '../acknowledge-orders.ts';
import { renewMonths } from './renew-months.ts';

afterEach(() => sellSite('off'));

/** A film that everybody else has to buy. */
async function aFilm(channel?: Awaited<ReturnType<typeof aChannel>>) {
  const film = await aProduct({ ...(channel ? { channel } : {}), type: 'vod', sessions: [] });
  const asset_id = await anAsset(film.owner);
  await db().updateTable('products').set({ asset_id }).where('id', '=', film.id).execute();
  return film;
}

const mineOf = (as: Someone, { slug }: { slug: string }) =>
  call(salesContract.getMine, { as, params: { slug } });
const stateOf = async (as: Someone, of: { slug: string }) => (await mineOf(as, of)).state;
const open = (as: Someone, { slug }: { slug: string }) =>
  call(playerContract.openPlayback, { as, params: { slug }, body: {} });

/** The clock of the product at this instant, as its jobs find it. */
async function at(instant: string): Promise<void> {
  useClock(instant);
  await renewMonths();
  await endSubscriptions();
}

describe('whoever subscribes to the whole site', () => {
  it('has it by the month, with a letter, an invoice of whoever runs the site, and a card', async () => {
    useClock('2026-01-31T11:00:00Z');
    await sellSite('month');
    const { viewer, order, subscription } = await aMember('month');
    expect(order).toMatchObject({ state: 'paid', channel: null, total: 1210 });
    expect(subscription).toMatchObject({
      ...{ channel: null, term: 'month', status: 'subscribed', renews: true, lastFour: '4242' },
      ...{ since: '2026-01-31T11:00:00.000Z', validUntil: '2026-02-28T11:00:00.000Z' },
      price: { net: 1000, tax: 210, total: 1210, currency: 'EUR' },
      invoices: [{ orderId: order.id }],
      can: { cancel: true, resume: false, pay: true },
    });
    await acknowledge([order.id]);
    expect(await lastMailTo(viewer.email)).toMatchObject({ kind: 'subscription-begun' });
    const { items } = await call(ordersContract.listMyOrders, { as: viewer });
    expect(items).toMatchObject([{ id: order.id, channel: null, can: { invoice: true } }]);
    const paper = await db()
      .selectFrom('invoices')
      .select(['issuer_id', 'paper'])
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(paper).toMatchObject({
      issuer_id: null,
      paper: { issuer: { name: 'Platea Escenas SL', taxId: 'B58818501', country: 'ES' } },
    });
  });

  it('pays the platform alone: no organizer sees it, is owed of it, or bears it', async () => {
    await sellSite('month');
    const { order } = await aMember('month');
    const entries = await db()
      .selectFrom('ledger_entries')
      .select(['account', 'amount', 'channel_id'])
      .where('order_id', '=', order.id)
      .orderBy('amount', 'desc')
      .execute();
    expect(entries).toEqual([
      { account: 'provider', amount: 1210, channel_id: null },
      { account: 'tax', amount: -210, channel_id: null },
      { account: 'platform', amount: -1000, channel_id: null },
    ]);
    expect(await listDue(db(), { cutoff: '2126-01-01T00:00:00Z', orderIds: [order.id] })).toEqual(
      [],
    );
    const query = { q: order.id };
    const sold = await call(salesContract.listAllSales, { as: await anAdmin(), query });
    expect(sold).toMatchObject({
      items: [{ channel: null, fee: 0, total: 1210, can: { refund: true } }],
      totals: [{ taken: 1210, organizer: 0, site: 1210, fees: 0, tax: 210 }],
    });
    const organizer = await anOrganizer();
    expect((await call(salesContract.listSales, { as: organizer, query })).items).toEqual([]);
    const params = { id: order.id };
    expect(await refusal(ordersContract.getOrder, { as: organizer, params })).toMatchObject({
      status: 404,
    });
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('watches what organizers have given to it, and nothing else, also of what their own subscriptions open', async () => {
    await sellSite('month');
    const { viewer } = await aMember('month');
    const { channel } = await aSubscriber();
    const [film, other] = [await aFilm(channel), await aFilm(channel)];
    expect(await stateOf(viewer, film)).toBe('no_ticket');
    expect(await giveToSite(film)).toMatchObject({ included: true });
    await giveToSite(film);
    expect(await stateOf(viewer, film)).toBe('ready');
    expect((await open(viewer, film)).id).not.toBeNull();
    expect(await stateOf(viewer, other)).toBe('no_ticket');
    const listed = await call(siteSubscriptionContract.listSiteProducts, { query: { size: 100 } });
    expect(listed.items.map(({ id }) => id)).toContain(film.id);
    expect(listed.items.map(({ id }) => id)).not.toContain(other.id);
  });

  it('loses at once what an organizer takes back, unless they have entered it', async () => {
    await sellSite('month');
    const film = await aFilm();
    await giveToSite(film);
    const [{ viewer: one }, { viewer: other }] = [await aMember('month'), await aMember('month')];
    await open(one, film);
    expect([await stateOf(one, film), await stateOf(other, film)]).toEqual(['ready', 'ready']);
    await giveToSite(film, false);
    expect([await stateOf(one, film), await stateOf(other, film)]).toEqual(['ready', 'no_ticket']);
  });

  it('has of two subscriptions that open a film the longer one', async () => {
    useClock('2026-01-31T11:00:00Z');
    await sellSite('year');
    const { channel, viewer } = await aSubscriber();
    const film = await aFilm(channel);
    await giveToSite(film);
    const { subscription } = await aMember('year', { viewer });
    await open(viewer, film);
    expect((await mineOf(viewer, film)).ticket?.expiresAt).toBe(subscription.validUntil);
    expect(await mySubscriptions(viewer)).toHaveLength(2);
  });

  it('keeps it to the end after cancelling, and may change their mind', async () => {
    useClock('2026-03-31T10:00:00Z');
    await sellSite('month');
    const { viewer, subscription } = await aMember('month');
    const film = await aFilm();
    await giveToSite(film);
    const given = { as: viewer, params: { id: subscription.id } };
    expect(await call(subscriptionsContract.cancelSubscription, given)).toMatchObject({
      ...{ status: 'cancelled', renews: false, validUntil: '2026-04-30T10:00:00.000Z' },
      can: { resume: true },
    });
    expect(await call(subscriptionsContract.resumeSubscription, given)).toMatchObject({
      status: 'subscribed',
    });
    await call(subscriptionsContract.cancelSubscription, given);
    await at('2026-04-30T09:59:59.999Z');
    expect(await stateOf(viewer, film)).toBe('ready');
    await at('2026-04-30T10:00:00Z');
    expect(await stateOf(viewer, film)).toBe('no_ticket');
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'ended' }]);
  });

  it('loses it with the money that goes back, which administrators alone give', async () => {
    await sellSite('month');
    const { viewer, order } = await aMember('month');
    const refund = { params: { id: order.id }, body: { reason: 'asked by the subscriber' } };
    for (const [as, status] of [
      [viewer, 403],
      [await anOrganizer(), 403],
    ] as const) {
      const { status: said } = await refusal(refundsContract.refundOrder, { as, ...refund });
      expect([status, 404]).toContain(said);
    }
    await call(refundsContract.askForRefund, {
      as: viewer,
      params: { id: order.id },
      body: { reason: 'I do not want it' },
    });
    const told = await db()
      .selectFrom('notifications')
      .select('id')
      .where('payload', '@>', JSON.stringify({ orderIds: [order.id] }))
      .execute();
    expect(told.length).toBeGreaterThan(0);
    await call(refundsContract.refundOrder, { as: await anAdmin(), ...refund });
    await runKeptJobs();
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'ended' }]);
    const papers = await db()
      .selectFrom('invoices')
      .select(['kind', 'issuer_id', 'total'])
      .where('order_id', '=', order.id)
      .orderBy('total', 'desc')
      .execute();
    expect(papers).toEqual([
      { kind: 'sale', issuer_id: null, total: 1210 },
      { kind: 'rectifying', issuer_id: null, total: -1210 },
    ]);
    expect((await checkLedger()).differences).toEqual([]);
  });
});

describe('by the year', () => {
  it('goes on for years from 29 February, charged once each, and comes back to the day', async () => {
    useClock('2028-02-29T11:00:00Z');
    await sellSite('year');
    const { viewer } = await aMember('year');
    const ends: (string | null | undefined)[] = [];
    for (let year = 1; year <= 4; year += 1) {
      const [mine] = await mySubscriptions(viewer);
      ends.push(mine?.validUntil);
      await at(mine?.validUntil?.replace('T11', 'T05') ?? '');
    }
    expect(ends).toEqual([
      '2029-02-28T11:00:00.000Z',
      '2030-02-28T11:00:00.000Z',
      '2031-02-28T11:00:00.000Z',
      '2032-02-29T11:00:00.000Z',
    ]);
    const paid = await db()
      .selectFrom('orders')
      .select(['total', 'channel_id'])
      .where('buyer_id', '=', viewer.id)
      .where('state', '=', 'paid')
      .execute();
    expect(paid).toEqual(Array.from({ length: 5 }, () => ({ total: 1210, channel_id: null })));
    const as = await anAdmin();
    const all = await call(subscriptionsContract.listAllSubscribers, {
      as,
      query: { q: viewer.email },
    });
    expect(all).toMatchObject({
      items: [{ channel: null, term: 'year', months: 5 }],
      totals: [{ subscribed: 1, monthly: 100 }],
    });
    expect(
      (await call(subscriptionsContract.listSubscribers, { as: await anOrganizer() })).items,
    ).toEqual([]);
  });

  it('keeps its price until the notice of the new one is over', async () => {
    useClock('2026-01-15T11:00:00Z');
    await sellSite('year');
    const { viewer, subscription } = await aMember('year');
    await sellSite('year', { net: 2000 });
    useClock('2026-06-01T08:40:00Z');
    await tellPrices();
    expect((await lastMailTo(viewer.email)).kind).toBe('subscription-price');
    expect(await mySubscriptions(viewer)).toMatchObject([
      { price: { total: 1210 }, nextPrice: { total: 2420 } },
    ]);
    await at('2027-01-15T05:00:00Z');
    expect(await mySubscriptions(viewer)).toMatchObject([
      { price: { total: 2420 }, nextPrice: null },
    ]);
    const params = { id: subscription.id };
    const next = await call(subscriptionOrdersContract.getMonthCheckout, { as: viewer, params });
    expect(next).toMatchObject({ price: { total: 2420 }, endsAt: '2029-01-15T11:00:00.000Z' });
  });

  it('goes on by the month, at its price, for whoever has it so', async () => {
    useClock('2026-01-15T11:00:00Z');
    await sellSite('month');
    const { viewer } = await aMember('month');
    await sellSite('year', { net: 9900 });
    await tellPrices();
    await at('2026-02-15T05:00:00Z');
    expect(await mySubscriptions(viewer)).toMatchObject([
      {
        term: 'month',
        nextPrice: null,
        price: { total: 1210 },
        validUntil: '2026-03-15T11:00:00.000Z',
      },
    ]);
  });
});

describe('for good', () => {
  it('is paid once and never ends, whatever is sold later', async () => {
    useClock('2026-01-15T11:00:00Z');
    await sellSite('once');
    const { viewer, order, subscription } = await aMember('once');
    expect(subscription).toMatchObject({
      ...{ term: 'once', status: 'subscribed', validUntil: null, accessUntil: null },
      ...{ renews: false, lastFour: '', can: { cancel: false, resume: false, pay: false } },
    });
    await acknowledge([order.id]);
    expect((await lastMailTo(viewer.email)).body_text).not.toContain('9999');
    const film = await aFilm();
    await giveToSite(film);
    await sellSite('off');
    const own = { as: film.owner, params: { slug: film.channel.slug } };
    const shown = async () => (await call(siteSubscriptionContract.getMarkedProducts, own)).isShown;
    expect(await shown()).toBe(true);
    await giveToSite(film, false);
    expect(await shown()).toBe(false);
    await giveToSite(film);
    await at('2031-01-15T11:00:00Z');
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'subscribed' }]);
    await open(viewer, film);
    expect(await mineOf(viewer, film)).toMatchObject({
      state: 'ready',
      ticket: { source: 'subscription', expiresAt: null },
    });
    const given = { as: viewer, params: { id: subscription.id } };
    for (const endpoint of [
      subscriptionsContract.cancelSubscription,
      subscriptionsContract.resumeSubscription,
      subscriptionOrdersContract.getMonthCheckout,
    ]) {
      expect(await refusal(endpoint, given)).toMatchObject({ code: 'SUBSCRIPTION_STATE' });
    }
    const body = { ...monthForm(1210), startsAt: '2027-02-01T00:00:00.000Z' };
    expect(await refusal(subscriptionOrdersContract.orderMonth, { ...given, body })).toMatchObject({
      code: 'SUBSCRIPTION_STATE',
    });
  });

  it('ends with its money, and can be bought again', async () => {
    await sellSite('once');
    const { viewer, order } = await aMember('once');
    const film = await aFilm();
    await giveToSite(film);
    await open(viewer, film);
    const body = { reason: 'a gesture' };
    await call(refundsContract.refundOrder, {
      as: await anAdmin(),
      params: { id: order.id },
      body,
    });
    await runKeptJobs();
    expect(await stateOf(viewer, film)).not.toBe('ready');
    await aMember('once', { viewer });
    expect(await stateOf(viewer, film)).toBe('ready');
  });
});

describe('while it opens nothing', () => {
  it('nobody is invited to it, and nobody buys it', async () => {
    await sellSite('year');
    await db().deleteFrom('site_marks').execute();
    const as = await aViewer();
    const { offer } = await call(siteOrdersContract.getSiteCheckout, { as });
    expect(offer).toMatchObject({ price: null, products: 0, can: { subscribe: false } });
    const body = siteForm('year');
    expect(await refusal(siteOrdersContract.subscribeToSite, { as, body })).toMatchObject({
      status: 409,
      code: 'SUBSCRIPTIONS_OFF',
    });
    const invited = () => call(siteSubscriptionContract.getSiteOffer);
    expect(await invited()).toEqual({ offer: null });
    await giveToSite(await aFilm());
    expect(await invited()).toMatchObject({ offer: { term: 'year', price: { total: 1210 } } });
  });
});

describe('while it is not sold', () => {
  it.each([
    ['by the settings', () => sellSite('off')],
    ['with all subscriptions off', () => sellSite('month', { subscriptions: false })],
  ])('%s it is offered nowhere, none begins, and none is renewed', async (_, stop) => {
    useClock('2026-01-31T11:00:00Z');
    await sellSite('month');
    const { viewer } = await aMember('month');
    const { viewer: other, subscription } = await aMember('month');
    const given = { as: other, params: { id: subscription.id } };
    await call(subscriptionsContract.cancelSubscription, given);
    await stop();
    expect(await call(siteSubscriptionContract.getSiteOffer)).toEqual({ offer: null });
    expect((await call(siteSubscriptionContract.listSiteProducts)).items).toEqual([]);
    const as = await aViewer();
    expect(await call(siteSubscriptionContract.getMySiteOffer, { as })).toMatchObject({
      can: { subscribe: false },
    });
    expect((await call(siteOrdersContract.getSiteCheckout, { as })).offer.price).toBeNull();
    const body = siteForm('month');
    expect(await refusal(siteOrdersContract.subscribeToSite, { as, body })).toMatchObject({
      status: 409,
      code: 'SUBSCRIPTIONS_OFF',
    });
    expect(await refusal(subscriptionsContract.resumeSubscription, given)).toMatchObject({
      code: 'SUBSCRIPTIONS_OFF',
    });
    await at('2026-02-28T10:59:00Z');
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'subscribed', renews: false }]);
    await at('2026-02-28T11:00:00Z');
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'ended' }]);
  });
});

describe('two windows', () => {
  it('make one order, are charged once, and have one subscription', async () => {
    await sellSite('month');
    const viewer = await aViewer();
    const orders = await Promise.all(Array.from({ length: 8 }, () => aSiteOrder(viewer, 'month')));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    const id = orders[0]?.id ?? '';
    await Promise.allSettled(Array.from({ length: 4 }, () => payWith(viewer, id)));
    const paid = await db()
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', id)
      .where('state', '=', 'paid')
      .execute();
    expect(paid).toHaveLength(1);
    expect(await mySubscriptions(viewer)).toHaveLength(1);
  });

  it('hold no order of another term: what was chosen first gives way', async () => {
    await sellSite('month');
    const viewer = await aViewer();
    const first = await aSiteOrder(viewer, 'month');
    await sellSite('once');
    const second = await aSiteOrder(viewer, 'once');
    expect(second.id).not.toBe(first.id);
    await payWith(viewer, second.id);
    expect(await mySubscriptions(viewer)).toMatchObject([{ term: 'once' }]);
  });
});

describe('refused is', () => {
  it('to subscribe without the terms, at another price, by another term, twice, or unknown', async () => {
    await sellSite('month');
    const { viewer } = await aMember('month');
    const as = await aViewer();
    const ask = (who: Someone, body: ReturnType<typeof siteForm>) =>
      refusal(siteOrdersContract.subscribeToSite, { as: who, body });
    const codes = [
      await ask(as, { ...siteForm('month'), acceptTerms: false }),
      await ask(as, siteForm('month', 1209)),
      await ask(as, siteForm('once')),
      await ask(viewer, siteForm('month')),
      await refusal(siteOrdersContract.subscribeToSite, { body: siteForm('month') }),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      'TERMS_NOT_ACCEPTED',
      'PRICE_CHANGED',
      'PRICE_CHANGED',
      'ALREADY_SUBSCRIBED',
      'NOT_LOGGED_IN',
    ]);
  });

  it('a product that is not one’s own, or has seats; and to viewers all of it', async () => {
    const seats = await aProduct({ sessions: [{ capacity: 5 }] });
    const given = { params: { slug: seats.slug }, body: { included: true } };
    const { markSiteProduct, getMarkedProducts } = siteSubscriptionContract;
    expect(await refusal(markSiteProduct, { as: seats.owner, ...given })).toMatchObject({
      code: 'PRODUCT_STATE',
    });
    const stranger = await anOrganizer();
    expect(await refusal(markSiteProduct, { as: stranger, ...given })).toMatchObject({
      status: 404,
    });
    const params = { slug: seats.channel.slug };
    expect(await refusal(getMarkedProducts, { as: stranger, params })).toMatchObject({
      status: 404,
    });
    const viewer = await aViewer();
    expect(await refusal(markSiteProduct, { as: viewer, ...given })).toMatchObject({ status: 403 });
    expect(await refusal(getMarkedProducts, { as: viewer, params })).toMatchObject({ status: 403 });
    await sellSite('month');
    expect(await call(getMarkedProducts, { as: seats.owner, params })).toMatchObject({
      isShown: true,
      items: [{ id: seats.id, included: false, can: { include: false } }],
    });
  });
});
