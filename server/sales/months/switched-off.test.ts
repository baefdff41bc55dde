import { afterEach, describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { mediaPayContract } from '#contract/media-pay.ts';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import type { Monetization } from '#contract/shared/monetization.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct, type ProductGiven } from '#test/factories/catalog.ts';
import type { SomeChannel } from '#test/factories/channels.ts';
import { noProviders } from '#test/factories/payments.ts';
import { anOrder, aPaidOrder, cartForm, orderForm } from '#test/factories/sales.ts';
import { operatorConfig, sellSite } from '#test/factories/site-subscription.ts';
import {
  aPaidChannel,
  aSubscriber,
  monthForm,
  mySubscriptions,
} from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { renewMonths } from './renew-months.ts';

const platform = { period: 'off', net: 0, taxRate: 0, currency: 'EUR' } as const;
const all: Monetization = { channelSubscriptions: true, paidContent: true, platform };

async function sell(monetize: Partial<Monetization>) {
  const body = { ...noProviders(), monetize: { ...all, ...monetize } };
  return call(mediaPayContract.saveMediaPay, { as: await anAdmin(), body });
}
afterEach(() => sell({}));

describe('while subscriptions to channels are off', () => {
  it('no page offers one, no form asks for one, and none begins', async () => {
    const channel = await aPaidChannel();
    const params = { slug: channel.slug };
    const page = () => call(channelsContract.getChannel, { params });
    const mine = () => call(channelsContract.getMyChannel, { as: channel.owner, params });
    expect((await page()).subscription).toMatchObject({ total: 499 });
    expect((await mine()).can.offerSubscription).toBe(true);
    await sell({ channelSubscriptions: false });
    expect((await page()).subscription).toBeNull();
    expect((await mine()).can.offerSubscription).toBe(false);
    const viewer = await aViewer();
    expect(
      await refusal(subscriptionOrdersContract.subscribe, {
        as: viewer,
        params,
        body: monthForm(),
      }),
    ).toMatchObject({ status: 409, code: 'SUBSCRIPTIONS_OFF' });
    const offer = await call(subscriptionsContract.getSubscriptionOffer, { as: viewer, params });
    expect(offer).toMatchObject({ price: null, can: { subscribe: false } });
    const body = {
      subscription: { enabled: true, total: 599, currency: 'EUR', taxRate: 2100 },
    } as const;
    expect(
      await refusal(channelsContract.changeChannel, { as: channel.owner, params, body }),
    ).toMatchObject({ code: 'SUBSCRIPTIONS_OFF' });
    const title = { title: 'Another channel', ...body };
    expect(
      await refusal(channelsContract.createChannel, { as: channel.owner, body: title }),
    ).toMatchObject({ code: 'SUBSCRIPTIONS_OFF' });
    const stop = { subscription: { ...body.subscription, enabled: false } };
    await call(channelsContract.changeChannel, { as: channel.owner, params, body: stop });
  });

  it('nothing is renewed or resumed, and what is paid lasts to its end', async () => {
    useClock('2026-01-31T11:00:00Z');
    const { viewer } = await aSubscriber();
    const { viewer: other, subscription } = await aSubscriber();
    const params = { id: subscription.id };
    await call(subscriptionsContract.cancelSubscription, { as: other, params });
    await sell({ channelSubscriptions: false });
    expect(
      await refusal(subscriptionsContract.resumeSubscription, { as: other, params }),
    ).toMatchObject({ code: 'SUBSCRIPTIONS_OFF' });
    useClock('2026-02-28T10:59:00Z');
    expect(await renewMonths()).toBe(0);
    await endSubscriptions();
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'subscribed', renews: false }]);
    useClock('2026-02-28T11:00:00Z');
    await endSubscriptions();
    expect(await mySubscriptions(viewer)).toMatchObject([{ status: 'ended' }]);
  });
});

