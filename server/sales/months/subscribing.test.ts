import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { playerContract } from '#contract/player.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { listNotifications } from '#server/notices/notices.queries.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct } from '#test/factories/catalog.ts';
import type { SomeChannel } from '#test/factories/channels.ts';
import { lastMailTo } from '#test/factories/mails.ts';
import { cards } from '#test/factories/sales.ts';
import {
  aMonth,
  aNextMonth,
  aPaidChannel,
  aSubscriber,
  monthForm,
  mySubscriptions,
  nextMonthForm,
  payWith,
} from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { acknowledge } from '../acknowledge-orders.ts';

/** A film of the channel that everybody else has to buy. */
async function aFilm(channel: SomeChannel) {
  const film = await aProduct({ channel, type: 'vod', sessions: [] });
  const asset_id = await anAsset(channel.owner);
  await db().updateTable('products').set({ asset_id }).where('id', '=', film.id).execute();
  return film;
}

const paramsOf = ({ slug }: { slug: string }) => ({ slug });

describe('whoever subscribes to a channel', () => {
  it('has a sale that its organizer reads in their own language', async () => {
    const { channel, order } = await aSubscriber();
    const asked = { as: channel.owner, query: { q: order.number }, language: 'es' };
    const { items } = await call(salesContract.listSales, asked);
    const title = `Suscripción de un mes: ${channel.title}`;
    expect(items.map(({ product }) => product.title)).toEqual([title]);
    expect(order.lines[0]?.title).not.toBe(title);
  });

  it('has a month as soon as it is paid, with an invoice, a letter and a card for the next one', async () => {
    useClock('2026-01-31T11:00:00Z');
    const { channel, viewer, order, subscription } = await aSubscriber();
    expect(order).toMatchObject({ state: 'paid', total: 499, lines: [{ kind: 'subscription' }] });
    expect(subscription).toMatchObject({
      channel: { slug: channel.slug },
      status: 'subscribed',
      paymentDue: false,
      since: '2026-01-31T11:00:00.000Z',
      validUntil: '2026-02-28T11:00:00.000Z',
      price: { total: 499, net: 412, tax: 87, currency: 'EUR' },
      lastFour: '4242',
      renews: true,
      invoices: [{ orderId: order.id }],
      can: { cancel: true, resume: false, pay: true },
    });
    await acknowledge([order.id]);
    const mail = await lastMailTo(viewer.email);
    expect(mail.kind).toBe('subscription-begun');
    expect(mail.body_text).toContain('28 February 2026');
    expect((await checkLedger()).differences).toEqual([]);
    const { items, totals } = await call(salesContract.listSales, { as: channel.owner });
    expect(items).toMatchObject([{ total: 499 }]);
    expect(totals).toMatchObject([{ taken: 499 }]);
  });

  it('watches what can be watched at any time, also what comes later, until the month is over', async () => {
    useClock('2026-01-31T11:00:00Z');
    const { channel, viewer, subscription } = await aSubscriber();
    const film = await aFilm(channel);
    const mine = () => call(salesContract.getMine, { as: viewer, params: paramsOf(film) });
    expect(await mine()).toMatchObject({ state: 'ready', can: { watch: true, buy: false } });
    const open = () =>
      call(playerContract.openPlayback, { as: viewer, params: paramsOf(film), body: {} });
    expect((await open()).id).not.toBeNull();
    expect((await mine()).ticket).toMatchObject({
      source: 'subscription',
      orderId: null,
      expiresAt: subscription.validUntil,
    });
    await call(subscriptionsContract.cancelSubscription, {
      as: viewer,
      params: { id: subscription.id },
    });
    useClock('2026-02-28T10:59:59.999Z');
    expect((await mine()).state).toBe('ready');
    useClock('2026-02-28T11:00:00Z');
    expect(await mine()).toMatchObject({ state: 'expired', can: { watch: false, buy: true } });
    expect((await open()).state).toBe('expired');
    await endSubscriptions();
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'ended', can: { pay: false } }]);
  });

  it('watches what they paid for to its end, also once the channel has left the public', async () => {
    useClock('2026-01-31T11:00:00Z');
    const { channel, viewer } = await aSubscriber();
    const film = await aFilm(channel);
    const { owner: as } = channel;
    await call(channelsContract.deactivateChannel, { as, params: paramsOf(channel) });
    const mine = () => call(salesContract.getMine, { as: viewer, params: paramsOf(film) });
    expect(await mine()).toMatchObject({ state: 'ready', can: { watch: true } });
    const open = () =>
      call(playerContract.openPlayback, { as: viewer, params: paramsOf(film), body: {} });
    expect((await open()).state).toBe('ready');
    useClock('2026-02-28T11:00:00Z');
    expect((await open()).state).toBe('expired');
  });

  it('comes back with a new subscription, and what was opened before opens again', async () => {
    useClock('2026-01-31T11:00:00Z');
    const { channel, viewer, subscription } = await aSubscriber();
    const film = await aFilm(channel);
    const open = () =>
      call(playerContract.openPlayback, { as: viewer, params: paramsOf(film), body: {} });
    await open();
    const { id } = subscription;
    await call(subscriptionsContract.cancelSubscription, { as: viewer, params: { id } });
    useClock('2026-03-10T11:00:00Z');
    await aSubscriber({ channel, viewer });
    expect((await open()).state).toBe('ready');
    const rows = await db()
      .selectFrom('tickets')
      .select(['source', 'ended_at'])
      .where('user_id', '=', viewer.id)
      .execute();
    expect(rows.filter(({ ended_at }) => ended_at === null)).toHaveLength(1);
    expect(await mySubscriptions(viewer)).toHaveLength(2);
  });

  it('opens neither shows with an hour, nor seats, nor other channels, nor what was taken out', async () => {
    const { channel, viewer } = await aSubscriber();
    const film = await aFilm(channel);
    const show = await aProduct({ channel, sessions: [{}] });
    const seats = await aProduct({ channel, sessions: [{ capacity: 5 }] });
    const foreign = await aFilm((await aSubscriber()).channel);
    const stateOf = async (of: { slug: string }) =>
      (await call(salesContract.getMine, { as: viewer, params: paramsOf(of) })).state;
    const states = async () => Promise.all([film, show, seats, foreign].map(stateOf));
    expect(await states()).toEqual(['ready', 'no_ticket', 'no_ticket', 'no_ticket']);
    const mark = (of: { slug: string }, included: boolean) => ({
      as: channel.owner,
      params: paramsOf(of),
      body: { included },
    });
    const { markSubscriptionProduct } = subscriptionsContract;
    await call(markSubscriptionProduct, mark(film, false));
    await call(markSubscriptionProduct, mark(show, true));
    expect(await refusal(markSubscriptionProduct, mark(seats, true))).toMatchObject({
      code: 'PRODUCT_STATE',
    });
    expect((await states()).slice(0, 3)).not.toContain('ready');
    expect((await states())[1]).not.toBe('no_ticket');
    const { items } = await call(subscriptionsContract.listSubscriptionProducts, {
      as: channel.owner,
      params: paramsOf(channel),
    });
    const included = Object.fromEntries(items.map((one) => [one.id, one.included]));
    expect(included).toEqual({ [film.id]: false, [show.id]: true, [seats.id]: false });
    const stranger = await anOrganizer();
    expect(
      await refusal(markSubscriptionProduct, { ...mark(film, true), as: stranger }),
    ).toMatchObject({ status: 404 });
  });

  it('keeps it to the end after cancelling, and may change their mind', async () => {
    const { viewer, subscription } = await aSubscriber();
    const params = { id: subscription.id };
    const cancelled = await call(subscriptionsContract.cancelSubscription, { as: viewer, params });
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      renews: false,
      validUntil: subscription.validUntil,
      can: { cancel: false, resume: true, pay: false },
    });
    expect((await lastMailTo(viewer.email)).kind).toBe('subscription-cancelled');
    expect(
      await refusal(subscriptionsContract.cancelSubscription, { as: viewer, params }),
    ).toMatchObject({ code: 'SUBSCRIPTION_STATE' });
    const resumed = await call(subscriptionsContract.resumeSubscription, { as: viewer, params });
    expect(resumed).toMatchObject({ status: 'subscribed', renews: true });
    expect(
      await refusal(subscriptionsContract.resumeSubscription, { as: viewer, params }),
    ).toMatchObject({ code: 'SUBSCRIPTION_STATE' });
  });

  it('loses it with the money that goes back', async () => {
    const { channel, viewer, order } = await aSubscriber();
    const film = await aFilm(channel);
    await call(refundsContract.refundOrder, {
      as: channel.owner,
      params: { id: order.id },
      body: { reason: 'asked by the subscriber' },
    });
    await runKeptJobs();
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'ended' }]);
    const { state } = await call(salesContract.getMine, { as: viewer, params: paramsOf(film) });
    expect(state).toBe('no_ticket');
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('is no subscriber when the card is declined, and may try another', async () => {
    const channel = await aPaidChannel();
    const viewer = await aViewer();
    const order = await aMonth(viewer, channel);
    expect(await payWith(viewer, order.id, cards.decline)).toMatchObject({ state: 'pending' });
    expect(await mySubscriptions(viewer)).toEqual([]);
    expect((await payWith(viewer, order.id)).state).toBe('paid');
    expect(await mySubscriptions(viewer)).toHaveLength(1);
  });
});

