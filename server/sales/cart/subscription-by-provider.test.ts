import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { saveProviders } from '#test/factories/payments.ts';
import { cartForm, ticketItem } from '#test/factories/sales.ts';
import { aPaidChannel, monthItem, mySubscriptions } from '#test/factories/subscriptions.ts';
import { type RedsysServer, startRedsys, testShop } from '#test/redsys-server.ts';
import { app, call } from '#test/story.ts';
import { type Notice, type StripeServer, startStripe, stripeKeys } from '#test/stripe-server.ts';
import { renewMonths } from '../months/renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const due = '2026-02-28T05:00:00Z';
let stripe: StripeServer;
let redsys: RedsysServer;
const { STRIPE_API } = config();
beforeAll(async () => {
  stripe = await startStripe();
  redsys = await startRedsys();
  overrideConfig({ STRIPE_API: stripe.url });
});
afterAll(async () => {
  overrideConfig({ STRIPE_API });
  await stripe.stop();
  await redsys.stop();
});
afterEach(() => saveProviders({}));

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

const pay = (as: Someone, id: string, provider: 'stripe' | 'redsys') =>
  call(ordersContract.payOrder, { as, params: { id }, body: { provider } });
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
const post = async (url: string, headers: Record<string, string>, payload: string | Buffer) =>
  (await (await app()).inject({ method: 'POST', url, headers, payload })).statusCode;

const toldByStripe = ({ rawBody, signature }: Notice) =>
  post(
    '/api/payments/stripe/notify',
    { 'content-type': 'application/json', 'stripe-signature': signature },
    rawBody,
  );

describe('a ticket and a first month by Stripe', () => {
  beforeEach(() => saveProviders({ stripe: stripeKeys }));

  it('are one charge, whose card is kept, and charged the month alone the next time', async () => {
    const { id, buyer, channel } = await anOrder();
    const sent = await pay(buyer, id, 'stripe');
    const form = stripe.asked.at(-1)?.form;
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
    const session = stripe.pay(sent.payment?.place?.url.split('/').at(-1) ?? '');
    const notice = stripe.event('checkout.session.completed', session);
    expect([await toldByStripe(notice), await toldByStripe(notice)]).toEqual([204, 204]);
    expect(await stateOf(buyer, id)).toBe('paid');
    expect(await mySubscriptions(buyer)).toMatchObject([{ lastFour: '4242', renews: true }]);
    useClock(due);
    stripe.kept = 'approve';
    await renewMonths();
    const asked = stripe.asked.filter(({ path }) => path === '/v1/payment_intents').at(-1);
    expect(Object.fromEntries(asked?.form ?? [])).toMatchObject({
      ...{ amount: '499', off_session: 'true', customer: session.payment_intent.customer },
    });
    expect(await statesOf(buyer)).toEqual(['paid', 'paid']);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('keep no card without the month', async () => {
    const { id, buyer } = await anOrder({ withMonth: false });
    await pay(buyer, id, 'stripe');
    const names = [...(stripe.asked.at(-1)?.form.keys() ?? [])];
    expect(names).not.toContain('customer_creation');
    expect(names).not.toContain('payment_intent_data[setup_future_usage]');
  });
});

describe('a ticket and a first month by Redsys', () => {
  const asked = (fields: Record<string, string>) =>
    JSON.parse(Buffer.from(fields.Ds_MerchantParameters ?? '', 'base64').toString('utf8'));
  const sentTo = async (buyer: Someone, id: string) => {
    const { merchant, terminal, key } = testShop;
    const shop = { url: redsys.url, merchant, terminal, key, currency: 'EUR' as const };
    await saveProviders({ redsys: { ...shop, version: 'HMAC_SHA256_V1' } });
    return (await pay(buyer, id, 'redsys')).payment?.place?.fields ?? {};
  };

  it('are one charge, whose card the bank keeps, and charges the month alone the next time', async () => {
    const { id, buyer } = await anOrder();
    const fields = await sentTo(buyer, id);
    expect(asked(fields)).toMatchObject({
      ...{ DS_MERCHANT_AMOUNT: '1709', DS_MERCHANT_IDENTIFIER: 'REQUIRED' },
      ...{ DS_MERCHANT_COF_INI: 'S', DS_MERCHANT_COF_TYPE: 'R' },
    });
    const identifier = 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0';
    const notice = redsys.notice(fields, {
      ...{ Ds_Merchant_Identifier: identifier, Ds_Merchant_Cof_Txnid: '2202182245100' },
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(notice).toString();
    expect(await post('/api/payments/redsys/notify', form, body)).toBe(204);
    expect(await stateOf(buyer, id)).toBe('paid');
    expect(await mySubscriptions(buyer)).toMatchObject([{ lastFour: '0003', renews: true }]);
    useClock(due);
    redsys.answers = 'done';
    await renewMonths();
    expect(redsys.charges.at(-1)).toMatchObject({
      ...{ DS_MERCHANT_AMOUNT: '499', DS_MERCHANT_IDENTIFIER: identifier },
    });
    expect(await statesOf(buyer)).toEqual(['paid', 'paid']);
  });

  it('keep no card without the month', async () => {
    const { id, buyer } = await anOrder({ withMonth: false });
    const names = Object.keys(asked(await sentTo(buyer, id)));
    expect(names).not.toContain('DS_MERCHANT_IDENTIFIER');
    expect(names).not.toContain('DS_MERCHANT_COF_INI');
  });
});