describe('while paid content is off', () => {
  it('nothing that costs is published or bought; what was bought stays, and what is free goes on', async () => {
    const { product, buyer, order } = await aPaidOrder();
    const { order: pending } = await anOrder();
    const draft = await aProduct({ status: 'draft' });
    const free = await aProduct({ plan: 'free', price: 0 });
    await sell({ paidContent: false });
    const viewer = await aViewer();
    expect(
      await refusal(ordersContract.startOrder, { as: viewer, body: orderForm(product) }),
    ).toMatchObject({ code: 'PRODUCT_NOT_FOR_SALE' });
    const params = { slug: product.slug };
    const mine = await call(salesContract.getMine, { as: viewer, params });
    expect(mine).toMatchObject({ sale: 'barred', can: { buy: false } });
    const page = await call(catalogContract.getProduct, { as: viewer, params });
    expect(page).toMatchObject({ sale: 'barred', can: { buy: false, gift: false } });
    const { items } = await call(catalogContract.searchProducts, { query: { q: product.title } });
    expect(items.map(({ slug }) => slug)).not.toContain(product.slug);
    const listed = await call(catalogContract.listProducts, { query: { size: 50 } });
    expect(listed.items.map(({ slug }) => slug)).toContain(free.slug);
    expect(listed.items.filter(({ plan }) => plan === 'paid')).toEqual([]);
    const shown = { params: { slug: product.channel.slug } };
    expect((await call(catalogContract.listChannelProducts, shown)).items).toEqual([]);
    const given = { as: draft.owner, params: { slug: draft.slug } };
    expect(await refusal(catalogContract.publishProduct, given)).toMatchObject({
      status: 409,
      code: 'PAID_CONTENT_OFF',
    });
    const own = await call(catalogContract.getOwnProduct, {
      as: draft.owner,
      params: { slug: draft.slug },
    });
    expect(own).toMatchObject({
      can: { publish: false, makePrivate: true },
      because: { publish: 'paid_content_off' },
    });
    expect((await call(salesContract.getMine, { as: buyer, params })).ticket).not.toBeNull();
    expect(order.state).toBe('paid');
    expect(pending.state).toBe('pending');
    const got = await call(ordersContract.startOrder, {
      as: viewer,
      body: orderForm(free, { expectedTotal: 0 }),
    });
    expect(got.state).toBe('paid');
  });
});

/** A film of the channel, which its subscription opens unless its organizer takes it out. */
async function aFilm({ channel, ...given }: ProductGiven & { channel: SomeChannel }) {
  const film = await aProduct({ ...given, channel, type: 'vod', sessions: [] });
  const asset_id = await anAsset(channel.owner);
  await db().updateTable('products').set({ asset_id }).where('id', '=', film.id).execute();
  return film;
}

describe('while paid content is off and a subscription on offer', () => {
  const inLists = async (channel: { slug: string }) => {
    const shown = { params: { slug: channel.slug } };
    const { items } = await call(catalogContract.listChannelProducts, shown);
    return items.map(({ slug, openedBy }) => [slug, openedBy]);
  };

  it('what that opens is seen as such, and sold by itself to nobody', async () => {
    const channel = await aPaidChannel();
    const film = await aFilm({ channel });
    const dated = await aProduct({ channel });
    await sell({ paidContent: false });
    const viewer = await aViewer();
    const params = { slug: film.slug };
    expect(await inLists(channel)).toEqual([[film.slug, 'channel']]);
    const { items } = await call(catalogContract.searchProducts, { query: { q: film.title } });
    expect(items.map(({ slug }) => slug)).toContain(film.slug);
    const page = await call(catalogContract.getProduct, { as: viewer, params });
    expect(page).toMatchObject({ openedBy: 'channel', sale: 'barred', can: { buy: false } });
    const other = await call(catalogContract.getProduct, { params: { slug: dated.slug } });
    expect(other).toMatchObject({ openedBy: null, sale: 'barred' });
    const form = { kind: 'ticket', productSlug: film.slug, sessionId: null, code: null } as const;
    const body = cartForm([{ ...form, expectedTotal: 1210 }]);
    expect(await refusal(ordersContract.startOrder, { as: viewer, body })).toMatchObject({
      code: 'PRODUCT_NOT_FOR_SALE',
    });
    await sell({ paidContent: false, channelSubscriptions: false });
    expect(await inLists(channel)).toEqual([]);
    await sell({});
    expect(await inLists(channel)).toEqual(expect.arrayContaining([[film.slug, null]]));
  });

  it('is hidden as soon as its organizer takes it out', async () => {
    const channel = await aPaidChannel();
    const film = await aFilm({ channel });
    await sell({ paidContent: false });
    await call(subscriptionsContract.markSubscriptionProduct, {
      ...{ as: channel.owner, params: { slug: film.slug } },
      body: { included: false },
    });
    expect(await inLists(channel)).toEqual([]);
  });

  it('is published for that', async () => {
    const channel = await aPaidChannel();
    const film = await aFilm({ channel, status: 'draft' });
    await sell({ paidContent: false });
    const asked = { as: channel.owner, params: { slug: film.slug } };
    await call(catalogContract.publishProduct, asked);
    expect(await inLists(channel)).toEqual([[film.slug, 'channel']]);
  });
});

describe('the settings of what is sold', () => {
  it('stay when they are not sent, and keep the subscription to the whole site', async () => {
    const whole = { period: 'year', net: 9900, taxRate: 2100, currency: 'EUR' } as const;
    overrideConfig(operatorConfig);
    await sell({ platform: whole });
    const as = await anAdmin();
    const saved = await call(mediaPayContract.saveMediaPay, { as, body: noProviders() });
    expect(saved.monetize).toEqual({ ...all, platform: whole });
    await sellSite('off');
  });

  it('refuse a subscription without a price', async () => {
    const monetize = { ...all, platform: { ...platform, period: 'month' as const } };
    const body = { ...noProviders(), monetize };
    expect(
      await refusal(mediaPayContract.saveMediaPay, { as: await anAdmin(), body }),
    ).toMatchObject({ code: 'VALIDATION' });
  });
});
