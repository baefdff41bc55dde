import { afterEach, describe, expect, it } from 'vitest';
import { mediaPayContract } from '#contract/media-pay.ts';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { salesContract } from '#contract/sales.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { noProviders, saveProviders } from '#test/factories/payments.ts';
import { anOrder, cardOf, cards } from '#test/factories/sales.ts';
import { operatorConfig, sellSite } from '#test/factories/site-subscription.ts';
import { testShop } from '#test/redsys-server.ts';
import { call, refusal, send } from '#test/story.ts';
import { stripeKeys } from '#test/stripe-server.ts';
import { providersFor } from './media-pay.rules.ts';

const redsysForm = {
  url: 'https://sis-t.redsys.es:25443/sis/realizarPago',
  merchant: testShop.merchant,
  terminal: testShop.terminal,
  currency: 'EUR',
  version: 'HMAC_SHA512_V2',
} as const;

afterEach(() => saveProviders({}));

const methods = async () => (await call(paymentsContract.getPaymentMethods)).payments;

describe('the providers of payment', () => {
  it('are none at first: the sandbox is on, and says so', async () => {
    expect(await methods()).toMatchObject({ providers: ['sandbox'], sandbox: true });
    expect(await call(mediaPayContract.getStripeKey)).toEqual({ publicKey: null });
  });

  it('take the payments as soon as nothing of one is missing, and the sandbox none any more', async () => {
    await saveProviders({ stripe: { ...stripeKeys, signingKey: '' } });
    expect((await methods()).providers).toEqual([]);
    await saveProviders({ stripe: stripeKeys, redsys: { ...redsysForm, key: testShop.key } });
    expect(await methods()).toEqual({ providers: ['stripe', 'redsys'], sandbox: false, cards: [] });
    const { publicKey } = stripeKeys;
    expect(await call(mediaPayContract.getStripeKey)).toEqual({ publicKey });
  });

  it('keep their secrets to themselves: told by nobody, sealed in the database', async () => {
    await saveProviders({ stripe: stripeKeys, redsys: { ...redsysForm, key: testShop.key } });
    const as = await anAdmin();
    const { body } = await send(mediaPayContract.getMediaPay, { as });
    for (const secret of [stripeKeys.secretKey, stripeKeys.signingKey, testShop.key]) {
      expect(body).not.toContain(secret);
    }
    expect(JSON.parse(body)).toMatchObject({
      stripe: { hasSecretKey: true, hasSigningKey: true, isOn: true },
      redsys: { hasKey: true, isOn: true, merchant: testShop.merchant },
      sandbox: false,
    });
    const row = await db().selectFrom('media_pay').selectAll().executeTakeFirstOrThrow();
    const kept = [row.stripe_secret_key, row.stripe_signing_key, row.redsys_key];
    expect(kept.map((sealed) => sealed?.includes(testShop.key.slice(0, 8)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('keep a secret that is not said again, and lose one that is erased', async () => {
    await saveProviders({ stripe: stripeKeys });
    const { publicKey } = stripeKeys;
    await saveProviders({ stripe: { publicKey } });
    expect((await methods()).providers).toEqual(['stripe']);
    await saveProviders({ stripe: { publicKey, secretKey: '' } });
    expect((await methods()).providers).toEqual([]);
  });

  it('leave nobody who takes payments when their keys are gone: nothing is sold for play money', async () => {
    await saveProviders({ stripe: stripeKeys });
    const { order, buyer } = await anOrder();
    await call(mediaPayContract.saveMediaPay, { as: await anAdmin(), body: noProviders() });
    expect(await methods()).toEqual({ providers: [], sandbox: false, cards: [] });
    const given = { as: buyer, params: { id: order.id } };
    const body = { card: cardOf(cards.approve) };
    expect(await refusal(ordersContract.payOrder, { ...given, body })).toEqual({
      ...{ status: 502, code: 'PAYMENT_ERROR' },
    });
    expect((await call(ordersContract.getOrder, given)).state).toBe('pending');
    const checkout = await call(salesContract.getCheckout, {
      as: await aViewer(),
      params: { slug: order.lines[0]?.productSlug ?? '' },
    });
    expect(checkout.methods.providers).toEqual([]);
  });

  it('are played by the sandbox in a trial, whatever was set, and where only the rest was saved', async () => {
    const as = await anAdmin();
    const { monetize } = await call(mediaPayContract.getMediaPay, { as });
    const body = { ...noProviders(), monetize };
    await call(mediaPayContract.saveMediaPay, { as, body });
    expect((await methods()).providers).toEqual(['sandbox']);
    await saveProviders({ stripe: stripeKeys });
    await call(mediaPayContract.saveMediaPay, { as, body });
    expect((await call(mediaPayContract.getMediaPay, { as })).sandbox).toBe(false);
    overrideConfig({ DEMO: true });
    expect((await call(mediaPayContract.getMediaPay, { as })).sandbox).toBe(true);
    overrideConfig({ DEMO: false });
  });

  it('sell the site by nobody unnamed, except in a trial', async () => {
    const as = await anAdmin();
    const { monetize } = await call(mediaPayContract.getMediaPay, { as });
    const platform = { period: 'year', net: 9900, taxRate: 2100, currency: 'EUR' } as const;
    const body = { ...noProviders(), monetize: { ...monetize, platform } };
    const save = () => refusal(mediaPayContract.saveMediaPay, { as, body });
    const refused = { code: 'VALIDATION', fields: { 'monetize.platform.period': 'no_operator' } };
    expect(await save()).toMatchObject(refused);
    overrideConfig({ ...operatorConfig, OPERATOR_COUNTRY: '' });
    expect(await save()).toMatchObject(refused);
    overrideConfig(operatorConfig);
    expect((await call(mediaPayContract.saveMediaPay, { as, body })).monetize.platform).toEqual(
      platform,
    );
    await sellSite('off');
    overrideConfig({ DEMO: true });
    expect((await call(mediaPayContract.saveMediaPay, { as, body })).monetize.platform).toEqual(
      platform,
    );
    overrideConfig({ DEMO: false });
    await sellSite('off');
  });

  it('are offered for what they take as it is', () => {
    const settings = {
      stripe: stripeKeys,
      redsys: { ...redsysForm, key: testShop.key },
      mayPlay: true,
    };
    expect(providersFor(settings, { amount: 1210, currency: 'EUR' })).toEqual(['stripe', 'redsys']);
    expect(providersFor(settings, { amount: 1210, currency: 'USD' })).toEqual(['stripe']);
    expect(providersFor(settings, { amount: 40, currency: 'EUR' })).toEqual(['redsys']);
    expect(providersFor(settings, { amount: 5124, currency: 'KWD' })).toEqual([]);
  });
});

describe('refused are', () => {
  it('all but administrators, reading and writing', async () => {
    for (const as of [await aViewer(), await anOrganizer()]) {
      expect(await refusal(mediaPayContract.getMediaPay, { as })).toMatchObject({ status: 403 });
      const body = noProviders();
      expect(await refusal(mediaPayContract.saveMediaPay, { as, body })).toMatchObject({
        code: 'FORBIDDEN',
      });
    }
    expect(await refusal(mediaPayContract.getMediaPay)).toMatchObject({ code: 'NOT_LOGGED_IN' });
  });

  it.each([
    ['redsys.url', { redsys: { ...redsysForm, url: 'http://bank.example/sis/realizarPago' } }],
    ['redsys.url', { redsys: { ...redsysForm, url: 'javascript:alert(1)' } }],
    ['redsys.merchant', { redsys: { ...redsysForm, merchant: '99900888a' } }],
    ['redsys.key', { redsys: { ...redsysForm, key: 'short' } }],
    ['stripe.publicKey', { stripe: { publicKey: 'sk_test_51StandInOfTheTests' } }],
    ['stripe.secretKey', { stripe: { publicKey: '', secretKey: 'pk_test_51StandInOfTheTests' } }],
    ['stripe.signingKey', { stripe: { publicKey: '', signingKey: 'sk_test_51StandIn' } }],
    ['stripe.secretKey', { stripe: { ...stripeKeys, secretKey: 'sk_live_51StandInOfTheTests' } }],
  ])('a %s that cannot be one', async (field, form) => {
    const as = await anAdmin();
    const body = { ...noProviders(), ...form };
    const { code, fields } = await refusal(mediaPayContract.saveMediaPay, { as, body });
    expect([code, Object.keys(fields ?? {})]).toEqual(['VALIDATION', [field]]);
  });
});
