import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { saveProviders } from '#test/factories/payments.ts';
import { aMonth, aPaidChannel, mySubscriptions } from '#test/factories/subscriptions.ts';
import { type RedsysServer, startRedsys, testShop } from '#test/redsys-server.ts';
import { app, call } from '#test/story.ts';
import { type Notice, type StripeServer, startStripe, stripeKeys } from '#test/stripe-server.ts';
import { renewMonths } from './renew-months.ts';

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

const pay = (as: Someone, id: string, provider: 'stripe' | 'redsys') =>
  call(ordersContract.payOrder, { as, params: { id }, body: { provider } });

async function deliver({ rawBody, signature }: Notice): Promise<number> {
  const answer = await (await app()).inject({
    method: 'POST',
    url: '/api/payments/stripe/notify',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: rawBody,
  });
  return answer.statusCode;
}

const keptOf = (as: Someone) =>
  db()
    .selectFrom('kept_means as k')
    .innerJoin('payments as p', 'p.id', 'k.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .selectAll('k')
    .where('o.buyer_id', '=', as.id)
    .execute();
const statesOf = async (as: Someone) =>
  (
    await db()
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.state')
      .where('o.buyer_id', '=', as.id)
      .orderBy('p.created_at')
      .execute()
  ).map(({ state }) => state);

describe('by Stripe', () => {
  async function aSubscriber() {
    useClock(began);
    await saveProviders({ stripe: stripeKeys });
    const viewer = await aViewer();
    const { id } = await aMonth(viewer, await aPaidChannel());
    const sent = await pay(viewer, id, 'stripe');
    const sessionId = sent.payment?.place?.url.split('/').at(-1) ?? '';
    const form = stripe.asked.at(-1)?.form;
    const session = stripe.pay(sessionId);
    await deliver(stripe.event('checkout.session.completed', session));
    return { viewer, form, session };
  }

  it('the card is kept by them, for a customer of theirs, and sealed here', async () => {
    const { viewer, form, session } = await aSubscriber();
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      customer_creation: 'always',
      'payment_intent_data[setup_future_usage]': 'off_session',
    });
    const [kept] = await keptOf(viewer);
    expect(kept).toMatchObject({ provider: 'stripe', last_four: '4242' });
    const { customer } = session.payment_intent;
    expect(kept?.token.includes(customer)).toBe(false);
    const events = await db().selectFrom('provider_events').select('body').execute();
    expect(JSON.stringify(events)).not.toContain(customer);
    expect(await mySubscriptions(viewer)).toMatchObject([{ lastFour: '4242', renews: true }]);
  });

  it('a month is charged while nobody is there, once for each key, and told twice it is one', async () => {
    const { viewer } = await aSubscriber();
    useClock(due);
    stripe.kept = 'approve';
    await renewMonths();
    const asked = stripe.asked.filter(({ path }) => path === '/v1/payment_intents').at(-1);
    expect(Object.fromEntries(asked?.form ?? [])).toMatchObject({
      amount: '499',
      currency: 'eur',
      off_session: 'true',
      confirm: 'true',
    });
    expect(asked?.key).toBe(asked?.form.get('metadata[reference]'));
    const intent = [...stripe.intents.values()].at(-1);
    expect(await deliver(stripe.event('payment_intent.succeeded', intent))).toBe(204);
    expect(await deliver(stripe.event('payment_intent.created', intent))).toBe(204);
    expect(await statesOf(viewer)).toEqual(['paid', 'paid']);
    expect(await mySubscriptions(viewer)).toMatchObject([
      { validUntil: '2026-03-31T10:00:00.000Z' },
    ]);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it.each([
    ['authentication_required', 'subscription-confirm'],
    ['card_declined', 'subscription-failed'],
  ] as const)('a bank that says %s leads to a letter', async (says, kind) => {
    const { viewer } = await aSubscriber();
    useClock(due);
    stripe.kept = says;
    await renewMonths();
    expect(await statesOf(viewer)).toEqual(['paid', 'declined']);
    expect((await mailsTo(viewer.email)).map((mail) => mail.kind)).toEqual([kind]);
    expect(await mySubscriptions(viewer)).toMatchObject([{ paymentDue: true }]);
  });

  it('a month is not charged anew while nobody knows whether it was', async () => {
    const { viewer } = await aSubscriber();
    useClock(due);
    stripe.fault = 'down';
    await renewMonths();
    useClock('2026-02-28T05:01:00Z');
    await renewMonths();
    stripe.fault = null;
    expect(await statesOf(viewer)).toEqual(['paid', 'open']);
  });
});

describe('by Redsys', () => {
  async function aSubscriber() {
    useClock(began);
    const { merchant, terminal, key } = testShop;
    const shop = { url: redsys.url, merchant, terminal, key, currency: 'EUR' as const };
    await saveProviders({ redsys: { ...shop, version: 'HMAC_SHA256_V1' } });
    const viewer = await aViewer();
    const { id } = await aMonth(viewer, await aPaidChannel());
    const sent = await pay(viewer, id, 'redsys');
    const fields = sent.payment?.place?.fields ?? {};
    const notice = redsys.notice(fields, {
      Ds_Merchant_Identifier: 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0',
      Ds_Merchant_Cof_Txnid: '2202182245100',
    });
    const answer = await (await app()).inject({
      method: 'POST',
      url: '/api/payments/redsys/notify',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(notice).toString(),
    });
    expect(answer.statusCode).toBe(204);
    return { viewer, fields };
  }

  it('a card is asked for, kept by the bank, and charged by its name there', async () => {
    const { viewer, fields } = await aSubscriber();
    const asked = JSON.parse(
      Buffer.from(fields.Ds_MerchantParameters ?? '', 'base64').toString('utf8'),
    );
    expect(asked).toMatchObject({
      DS_MERCHANT_IDENTIFIER: 'REQUIRED',
      DS_MERCHANT_COF_INI: 'S',
      DS_MERCHANT_COF_TYPE: 'R',
    });
    expect(await mySubscriptions(viewer)).toMatchObject([{ lastFour: '0003', renews: true }]);
    useClock(due);
    redsys.answers = 'done';
    await renewMonths();
    expect(redsys.charges.at(-1)).toMatchObject({
      DS_MERCHANT_IDENTIFIER: 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0',
      DS_MERCHANT_COF_INI: 'N',
      DS_MERCHANT_COF_TXNID: '2202182245100',
      DS_MERCHANT_EXCEP_SCA: 'MIT',
      DS_MERCHANT_DIRECTPAYMENT: 'true',
      DS_MERCHANT_AMOUNT: '499',
    });
    expect(await statesOf(viewer)).toEqual(['paid', 'paid']);
  });

  it('a no is a letter, and an answer that was lost is not asked again', async () => {
    const { viewer } = await aSubscriber();
    useClock(due);
    redsys.answers = 'refused';
    await renewMonths();
    expect(await statesOf(viewer)).toEqual(['paid', 'declined']);
    expect((await mailsTo(viewer.email)).map(({ kind }) => kind)).toEqual(['subscription-failed']);
    const { viewer: other } = await aSubscriber();
    useClock(due);
    redsys.answers = 'silent';
    await renewMonths();
    const before = redsys.charges.length;
    useClock('2026-02-28T05:10:00Z');
    await renewMonths();
    expect(redsys.charges).toHaveLength(before);
    expect(await statesOf(other)).toEqual(['paid', 'open']);
    redsys.answers = 'done';
  });
});
