import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import type { CardChange, SubscriptionCard } from '#contract/subscriptions.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { forgetKept } from '#server/payments/forget-payers.ts';
import { followSetups } from '#server/payments/keep-card.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { saveProviders } from '#test/factories/payments.ts';
import { cardOf, cards } from '#test/factories/sales.ts';
import { aMember, sellSite } from '#test/factories/site-subscription.ts';
import { aSubscriber, mySubscriptions } from '#test/factories/subscriptions.ts';
import { startRedsys, testShop } from '#test/redsys-server.ts';
import { call, refusal } from '#test/story.ts';
import { stripeKeys } from '#test/stripe-server.ts';
import { byStripe } from '#test/stripe-story.ts';
import { renewMonths } from './renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const due = '2026-02-28T05:00:00Z';
/** Approves its owner, and is declined when it is charged without them. */
const once = '4000 0000 0000 0341';
const february = '2026-03-31T10:00:00.000Z';

const only = async (as: Someone) => (await mySubscriptions(as))[0];
const change = (as: Someone, id: string, number: string): Promise<CardChange> =>
  call(subscriptionsContract.changeCard, {
    as,
    params: { id },
    body: { card: cardOf(number) },
  });
const paymentsOf = (as: Someone) =>
  db()
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.state', 'p.last_four'])
    .where('o.buyer_id', '=', as.id)
    .orderBy('p.created_at')
    .execute();
