import { afterEach, describe, expect, it } from 'vitest';
import { cartContract } from '#contract/cart.ts';
import { channelsContract } from '#contract/channels.ts';
import { ordersContract } from '#contract/orders.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { db } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { supportItem, switchSupport } from '#test/factories/giving.ts';
import { cardOf, cards, cartForm, pay, ticketItem } from '#test/factories/sales.ts';
import { sellSite } from '#test/factories/site-subscription.ts';
import {
  aMonth,
  aPaidChannel,
  aSubscriber,
  monthForm,
  monthItem,
  mySubscriptions,
  payWith,
  wishToFollow,
} from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';

afterEach(() => sellSite('off'));

/** A show of a channel that is followed for 4.99 €. */
async function aShow() {
  const show = await aProduct({ sessions: [{ capacity: 1 }] });
  return { show, channel: await aPaidChannel({ channel: show.channel }) };
}

type Items = Parameters<typeof cartForm>[0];
const asked = (as: Someone, items: Items) => ({ as, body: cartForm(items) });
const order = (as: Someone, items: Items) => call(ordersContract.startOrder, asked(as, items));
const refused = (as: Someone, items: Items) => refusal(ordersContract.startOrder, asked(as, items));
const wish = (as: Someone, channelSlug: string | null) =>
  refusal(cartContract.addToCart, { as, body: { kind: 'subscription', channelSlug } });
const faultsOf = async (as: Someone) =>
  (await call(cartContract.getCart, { as })).groups.flatMap(({ lines }) =>
    lines.map(({ kind, fault }) => [kind, fault]),
  );
const second = { 'items.1': 'invalid' };
const stateOf = async (as: Someone, { id }: { id: string }) =>
  (await call(ordersContract.getOrder, { as, params: { id } })).state;

describe('refused with its line is a subscription', () => {
  it('whose price changed between cart and payment; the cart says what it was', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    await wishToFollow(as, channel);
    await aPaidChannel({ channel, total: 599 });
    expect(await refused(as, [ticketItem(show), monthItem(channel)])).toMatchObject({
      ...{ status: 409, code: 'PRICE_CHANGED', fields: second },
    });
    const { groups } = await call(cartContract.getCart, { as });
    expect(groups[0]?.lines).toMatchObject([{ total: 599, costBefore: 499, fault: null }]);
    const now = monthItem(channel, { expectedTotal: 599 });
    expect((await order(as, [ticketItem(show), now])).total).toBe(1809);
  });

  it('that goes on by another term than the screen said', async () => {
    const { show, channel } = await aShow();
    const item = monthItem(channel, { term: 'year' });
    expect(await refused(await aViewer(), [ticketItem(show), item])).toMatchObject({
      ...{ code: 'PRICE_CHANGED', fields: second },
    });
  });

  it('that somebody has already, be it since another window was faster', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    await wishToFollow(as, channel);
    await payWith(as, (await aMonth(as, channel)).id);
    expect(await call(cartContract.countCart, { as })).toEqual({ count: 0 });
    expect(await refused(as, [ticketItem(show), monthItem(channel)])).toMatchObject({
      ...{ status: 409, code: 'ALREADY_SUBSCRIBED', fields: second },
    });
    expect(await wish(as, channel.slug)).toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
    expect(await mySubscriptions(as)).toHaveLength(1);
  });

  it('to one’s own channel', async () => {
    const { show, channel } = await aShow();
    const as = channel.owner;
    expect(await wish(as, channel.slug)).toMatchObject({ status: 409, code: 'OWN_CHANNEL' });
    expect(await refused(as, [ticketItem(show), monthItem(channel)])).toMatchObject({
      ...{ code: 'OWN_CHANNEL', fields: second },
    });
  });

  it('that its channel offers no more, which the cart says', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    await wishToFollow(as, channel);
    await aPaidChannel({ channel, enabled: false });
    expect(await faultsOf(as)).toEqual([['subscription', 'SUBSCRIPTIONS_OFF']]);
    expect(await refused(as, [ticketItem(show), monthItem(channel)])).toMatchObject({
      ...{ status: 409, code: 'SUBSCRIPTIONS_OFF', fields: second },
    });
    expect(await wish(await aViewer(), channel.slug)).toMatchObject({ code: 'SUBSCRIPTIONS_OFF' });
  });

  it('while the site sells none, also when it was ordered before', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    await wishToFollow(as, channel);
    const { id } = await order(as, [ticketItem(show), monthItem(channel)]);
    await sellSite('off', { subscriptions: false });
    expect(await faultsOf(as)).toEqual([['subscription', 'SUBSCRIPTIONS_OFF']]);
    expect(await refused(await aViewer(), [ticketItem(show), monthItem(channel)])).toMatchObject({
      ...{ code: 'SUBSCRIPTIONS_OFF', fields: second },
    });
    const body = { card: cardOf(cards.approve) };
    expect(await refusal(ordersContract.payOrder, { as, params: { id }, body })).toMatchObject({
      code: 'ORDER_STATE',
    });
    // The seat is to be had without it.
    expect((await pay(as, await order(as, [ticketItem(show)]))).state).toBe('paid');
    expect(await stateOf(as, { id })).toBe('cancelled');
  });

  it('to a channel that nobody sees, or that there is none of', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    await wishToFollow(as, channel);
    const { owner, slug } = channel;
    await call(channelsContract.deactivateChannel, { as: owner, params: { slug } });
    expect(await faultsOf(as)).toEqual([['subscription', 'SERVER_ERROR_NOT_FOUND']]);
    expect(await wish(as, 'no-such-channel')).toMatchObject({ status: 404 });
    const foreign = await aShow();
    expect(
      await refused(as, [ticketItem(foreign.show), monthItem({ slug: show.slug })]),
    ).toMatchObject({ status: 404, fields: second });
  });
});

