import { afterEach, describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { ordersContract } from '#contract/orders.ts';
import { ratesContract } from '#contract/rates.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { giftItem } from '#test/factories/giving.ts';
import { aRate } from '#test/factories/rates.ts';
import { cartForm, ticketItem } from '#test/factories/sales.ts';
import { monthForm, monthItem, mySubscriptions, payWith } from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { renewMonths } from './months/renew-months.ts';

afterEach(() => useClock(null));

/** A show and a subscription in another currency, sold by somebody who has moved to Spain. */
async function aForeignChannel(currency: CurrencyCode) {
  const show = await aProduct({ currency, price: 900 });
  const { channel } = show;
  const billed = db().updateTable('channels').where('id', '=', channel.id);
  await billed.set({ billing_tax_id: '501964843', billing_country: 'PT' }).execute();
  await call(channelsContract.changeChannel, {
    as: channel.owner,
    params: { slug: channel.slug },
    body: { subscription: { enabled: true, total: 499, currency, taxRate: 2100 } },
  });
  await billed.set({ billing_tax_id: 'A30000012', billing_country: 'ES' }).execute();
  return { show, channel };
}

const subscribe = async (slug: string) =>
  refusal(subscriptionOrdersContract.subscribe, {
    ...{ as: await aViewer(), params: { slug }, body: monthForm() },
  });
const order = async (items: Parameters<typeof cartForm>[0]) =>
  refusal(ordersContract.startOrder, { as: await aViewer(), body: cartForm(items) });

describe('without a rate to the euro somebody in Spain sells nothing in another currency', () => {
  it('be it in a cart, for somebody else, or month by month', async () => {
    const { show, channel } = await aForeignChannel('NOK');
    const ticket = ticketItem(show, { expectedTotal: 900 });
    const gift = giftItem(show, { expectedTotal: 900 });
    for (const items of [[ticket, monthItem(channel)], [gift], [monthItem(channel)]]) {
      expect(await order(items)).toMatchObject({ status: 409, code: 'RATE_MISSING' });
    }
    expect(await subscribe(channel.slug)).toMatchObject({ status: 409, code: 'RATE_MISSING' });
    await aRate('NOK');
    const body = cartForm([ticket, monthItem(channel)]);
    const placed = await call(ordersContract.startOrder, { as: await aViewer(), body });
    expect(placed).toMatchObject({ total: 1399, currency: 'NOK' });
  });
});

describe('a month that goes on by itself', () => {
  const began = '2026-01-10T11:00:00Z';
  const due = '2026-02-10T06:00:00Z';

  async function aForeignSubscriber(currency: CurrencyCode) {
    useClock(began);
    await aRate(currency, 7_500_000);
    const { channel } = await aForeignChannel(currency);
    const as = await aViewer();
    const params = { slug: channel.slug };
    const body = monthForm();
    const first = await call(subscriptionOrdersContract.subscribe, { as, params, body });
    await payWith(as, first.id);
    return { as, orders: () => papersOf(as.id) };
  }

  const papersOf = async (buyerId: string) => {
    const rows = await db()
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select(['i.total', 'i.paper'])
      .where('o.buyer_id', '=', buyerId)
      .orderBy('i.id')
      .execute();
    return rows.map(({ paper }) => (paper as { euro?: { day: string } }).euro?.day);
  };

  it('is charged by the last rate, however old, which its invoice says', async () => {
    const { as, orders } = await aForeignSubscriber('DKK');
    useClock(due);
    await renewMonths();
    expect(await orders()).toEqual(['2026-01-10', '2026-01-10']);
    expect(await mySubscriptions(as)).toMatchObject([{ validUntil: '2026-03-10T11:00:00.000Z' }]);
  });

  it('is charged also when its rate was taken away meanwhile', async () => {
    const { orders } = await aForeignSubscriber('PLN');
    await call(ratesContract.removeRate, { as: await anAdmin(), params: { currency: 'PLN' } });
    useClock(due);
    await renewMonths();
    expect(await orders()).toHaveLength(2);
  });
});
