import { describe, expect, it } from 'vitest';
import { cartContract } from '#contract/cart.ts';
import { type Order, ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { booksOf, lettersTo, toldTo } from '#test/books.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aBundle, aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import type { SomeChannel } from '#test/factories/channels.ts';
import { donationItem, giftItem, withDonations } from '#test/factories/giving.ts';
import { lastMailTo } from '#test/factories/mails.ts';
import { cartForm, pay, ticketItem } from '#test/factories/sales.ts';
import { aThing, physicalItem, shippingItem } from '#test/factories/shipments.ts';
import {
  aMonth,
  aPaidChannel,
  monthItem,
  mySubscriptions,
  payWith,
  wishToFollow,
} from '#test/factories/subscriptions.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call } from '#test/story.ts';
import { acknowledge } from '../acknowledge-orders.ts';
import { expireOrders } from '../close-order.ts';
import { renewMonths } from '../months/renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const due = '2026-02-28T05:00:00Z';
const minutes = (count: number) => useClock(now().add({ minutes: count }));

/** A film of the channel that everybody else has to buy. */
async function aFilm(channel: SomeChannel) {
  const film = await aProduct({ channel, type: 'vod', sessions: [] });
  const asset_id = await anAsset(channel.owner);
  await db().updateTable('products').set({ asset_id }).where('id', '=', film.id).execute();
  return film;
}

/** A channel that is followed for 4.99 €, with a show of one seat and a thing that is sent. */
async function aHouse() {
  const show = await aProduct({ sessions: [{ capacity: 1 }] });
  const channel = await aPaidChannel({ channel: show.channel });
  return { channel, show, thing: await aThing({ channel }) };
}

const put = (as: Someone, { slug, sessions }: SomeProduct) =>
  call(cartContract.addToCart, {
    as,
    body: { kind: 'ticket', productSlug: slug, sessionId: sessions[0]?.id ?? null, code: null },
  });
const cartOf = (as: Someone) => call(cartContract.getCart, { as });
const order = (as: Someone, items: Parameters<typeof cartForm>[0]): Promise<Order> =>
  call(ordersContract.startOrder, { as, body: cartForm(items) });
const read = (as: Someone, { id }: { id: string }) =>
  call(ordersContract.getOrder, { as, params: { id } });
const seatsOf = async ({ id }: SomeProduct) =>
  (
    await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
  ).seats_held;
const stateOf = async (as: Someone, { slug }: { slug: string }) =>
  (await call(salesContract.getMine, { as, params: { slug } })).state;
const keptOf = ({ id }: { id: string }) =>
  db()
    .selectFrom('kept_means as k')
    .innerJoin('payments as p', 'p.id', 'k.payment_id')
    .select('k.last_four')
    .where('p.order_id', '=', id)
    .execute();
const differencesOf = async ({ id }: { id: string }) =>
  (await checkLedger()).differences.filter(({ orderId }) => orderId === id);

/** A ticket, a thing with its parcel, and the first month, ordered from the cart. */
async function aMixedOrder(given: { buyer?: Someone } = {}) {
  const house = await aHouse();
  const buyer = given.buyer ?? (await aViewer());
  await put(buyer, house.show);
  await call(cartContract.addToCart, {
    as: buyer,
    body: { kind: 'physical', productSlug: house.thing.slug, quantity: 1 },
  });
  await wishToFollow(buyer, house.channel);
  const { groups } = await cartOf(buyer);
  const items = groups[0]?.lines.flatMap(({ item }) => item ?? []) ?? [];
  const placed = await order(buyer, [...items, shippingItem()]);
  return { ...house, buyer, order: placed };
}

describe('a cart with a subscription', () => {
  it('has it beside what its channel sells: by what it goes on, what it opens, when it renews', async () => {
    useClock(began);
    const { channel, show } = await aHouse();
    await aFilm(channel);
    const as = await aViewer();
    await put(as, show);
    const { groups, count } = await wishToFollow(as, channel);
    expect(count).toBe(2);
    expect(groups).toMatchObject([
      { channel: { slug: channel.slug }, total: 1709, net: 1412, tax: 297, can: { buy: true } },
    ]);
    expect(groups[0]?.lines[1]).toMatchObject({
      ...{ kind: 'subscription', title: channel.title, product: null, session: null, code: null },
      subscription: { term: 'month', products: 1, renewsAt: '2026-02-28T11:00:00.000Z' },
      ...{ net: 412, tax: 87, total: 499, quantity: 1, most: null, fault: null, openedBy: null },
      item: monthItem(channel),
    });
    expect((await wishToFollow(as, channel)).count).toBe(2);
    const id = groups[0]?.lines[1]?.id ?? '';
    await call(cartContract.removeFromCart, { as, params: { id } });
    expect((await cartOf(as)).groups[0]?.lines.map(({ kind }) => kind)).toEqual(['ticket']);
  });

  it('says of a ticket that it is opened anyway, and sells it all the same', async () => {
    const channel = await aPaidChannel();
    const [film, show] = [await aFilm(channel), await aProduct({ channel })];
    const bundle = await aBundle([film, show]);
    const as = await aViewer();
    await put(as, film);
    await put(as, show);
    const body = { kind: 'bundle' as const, productSlug: bundle.slug };
    await call(cartContract.addToCart, { as, body });
    const openedBy = async () =>
      (await cartOf(as)).groups[0]?.lines.map((line) => [line.kind, line.openedBy]);
    const alone = [
      ['ticket', null],
      ['ticket', null],
      ['bundle', null],
    ];
    expect(await openedBy()).toEqual(alone);
    await wishToFollow(as, channel);
    expect(await openedBy()).toEqual([
      ['ticket', 'channel'],
      ...alone.slice(1),
      ['subscription', null],
    ]);
    const other = await aViewer();
    await pay(other, await order(other, [ticketItem(film), monthItem(channel)]));
    expect(await stateOf(other, film)).toBe('ready');
    expect(await mySubscriptions(other)).toHaveLength(1);
  });
});

describe('an order of a ticket, a thing and a first month', () => {
  it('is paid once: all of it is had, the card is kept, and there is one invoice', async () => {
    useClock(began);
    const { channel, show, buyer, order: placed } = await aMixedOrder();
    expect(placed.lines.map(({ kind }) => kind)).toEqual([
      ...['ticket', 'physical', 'subscription', 'shipping'],
    ]);
    expect(placed.total).toBe(1210 + 1210 + 499 + 484);
    const paid = await pay(buyer, placed);
    expect(paid).toMatchObject({ state: 'paid', invoices: [{ total: placed.total }] });
    expect(await mySubscriptions(buyer)).toMatchObject([
      {
        ...{ channel: { slug: channel.slug }, status: 'subscribed', lastFour: '4242' },
        ...{ validUntil: '2026-02-28T11:00:00.000Z', price: { total: 499 }, renews: true },
        invoices: [{ orderId: placed.id }],
      },
    ]);
    expect(await keptOf(placed)).toHaveLength(1);
    expect(await seatsOf(show)).toBe(1);
    const parcels = db().selectFrom('shipments').select('state').where('order_id', '=', placed.id);
    expect(await parcels.execute()).toEqual([{ state: 'to_send' }]);
    expect((await cartOf(buyer)).count).toBe(0);
    expect(await differencesOf(placed)).toEqual([]);
    const { provider, tax } = await booksOf(placed.id);
    expect([provider, tax]).toEqual([placed.total, -(210 + 210 + 87 + 84)]);
  });

  it('is told by one letter, which says what renews, and to its organizer as a sale and a subscriber', async () => {
    useClock(began);
    const { channel, show, buyer, order: placed } = await aMixedOrder();
    await pay(buyer, placed);
    await acknowledge([placed.id]);
    expect(await lettersTo(buyer)).toEqual(['order-paid']);
    const { subject, body_text: text } = await lastMailTo(buyer.email);
    expect(subject).toContain(show.title);
    expect(subject).toContain(channel.title);
    expect(text).toContain('it renews every month for €4.99');
    expect(text).toContain('28 February 2026');
    expect(await toldTo(channel.owner, 'subscriber')).toHaveLength(1);
    expect(await toldTo(channel.owner, 'sale')).not.toEqual([]);
  });

  it('leaves the months that follow alone: each is an order of its own, charged to that card', async () => {
    useClock(began);
    const { buyer, order: placed } = await aMixedOrder();
    await pay(buyer, placed);
    useClock(due);
    await renewMonths();
    const orders = await call(ordersContract.listMyOrders, { as: buyer });
    expect(orders.items.map(({ total, lines }) => [total, lines.length])).toEqual([
      [499, 1],
      [placed.total, 4],
    ]);
    await acknowledge([orders.items[0]?.id ?? '']);
    expect(await lettersTo(buyer)).toEqual(['subscription-renewed']);
    expect(await mySubscriptions(buyer)).toMatchObject([
      { validUntil: '2026-03-31T10:00:00.000Z', invoices: [{}, {}] },
    ]);
  });

  it('begins nothing by a card that is declined, and all of it by another one', async () => {
    const { show, buyer, order: placed } = await aMixedOrder();
    expect(await pay(buyer, placed, 'decline')).toMatchObject({
      state: 'pending',
      payment: { failure: 'card_declined' },
    });
    expect(await mySubscriptions(buyer)).toEqual([]);
    expect(await stateOf(buyer, show)).toBe('no_ticket');
    expect((await pay(buyer, placed)).state).toBe('paid');
    expect(await mySubscriptions(buyer)).toHaveLength(1);
  });

  it('holds nothing when its time is over, and stays in the cart', async () => {
    useClock(began);
    const { show, thing, buyer, order: placed } = await aMixedOrder();
    expect(await seatsOf(show)).toBe(1);
    minutes(16);
    await expireOrders([show.id]);
    expect((await read(buyer, placed)).state).toBe('expired');
    expect(await seatsOf(show)).toBe(0);
    expect((await cartOf(buyer)).groups[0]?.lines.map(({ fault }) => fault)).toEqual([
      ...[null, null, null],
    ]);
    const other = await aViewer();
    await order(other, [
      ticketItem(show),
      physicalItem(thing, 5),
      shippingItem({ expectedTotal: 968 }),
    ]);
  });

  it('may be given up, and keeps no card where no line comes again', async () => {
    const { show, buyer, order: placed } = await aMixedOrder();
    expect(placed.can).toMatchObject({ pay: true, cancel: true });
    await call(ordersContract.cancelOrder, { as: buyer, params: { id: placed.id } });
    const alone = await order(buyer, [ticketItem(show)]);
    expect((await pay(buyer, alone)).state).toBe('paid');
    expect(await keptOf(alone)).toEqual([]);
  });
});

describe('money that comes when the time of such an order is over', () => {
  async function late() {
    useClock(began);
    const made = await aMixedOrder();
    await pay(made.buyer, made.order, 'late');
    minutes(16);
    await expireOrders([made.show.id]);
    return made;
  }

  it('buys all of it while all of it is to be had', async () => {
    const { buyer, order: placed, show } = await late();
    await runKeptJobs();
    expect((await read(buyer, placed)).state).toBe('paid');
    expect(await mySubscriptions(buyer)).toHaveLength(1);
    expect(await seatsOf(show)).toBe(1);
    expect(await differencesOf(placed)).toEqual([]);
  });

  it('goes back whole when the subscription began in another way meanwhile', async () => {
    const { buyer, channel, show, order: placed } = await late();
    await payWith(buyer, (await aMonth(buyer, channel)).id);
    await runKeptJobs();
    expect(await read(buyer, placed)).toMatchObject({
      state: 'expired',
      refunds: [{ amount: placed.total, state: 'done' }],
    });
    expect(await mySubscriptions(buyer)).toHaveLength(1);
    expect(await stateOf(buyer, show)).toBe('no_ticket');
    expect(await seatsOf(show)).toBe(0);
    expect(await differencesOf(placed)).toEqual([]);
  });

  it('goes back whole when nothing is offered any more', async () => {
    const { buyer, channel, show, order: placed } = await late();
    await aPaidChannel({ channel, enabled: false });
    await runKeptJobs();
    expect(await read(buyer, placed)).toMatchObject({ refunds: [{ amount: placed.total }] });
    expect(await mySubscriptions(buyer)).toEqual([]);
    expect(await seatsOf(show)).toBe(0);
  });
});

describe('money of such an order goes back', () => {
  async function paid() {
    const made = await aMixedOrder();
    return { ...made, order: await pay(made.buyer, made.order) };
  }
  const giveBack = async (by: Someone, of: Order, kind?: string) => {
    const lines = of.lines.filter((line) => line.kind === kind).map(({ id }) => id);
    await call(refundsContract.refundOrder, {
      as: by,
      params: { id: of.id },
      body: { reason: 'asked by the buyer', ...(kind ? { lines } : {}) },
    });
    await runKeptJobs();
  };

  it('of the month alone: the subscription ends, and the ticket holds', async () => {
    const { channel, show, buyer, order: placed } = await paid();
    await giveBack(channel.owner, placed, 'subscription');
    expect(await mySubscriptions(buyer)).toMatchObject([{ status: 'ended' }]);
    expect(await stateOf(buyer, show)).not.toBe('no_ticket');
    expect(await read(buyer, placed)).toMatchObject({ state: 'partly_refunded', refunded: 499 });
    expect(await differencesOf(placed)).toEqual([]);
  });

  it('of the ticket alone: the subscription goes on, and is charged again', async () => {
    useClock(began);
    const { channel, show, buyer, order: placed } = await paid();
    await giveBack(channel.owner, placed, 'ticket');
    expect(await stateOf(buyer, show)).toBe('no_ticket');
    expect(await mySubscriptions(buyer)).toMatchObject([{ status: 'subscribed', renews: true }]);
    useClock(due);
    await renewMonths();
    expect(await mySubscriptions(buyer)).toMatchObject([
      { validUntil: '2026-03-31T10:00:00.000Z' },
    ]);
    expect(await differencesOf(placed)).toEqual([]);
  });

  it('of all of it: everything ends', async () => {
    const { channel, show, buyer, order: placed } = await paid();
    await giveBack(channel.owner, placed);
    expect((await read(buyer, placed)).state).toBe('refunded');
    expect(await mySubscriptions(buyer)).toMatchObject([{ status: 'ended' }]);
    expect(await stateOf(buyer, show)).toBe('no_ticket');
    expect(await differencesOf(placed)).toEqual([]);
  });
});

describe('a first month is bought beside', () => {
  it('a ticket with a code, which changes the price of that alone', async () => {
    const { channel, show } = await aHouse();
    const code = await aCode(show);
    const as = await aViewer();
    const items = [ticketItem(show, { code, expectedTotal: 605 }), monthItem(channel)];
    const paid = await pay(as, await order(as, items));
    expect(paid).toMatchObject({ total: 605 + 499, lines: [{ code }, { code: null, total: 499 }] });
    expect(await mySubscriptions(as)).toHaveLength(1);
  });

  it('a gift, of which the letter tells too', async () => {
    const { channel, show } = await aHouse();
    const as = await aViewer();
    const paid = await pay(as, await order(as, [giftItem(show), monthItem(channel)]));
    expect(paid.state).toBe('paid');
    await acknowledge([paid.id]);
    expect(await lettersTo(as)).toEqual(['order-paid']);
    const { body_text: text } = await lastMailTo(as.email);
    expect(text).toContain('Leo');
    expect(text).toContain('it renews every month');
    expect(await stateOf(as, show)).toBe('no_ticket');
    expect(await mySubscriptions(as)).toHaveLength(1);
  });

  it('a donation, which is on no invoice; the way back leads to the cart', async () => {
    const { channel, show } = await aHouse();
    await withDonations(show);
    const as = await aViewer();
    const given = donationItem(show, { productSlug: null });
    const placed = await order(as, [monthItem(channel), given]);
    const { items } = await call(ordersContract.listMyOrders, { as });
    expect(items[0]?.checkout).toBe(`/shop/checkout?seller=${channel.slug}&currency=EUR`);
    const paid = await pay(as, placed);
    expect(paid).toMatchObject({ total: 999, invoices: [{ total: 499 }] });
    await acknowledge([paid.id]);
    const { body_text: text } = await lastMailTo(as.email);
    expect(text).toContain('Thank you for giving');
    expect(text).toContain('it renews every month');
  });
});