describe('one order has', () => {
  const mismatch = { code: 'VALIDATION', fields: { 'items.1': 'mismatch' } };

  it('one seller and one currency, a subscription too', async () => {
    const { show, channel } = await aShow();
    const other = await aPaidChannel();
    const as = await aViewer();
    expect(await refused(as, [ticketItem(show), monthItem(other)])).toMatchObject(mismatch);
    const dollars = await aProduct({ channel, currency: 'USD' });
    expect(await refused(as, [ticketItem(dollars), monthItem(channel)])).toMatchObject(mismatch);
    await sellSite('month');
    const site = { ...monthItem({ slug: '' }), channelSlug: null, expectedTotal: 1210 };
    expect(await refused(as, [ticketItem(show), site])).toMatchObject(mismatch);
    await switchSupport(true);
    expect(await refused(as, [site, supportItem()])).toMatchObject(mismatch);
    const beside = [monthItem(channel), supportItem()];
    expect((await order(await aViewer(), beside)).total).toBe(499 + 200);
    await switchSupport(false);
    expect(await refused(as, [monthItem(channel), site])).toMatchObject(mismatch);
  });

  it('a subscription once', async () => {
    const { channel } = await aShow();
    expect(await refused(await aViewer(), [monthItem(channel), monthItem(channel)])).toMatchObject({
      code: 'VALIDATION',
      fields: second,
    });
  });

  it('no date, code or number of a subscription in the cart, and no cart of strangers', async () => {
    const { channel } = await aShow();
    const as = await aViewer();
    const { groups } = await wishToFollow(as, channel);
    const params = { id: groups[0]?.lines[0]?.id ?? '' };
    expect(
      await refusal(cartContract.changeCart, { as, params, body: { quantity: 2 } }),
    ).toMatchObject({ code: 'VALIDATION' });
    const body = { kind: 'subscription' as const, channelSlug: channel.slug };
    expect(await refusal(cartContract.addToCart, { body })).toMatchObject({
      code: 'NOT_LOGGED_IN',
    });
    const stranger = await aViewer();
    expect(await refusal(cartContract.removeFromCart, { as: stranger, params })).toMatchObject({
      status: 404,
    });
  });
});

describe('one order for a first month is on its way', () => {
  it('and the same choice finds it again, by whatever key', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    const items = [ticketItem(show), monthItem(channel)];
    const { id } = await order(as, items);
    expect((await order(as, items.toReversed())).id).toBe(id);
  });

  it('that of the page takes the place of the cart’s, whose seat is free then, and the other way round', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    const items = [ticketItem(show), monthItem(channel)];
    const first = await order(as, items);
    const alone = await aMonth(as, channel);
    expect(await stateOf(as, first)).toBe('cancelled');
    expect(alone).toMatchObject({ total: 499, lines: [{}] });
    const other = await aViewer();
    await order(other, [ticketItem(show)]);
    const again = await refused(as, items);
    expect(again).toMatchObject({ code: 'SOLD_OUT', fields: { 'items.0': 'invalid' } });
    // Who is refused keeps what they had.
    expect(await stateOf(as, alone)).toBe('pending');
    expect((await payWith(as, alone.id)).state).toBe('paid');
  });

  it('of the same sum is no other: what costs nothing beside it is chosen, or it is not', async () => {
    const channel = await aPaidChannel();
    const free = await aProduct({ channel, plan: 'free', price: 0 });
    const as = await aViewer();
    const both = await order(as, [ticketItem(free, { expectedTotal: 0 }), monthItem(channel)]);
    const alone = await aMonth(as, channel);
    expect(alone.id).not.toBe(both.id);
    expect(alone.lines).toHaveLength(1);
  });

  it('and none takes its place while money is on its way to it', async () => {
    const { show, channel } = await aShow();
    const as = await aViewer();
    const { id } = await order(as, [ticketItem(show), monthItem(channel)]);
    await pay(as, { id }, 'late');
    const given = { as, params: { slug: channel.slug }, body: monthForm() };
    expect(await refusal(subscriptionOrdersContract.subscribe, given)).toMatchObject({
      code: 'ORDER_STATE',
    });
  });

  it('and a month of a subscription that is over is none of it', async () => {
    const { channel, viewer, subscription } = await aSubscriber();
    const rows = db().updateTable('subscriptions').where('id', '=', subscription.id);
    const waiting = await aMonthAhead(viewer, subscription);
    await rows.set({ state: 'ended', ended_at: subscription.since }).execute();
    const fresh = await order(viewer, [monthItem(channel)]);
    expect(fresh.id).not.toBe(waiting);
    expect(await stateOf(viewer, { id: waiting })).toBe('cancelled');
    expect((await payWith(viewer, fresh.id)).state).toBe('paid');
  });
});

async function aMonthAhead(
  as: Someone,
  { id, validUntil }: { id: string; validUntil: string | null },
) {
  const body = { ...monthForm(), startsAt: validUntil ?? '' };
  return (await call(subscriptionOrdersContract.orderMonth, { as, params: { id }, body })).id;
}
