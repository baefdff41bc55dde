import { beforeEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { cartForm, ticketItem } from '#test/factories/sales.ts';
import { aPaidChannel, monthItem, mySubscriptions } from '#test/factories/subscriptions.ts';
import { askedOfRedsys, byBothProviders, keptByRedsys } from '#test/providers-story.ts';
import { call } from '#test/story.ts';
import { renewMonths } from '../months/renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const due = '2026-02-28T05:00:00Z';
const { stripe, redsys, setStripe, setRedsys, toldByStripe, toldByRedsys, pay } = byBothProviders();

/** A ticket at 12.10 €, with the first month at 4.99 € beside it unless told. */
async function anOrder({ withMonth = true } = {}) {
  useClock(began);
  const show = await aProduct();
  const channel = await aPaidChannel({ channel: show.channel });
  const buyer = await aViewer();
  const items = [ticketItem(show), ...(withMonth ? [monthItem(channel)] : [])];
  const { id } = await call(ordersContract.startOrder, { as: buyer, body: cartForm(items) });
  return { id, buyer, channel };
}

const stateOf = async (as: Someone, id: string) =>
  (await call(ordersContract.getOrder, { as, params: { id } })).state;
const statesOf = async ({ id }: Someone) =>
  (
    await db()
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.state')
      .where('o.buyer_id', '=', id)
      .execute()
  ).map(({ state }) => state);
describe('a ticket and a first month by Stripe', () => {
  beforeEach(setStripe);

  it('are one charge, whose card is kept, and charged the month alone the next time', async () => {
    const { id, buyer, channel } = await anOrder();
    const sent = await pay(buyer, id, 'stripe');
    const form = stripe().asked.at(-1)?.form;
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      customer_creation: 'always',
      'payment_intent_data[setup_future_usage]': 'off_session',
      'line_items[0][price_data][unit_amount]': '1709',
    });
    const back = new URL(form?.get('success_url') ?? '');
    expect(back.pathname).toBe('/shop/checkout');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...{ seller: channel.slug, currency: 'EUR', order: id },
    });
    const session = stripe().pay(sent.payment?.place?.url.split('/').at(-1) ?? '');
    const notice = stripe().event('checkout.session.completed', session);
    expect([await toldByStripe(notice), await toldByStripe(notice)]).toEqual([204, 204]);
    expect(await stateOf(buyer, id)).toBe('paid');
    expect(await mySubscriptions(buyer)).toMatchObject([{ lastFour: '4242', renews: true }]);
    useClock(due);
    stripe().kept = 'approve';
    await renewMonths();
    const asked = stripe()
      .asked.filter(({ path }) => path === '/v1/payment_intents')
      .at(-1);
    expect(Object.fromEntries(asked?.form ?? [])).toMatchObject({
      ...{ amount: '499', off_session: 'true', customer: session.payment_intent.customer },
    });
    expect(await statesOf(buyer)).toEqual(['paid', 'paid']);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('keep no card without the month', async () => {
    const { id, buyer } = await anOrder({ withMonth: false });
    await pay(buyer, id, 'stripe');
    const names = [...(stripe().asked.at(-1)?.form.keys() ?? [])];
    expect(names).not.toContain('customer_creation');
    expect(names).not.toContain('payment_intent_data[setup_future_usage]');
  });
});

describe('a ticket and a first month by Redsys', () => {
  const sentTo = async (buyer: Someone, id: string) => {
    await setRedsys();
    return (await pay(buyer, id, 'redsys')).payment?.place?.fields ?? {};
  };

  it('are one charge, whose card the bank keeps, and charges the month alone the next time', async () => {
    const { id, buyer } = await anOrder();
    const fields = await sentTo(buyer, id);
    expect(askedOfRedsys(fields)).toMatchObject({
      ...{ DS_MERCHANT_AMOUNT: '1709', DS_MERCHANT_IDENTIFIER: 'REQUIRED' },
      ...{ DS_MERCHANT_COF_INI: 'S', DS_MERCHANT_COF_TYPE: 'R' },
    });
    expect(await toldByRedsys(redsys().notice(fields, keptByRedsys))).toBe(204);
    expect(await stateOf(buyer, id)).toBe('paid');
    expect(await mySubscriptions(buyer)).toMatchObject([{ lastFour: '0003', renews: true }]);
    useClock(due);
    redsys().answers = 'done';
    await renewMonths();
    expect(redsys().charges.at(-1)).toMatchObject({
      ...{ DS_MERCHANT_AMOUNT: '499', DS_MERCHANT_IDENTIFIER: keptByRedsys.Ds_Merchant_Identifier },
    });
    expect(await statesOf(buyer)).toEqual(['paid', 'paid']);
  });

  it('keep no card without the month', async () => {
    const { id, buyer } = await anOrder({ withMonth: false });
    const names = Object.keys(askedOfRedsys(await sentTo(buyer, id)));
    expect(names).not.toContain('DS_MERCHANT_IDENTIFIER');
    expect(names).not.toContain('DS_MERCHANT_COF_INI');
  });
});