describe('the organizer', () => {
  it('is told of a new subscriber, once until that is read, and not of the months that follow', async () => {
    useClock('2026-01-31T11:00:00Z');
    const { channel, order } = await aSubscriber();
    const second = await aSubscriber({ channel });
    const inbox = async () =>
      (
        await listNotifications(db(), channel.owner.id, { limit: 50, before: null, unread: false })
      ).flatMap(({ type, content, payload }) =>
        type === 'subscriber' ? [{ content, path: payload.path }] : [],
      );
    await acknowledge([order.id]);
    await acknowledge([second.order.id]);
    const told = {
      content: expect.stringContaining(channel.title),
      path: '/account/subscribers',
    };
    expect(await inbox()).toEqual([told]);
    const month = await aNextMonth(second.viewer, second.subscription);
    await payWith(second.viewer, month.id);
    useClock('2026-02-01T11:00:00Z');
    await acknowledge([month.id]);
    expect(await inbox()).toEqual([told]);
    const third = await aSubscriber({ channel });
    await acknowledge([third.order.id]);
    expect(await inbox()).toEqual([told, told]);
  });

  it('throws away a draft that was taken out of the subscription once', async () => {
    const channel = await aPaidChannel();
    const draft = await aProduct({ channel, status: 'draft' });
    const of = { as: channel.owner, params: paramsOf(draft) };
    await call(subscriptionsContract.markSubscriptionProduct, { ...of, body: { included: false } });
    await call(catalogContract.deleteProduct, of);
    expect(await refusal(catalogContract.getOwnProduct, of)).toMatchObject({ status: 404 });
  });

  it('sees who subscribes, with what they bring a month, and takes the list along', async () => {
    const { channel, viewer } = await aSubscriber();
    const second = await aSubscriber({ channel });
    await call(subscriptionsContract.cancelSubscription, {
      as: second.viewer,
      params: { id: second.subscription.id },
    });
    const as = channel.owner;
    const list = await call(subscriptionsContract.listSubscribers, { as });
    expect(list.items.map(({ person, status, months }) => [person.email, status, months])).toEqual([
      [second.viewer.email, 'cancelled', 1],
      [viewer.email, 'subscribed', 1],
    ]);
    expect(list.totals).toEqual([{ currency: 'EUR', subscribed: 1, cancelled: 1, monthly: 499 }]);
    const query = { status: 'subscribed', q: viewer.email } as const;
    expect((await call(subscriptionsContract.listSubscribers, { as, query })).total).toBe(1);
    const all = await call(subscriptionsContract.listAllSubscribers, {
      as: await anAdmin(),
      query: { channel: channel.slug },
    });
    expect(all.total).toBe(2);
    for (const endpoint of [
      subscriptionsContract.listSubscribers,
      subscriptionsContract.exportSubscribers,
    ]) {
      const foreign = { as: await anOrganizer(), query: { channel: channel.slug } };
      expect(await refusal(endpoint, foreign as never)).toMatchObject({ status: 404 });
      expect(await refusal(endpoint, { as: viewer })).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await refusal(subscriptionsContract.listAllSubscribers, { as })).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('refused is', () => {
  it('to subscribe without the terms, at another price, twice, to oneself, or where there is nothing', async () => {
    const { channel, viewer } = await aSubscriber();
    const none = await aPaidChannel({ enabled: false });
    const as = await aViewer();
    const ask = (who: typeof as, of: { slug: string }, body = monthForm()) =>
      refusal(subscriptionOrdersContract.subscribe, { as: who, params: paramsOf(of), body });
    const codes = [
      await ask(as, channel, { ...monthForm(), acceptTerms: false }),
      await ask(as, channel, monthForm(498)),
      await ask(viewer, channel),
      await ask(channel.owner, channel),
      await ask(as, none),
      await ask(as, { slug: 'no-such-channel' }),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      'TERMS_NOT_ACCEPTED',
      'PRICE_CHANGED',
      'ALREADY_SUBSCRIBED',
      'OWN_CHANNEL',
      'SUBSCRIPTIONS_OFF',
      'SERVER_ERROR_NOT_FOUND',
    ]);
    expect(await refusal(subscriptionsContract.listMySubscriptions)).toMatchObject({
      code: 'NOT_LOGGED_IN',
    });
  });

  it('everybody else’s subscription: it does not exist', async () => {
    const { subscription } = await aSubscriber();
    const given = { as: await aViewer(), params: { id: subscription.id } };
    const month = { ...given, body: nextMonthForm(subscription) };
    const answers = [
      await refusal(subscriptionsContract.cancelSubscription, given),
      await refusal(subscriptionsContract.resumeSubscription, given),
      await refusal(subscriptionOrdersContract.getMonthCheckout, given),
      await refusal(subscriptionOrdersContract.orderMonth, month),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('a key that came with another body; with the same it is the same order', async () => {
    const channel = await aPaidChannel();
    const viewer = await aViewer();
    const key = crypto.randomUUID();
    const first = await aMonth(viewer, channel, key);
    expect((await aMonth(viewer, channel, key)).id).toBe(first.id);
    const headers = { 'idempotency-key': key };
    const billing = {
      company: 'A Company',
      nif: 'A58818501',
      address: 'Gran Vía 1',
      city: 'Madrid',
      postalCode: '28013',
      country: 'ES',
    };
    const other = {
      as: viewer,
      params: paramsOf(channel),
      headers,
      body: { ...monthForm(), billing },
    };
    expect(await refusal(subscriptionOrdersContract.subscribe, other)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('a month on a bill in a name that lacks something', async () => {
    const billing = { company: '', nif: 'A58818501', address: 'Gran Vía 1', city: 'Madrid' };
    const named = { ...billing, postalCode: '', country: 'ES', named: true };
    expect(
      await refusal(subscriptionOrdersContract.subscribe, {
        as: await aViewer(),
        params: paramsOf(await aPaidChannel()),
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { ...monthForm(), billing: named },
      }),
    ).toMatchObject({
      code: 'VALIDATION',
      fields: { 'billing.company': 'required', 'billing.postalCode': 'required' },
    });
  });

  it('a channel’s subscription without a price', async () => {
    const { owner, slug } = await aPaidChannel();
    const body = {
      subscription: { enabled: true, total: 0, currency: 'EUR', taxRate: 0 },
    } as const;
    expect(
      await refusal(channelsContract.changeChannel, { as: owner, params: { slug }, body }),
    ).toMatchObject({ code: 'VALIDATION' });
  });
});