const meansOf = async ({ id }: SubscriptionCard) =>
  (
    await db()
      .selectFrom('subscriptions')
      .select('means_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).means_id;

async function subscribed(card = once) {
  useClock(began);
  return aSubscriber({ card });
}

describe('another card', () => {
  it('is given without paying, and is charged from the next month on', async () => {
    const { viewer, subscription } = await subscribed();
    const params = { id: subscription.id };
    expect(subscription).toMatchObject({ lastFour: '0341', can: { changeCard: true } });
    const shown = await call(subscriptionsContract.getCardCheckout, { as: viewer, params });
    expect(shown).toMatchObject({
      subscription: { id: subscription.id },
      methods: { providers: ['sandbox'], sandbox: true },
    });
    expect(await change(viewer, subscription.id, cards.approve)).toMatchObject({
      ...{ state: 'kept', place: null },
      subscription: { lastFour: '4242', validUntil: subscription.validUntil },
    });
    expect(await paymentsOf(viewer)).toEqual([{ state: 'paid', last_four: '0341' }]);
    useClock(due);
    await renewMonths();
    expect(await paymentsOf(viewer)).toEqual([
      { state: 'paid', last_four: '0341' },
      { state: 'paid', last_four: '4242' },
    ]);
    expect(await only(viewer)).toMatchObject({ paymentDue: false, validUntil: february });
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('that the bank refuses leaves the one of before', async () => {
    const { viewer, subscription } = await subscribed();
    for (const number of [cards.decline, cards.poor]) {
      expect(await change(viewer, subscription.id, number)).toMatchObject({
        state: 'declined',
        subscription: { lastFour: '0341' },
      });
    }
    const setups = db().selectFrom('card_setups').select('state').where('user_id', '=', viewer.id);
    expect(await setups.execute()).toEqual([{ state: 'declined' }, { state: 'declined' }]);
  });

  it('makes the one of before be forgotten, and goes itself with the account', async () => {
    const { viewer, subscription } = await subscribed();
    const before = await meansOf(subscription);
    await change(viewer, subscription.id, cards.approve);
    const after = await meansOf(subscription);
    expect(after).not.toBe(before);
    useClock('2026-02-02T11:00:00Z');
    await forgetKept();
    const tokens = async () =>
      (
        await db()
          .selectFrom('kept_means')
          .select(['id', 'token', 'last_four'])
          .where('id', 'in', [before ?? '', after ?? ''])
          .execute()
      ).map(({ id, token, last_four }) => [id === after, token !== null, last_four]);
    expect((await tokens()).sort()).toEqual([
      [false, false, ''],
      [true, true, '4242'],
    ]);
    const body = { move: 'delete' } as const;
    await call(usersContract.moveUser, { as: await anAdmin(), params: { id: viewer.id }, body });
    await forgetKept();
    expect((await tokens()).sort()).toEqual([
      [false, false, ''],
      [true, false, ''],
    ]);
  });

  it('stands with its whole number nowhere', async () => {
    const { viewer, subscription } = await subscribed();
    await change(viewer, subscription.id, cards.approve);
    for (const table of ['kept_means', 'card_setups', 'sandbox_tokens'] as const) {
      const rows = await db().selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('4242424242424242');
    }
  });
});

describe('no card is changed', () => {
  const refused = (as: Someone, id: string) =>
    refusal(subscriptionsContract.changeCard, {
      as,
      params: { id },
      body: { card: cardOf(cards.approve) },
    });

  it('of somebody else, whose subscription does not exist', async () => {
    const { subscription } = await subscribed();
    const stranger = await aViewer();
    const params = { id: subscription.id };
    expect(await refused(stranger, subscription.id)).toMatchObject({ status: 404 });
    for (const endpoint of [
      subscriptionsContract.getCardCheckout,
      subscriptionsContract.comeBackWithCard,
    ] as const) {
      expect(await refusal(endpoint, { as: stranger, params })).toMatchObject({ status: 404 });
    }
  });

  it('while a payment is due: paying it changes the card', async () => {
    const { viewer, subscription } = await subscribed();
    useClock(due);
    await renewMonths();
    expect(await only(viewer)).toMatchObject({
      paymentDue: true,
      can: { pay: true, changeCard: false },
    });
    expect(await refused(viewer, subscription.id)).toMatchObject({ code: 'SUBSCRIPTION_STATE' });
  });

  it('of what was cancelled, and of what is for good', async () => {
    const { viewer, subscription } = await subscribed();
    const params = { id: subscription.id };
    await call(subscriptionsContract.cancelSubscription, { as: viewer, params });
    expect(await refused(viewer, subscription.id)).toMatchObject({ code: 'SUBSCRIPTION_STATE' });
    await sellSite('once');
    const owner = await aMember('once');
    await sellSite('off');
    expect(await refused(owner.viewer, owner.subscription.id)).toMatchObject({
      code: 'SUBSCRIPTION_STATE',
    });
  });

  it('that is over: its last month has gone by', async () => {
    const { viewer, subscription } = await subscribed();
    const body = { card: { ...cardOf(cards.approve), expiry: '01/20' } };
    const params = { id: subscription.id };
    expect(
      await refusal(subscriptionsContract.changeCard, { as: viewer, params, body }),
    ).toMatchObject({ code: 'VALIDATION' });
  });

  it('by Redsys, which keeps none without a payment: the screen does not offer it', async () => {
    const { viewer, subscription } = await subscribed();
    const redsys = await startRedsys();
    try {
      const shop = { ...testShop, url: redsys.url, currency: 'EUR' as const };
      await saveProviders({ redsys: { ...shop, version: 'HMAC_SHA256_V1' } });
      expect(await only(viewer)).toMatchObject({ can: { pay: true, changeCard: false } });
      const params = { id: subscription.id };
      const body = { provider: 'redsys' as const };
      expect(
        await refusal(subscriptionsContract.changeCard, { as: viewer, params, body }),
      ).toMatchObject({ code: 'SUBSCRIPTION_STATE' });
      await saveProviders({ redsys: { ...shop, version: 'HMAC_SHA256_V1' }, stripe: stripeKeys });
      const { methods } = await call(subscriptionsContract.getCardCheckout, { as: viewer, params });
      expect(methods.providers).toEqual(['stripe']);
      expect(
        await refusal(subscriptionsContract.changeCard, { as: viewer, params, body }),
      ).toMatchObject({ code: 'PAYMENT_ERROR' });
    } finally {
      await saveProviders({});
      await redsys.stop();
    }
  });
});

describe('on the page of Stripe', () => {
  const { bank: stripe, deliver } = byStripe();

  /** Whoever subscribed in the trial, and is led to the page on which one gives a card. */
  async function onPage() {
    await saveProviders({});
    const { viewer, subscription } = await subscribed();
    await saveProviders({ stripe: stripeKeys });
    const params = { id: subscription.id };
    const asked = await call(subscriptionsContract.changeCard, {
      as: viewer,
      params,
      body: { provider: 'stripe' },
    });
    const sessionId = asked.place?.url.split('/').at(-1) ?? '';
    return { viewer, subscription, params, asked, sessionId };
  }

  it('it is asked for in setup mode, by card, and leads back here', async () => {
    const { subscription, asked, viewer } = await onPage();
    expect(asked).toMatchObject({ state: 'open', subscription: { lastFour: '0341' } });
    const form = Object.fromEntries(stripe().asked.at(-1)?.form ?? []);
    expect(form).toMatchObject({
      ...{ mode: 'setup', customer_creation: 'always', customer_email: viewer.email },
      'allowed_payment_method_types[0]': 'card',
    });
    expect(Object.keys(form).filter((name) => /amount|line_items|price/.test(name))).toEqual([]);
    const back = new URL(form.success_url ?? '');
    expect(`${back.pathname}${back.search}`).toBe(
      `/mystuff/subscriptions/${subscription.id}/card?back=1`,
    );
    expect(form.cancel_url).toBe(back.href);
  });

  it('it takes effect by the notice, once, is charged from then on, and is sealed here', async () => {
    const { viewer, subscription, sessionId, params } = await onPage();
    const setup = stripe().setups.give(sessionId);
    expect(await deliver(stripe().event('checkout.session.completed', setup))).toBe(204);
    expect(await deliver(stripe().event('checkout.session.completed', setup))).toBe(204);
    expect(await only(viewer)).toMatchObject({ lastFour: '4444' });
    const back = await call(subscriptionsContract.comeBackWithCard, { as: viewer, params });
    expect(back).toMatchObject({ state: 'kept', place: null });
    const means = await meansOf(subscription);
    const kept = db().selectFrom('kept_means').selectAll().where('id', '=', means);
    expect((await kept.executeTakeFirstOrThrow()).token?.includes(setup.customer ?? '')).toBe(
      false,
    );
    const events = await db().selectFrom('provider_events').select('body').execute();
    expect(JSON.stringify(events)).not.toContain(setup.customer);
    useClock(due);
    await renewMonths();
    const intent = [...stripe().intents.values()].at(-1);
    expect(intent).toMatchObject({
      customer: setup.customer,
      payment_method: setup.setup_intent.payment_method?.id,
    });
    expect(await only(viewer)).toMatchObject({ validUntil: february });
  });

  it('it takes effect without a notice, when they come back or some minutes later', async () => {
    const one = await onPage();
    stripe().setups.give(one.sessionId);
    const { viewer: as, params } = one;
    expect(await call(subscriptionsContract.comeBackWithCard, { as, params })).toMatchObject({
      state: 'kept',
      subscription: { lastFour: '4444' },
    });
    const other = await onPage();
    stripe().setups.give(other.sessionId);
    useClock('2026-01-31T11:01:59Z');
    await followSetups();
    expect(await only(other.viewer)).toMatchObject({ lastFour: '0341' });
    useClock('2026-01-31T11:02:00Z');
    await followSetups();
    expect(await only(other.viewer)).toMatchObject({ lastFour: '4444' });
  });

  it('nothing changes for who comes back without one, whose time goes by, or whose bank refuses', async () => {
    const { viewer: as, params, sessionId } = await onPage();
    const back = () => call(subscriptionsContract.comeBackWithCard, { as, params });
    const waits = await back();
    expect(waits).toMatchObject({
      state: 'open',
      place: { url: stripe().setups.all.get(sessionId)?.url },
    });
    await deliver(stripe().event('checkout.session.expired', stripe().setups.expire(sessionId)));
    expect(await back()).toMatchObject({ state: 'over', place: null });
    const other = await onPage();
    const refused = stripe().setups.give(other.sessionId, { refused: true });
    await deliver(stripe().event('checkout.session.completed', refused));
    for (const viewer of [as, other.viewer]) {
      expect(await only(viewer)).toMatchObject({ lastFour: '0341' });
    }
  });

  it('the one asked for last is right, whichever notice comes first', async () => {
    const { viewer, subscription, sessionId, params } = await onPage();
    const again = { as: viewer, params, body: { provider: 'stripe' as const } };
    const asked = await call(subscriptionsContract.changeCard, again);
    const later = asked.place?.url.split('/').at(-1) ?? '';
    const give = async (id: string) =>
      deliver(stripe().event('checkout.session.completed', stripe().setups.give(id)));
    const before = await meansOf(subscription);
    await give(later);
    const chosen = await meansOf(subscription);
    expect(chosen).not.toBe(before);
    await give(sessionId);
    expect(await meansOf(subscription)).toBe(chosen);
    const kept = stripe().setups.all.get(sessionId)?.customer;
    useClock('2026-02-03T11:00:00Z');
    await forgetKept();
    expect(stripe().forgotten).toContain(kept);
    expect(stripe().forgotten).not.toContain(stripe().setups.all.get(later)?.customer);
  });

  it('the one asked for last is right also when its notice is the last', async () => {
    const { viewer, subscription, sessionId, params } = await onPage();
    const again = { as: viewer, params, body: { provider: 'stripe' as const } };
    const asked = await call(subscriptionsContract.changeCard, again);
    const later = asked.place?.url.split('/').at(-1) ?? '';
    await deliver(stripe().event('checkout.session.completed', stripe().setups.give(sessionId)));
    const first = await meansOf(subscription);
    await deliver(stripe().event('checkout.session.completed', stripe().setups.give(later)));
    expect(await meansOf(subscription)).not.toBe(first);
  });

  it('a card for what has ended meanwhile names nothing, and is forgotten there', async () => {
    const { viewer, subscription, sessionId } = await onPage();
    await db()
      .updateTable('subscriptions')
      .set({ state: 'ended', ended_at: '2026-02-01T11:00:00Z' })
      .where('id', '=', subscription.id)
      .execute();
    const setup = stripe().setups.give(sessionId);
    expect(await deliver(stripe().event('checkout.session.completed', setup))).toBe(204);
    expect(await only(viewer)).toMatchObject({ status: 'ended', lastFour: '0341' });
    useClock('2026-02-03T11:00:00Z');
    await forgetKept();
    expect(stripe().forgotten).toContain(setup.customer);
  });

  it('a notice about a card that nobody asked for here is kept and changes nothing', async () => {
    await onPage();
    const alien = stripe().setups.open(
      new URLSearchParams({ client_reference_id: 'of another' }),
      '',
    );
    stripe().setups.give(alien.id);
    const notice = stripe().event('checkout.session.completed', alien, { id: 'evt_alien' });
    expect(await deliver(notice)).toBe(204);
    const kept = db()
      .selectFrom('provider_events')
      .select('state')
      .where('event_id', '=', 'evt_alien');
    expect(await kept.execute()).toEqual([{ state: 'kept' }]);
  });

  it('a bank that is down asks for nothing, and one may try again', async () => {
    await saveProviders({});
    const { viewer: as, subscription } = await subscribed();
    await saveProviders({ stripe: stripeKeys });
    stripe().fault = 'down';
    const asked = { as, params: { id: subscription.id }, body: { provider: 'stripe' as const } };
    expect(await refusal(subscriptionsContract.changeCard, asked)).toMatchObject({
      code: 'PAYMENT_ERROR',
    });
    stripe().fault = null;
    expect(await call(subscriptionsContract.changeCard, asked)).toMatchObject({ state: 'open' });
  });
});
