import { afterEach, describe, expect, it } from 'vitest';
import { cartContract } from '#contract/cart.ts';
import type { SubscriptionItem } from '#contract/order-items.ts';
import { ordersContract } from '#contract/orders.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { booksOf } from '#test/books.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { cartForm, pay } from '#test/factories/sales.ts';
import { aMember, aSiteOrder, giveToSite, sellSite } from '#test/factories/site-subscription.ts';
import { aPaidChannel, mySubscriptions, wishToFollow } from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';

afterEach(() => sellSite('off'));

const began = '2026-01-31T11:00:00Z';
const cartOf = (as: Someone) => call(cartContract.getCart, { as });
const siteItem = (given: Partial<SubscriptionItem> = {}): SubscriptionItem => ({
  ...{ kind: 'subscription', channelSlug: null, term: 'year', expectedTotal: 1210 },
  ...given,
});
const asked = (as: Someone, item = siteItem()) => ({ as, body: cartForm([item]) });
const keptOf = ({ id }: { id: string }) =>
  db()
    .selectFrom('kept_means as k')
    .innerJoin('payments as p', 'p.id', 'k.payment_id')
    .select('k.id')
    .where('p.order_id', '=', id)
    .execute();

describe('the subscription to the whole site in the cart', () => {
  it('is a group of its own, which the platform sells, and is paid there', async () => {
    useClock(began);
    await sellSite('year');
    const as = await aViewer();
    await wishToFollow(as, await aPaidChannel());
    const { groups, count } = await wishToFollow(as, null);
    expect(count).toBe(2);
    expect(groups[1]).toMatchObject({
      ...{ channel: null, currency: 'EUR', net: 1000, tax: 210, total: 1210 },
      can: { buy: true, give: false, useCode: false },
      lines: [
        {
          ...{ kind: 'subscription', title: 'Platea', item: siteItem() },
          subscription: { term: 'year', products: 1, renewsAt: '2027-01-31T11:00:00.000Z' },
        },
      ],
    });
    const query = { currency: 'EUR' as const };
    const checkout = await call(cartContract.getCartCheckout, { as, query });
    expect(checkout.group).toEqual(groups[1]);
    const placed = await call(ordersContract.startOrder, asked(as));
    const paid = await pay(as, placed);
    expect(paid).toMatchObject({ state: 'paid', channel: null, invoices: [{ total: 1210 }] });
    expect(await booksOf(paid.id)).toEqual({ provider: 1210, tax: -210, platform: -1000 });
    expect(await mySubscriptions(as)).toMatchObject([
      { channel: null, term: 'year', lastFour: '4242', renews: true },
    ]);
    expect((await cartOf(as)).groups.map(({ channel }) => channel === null)).toEqual([false]);
    expect(await refusal(cartContract.getCartCheckout, { as, query })).toMatchObject({
      status: 404,
    });
    const differences = (await checkLedger()).differences;
    expect(differences.filter(({ orderId }) => orderId === paid.id)).toEqual([]);
  });

  it('keeps no card where it is bought for good', async () => {
    await sellSite('once');
    const as = await aViewer();
    const { groups } = await wishToFollow(as, null);
    expect(groups[0]?.lines).toMatchObject([{ subscription: { term: 'once', renewsAt: null } }]);
    const placed = await call(ordersContract.startOrder, asked(as, siteItem({ term: 'once' })));
    expect((await pay(as, placed)).state).toBe('paid');
    expect(await keptOf(placed)).toEqual([]);
    expect(await mySubscriptions(as)).toMatchObject([{ term: 'once', validUntil: null }]);
  });

  it('leaves the cart also when it is bought on its own page', async () => {
    await sellSite('month');
    const as = await aViewer();
    await wishToFollow(as, null);
    await aMember('month', { viewer: as });
    expect((await cartOf(as)).count).toBe(0);
  });

  it('is refused by another term than on the screen, to who has it, and where none is sold', async () => {
    await sellSite('year');
    const as = await aViewer();
    await wishToFollow(as, null);
    const first = { 'items.0': 'invalid' };
    expect(
      await refusal(ordersContract.startOrder, asked(as, siteItem({ term: 'month' }))),
    ).toMatchObject({ code: 'PRICE_CHANGED', fields: first });
    const { viewer } = await aMember('year');
    const body = { kind: 'subscription' as const, channelSlug: null };
    expect(await refusal(cartContract.addToCart, { as: viewer, body })).toMatchObject({
      code: 'ALREADY_SUBSCRIBED',
    });
    expect(await refusal(ordersContract.startOrder, asked(viewer))).toMatchObject({
      ...{ code: 'ALREADY_SUBSCRIBED', fields: first },
    });
    await sellSite('off');
    expect(await refusal(ordersContract.startOrder, asked(as))).toMatchObject({
      ...{ code: 'SUBSCRIPTIONS_OFF', fields: first },
    });
    expect((await cartOf(as)).groups[0]?.lines).toMatchObject([{ fault: 'SUBSCRIPTIONS_OFF' }]);
  });

  it('is one order, be it from the cart or from its page', async () => {
    await sellSite('year');
    const as = await aViewer();
    const first = await call(ordersContract.startOrder, asked(as));
    expect((await aSiteOrder(as, 'year')).id).toBe(first.id);
  });

  it('says of what an organizer has given to it that it is opened anyway', async () => {
    await sellSite('month');
    const film = await aProduct({ type: 'vod', sessions: [] });
    const asset_id = await anAsset(film.owner);
    await db().updateTable('products').set({ asset_id }).where('id', '=', film.id).execute();
    await giveToSite(film);
    const as = await aViewer();
    const wish = { kind: 'ticket' as const, productSlug: film.slug, sessionId: null };
    await call(cartContract.addToCart, { as, body: wish });
    const { groups } = await wishToFollow(as, null);
    expect(groups.flatMap(({ lines }) => lines.map(({ openedBy }) => openedBy))).toEqual([
      ...['site', null],
    ]);
    await giveToSite(film, false);
    expect((await cartOf(as)).groups[0]?.lines[0]?.openedBy).toBeNull();
  });
});
