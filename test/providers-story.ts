import { afterAll, afterEach, beforeAll } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import type { Someone } from './factories/accounts.ts';
import { saveProviders } from './factories/payments.ts';
import { type RedsysServer, startRedsys, testShop } from './redsys-server.ts';
import { app, call } from './story.ts';
import { type Notice, type StripeServer, startStripe, stripeKeys } from './stripe-server.ts';

/** How a bank names a card that it keeps, in what it tells of the first charge. */
export const keptByRedsys = {
  Ds_Merchant_Identifier: 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0',
  Ds_Merchant_Cof_Txnid: '2202182245100',
};

/** What a shop has asked of Redsys by the fields of a form. */
export const askedOfRedsys = (fields: Record<string, string>) =>
  JSON.parse(Buffer.from(fields.Ds_MerchantParameters ?? '', 'base64').toString('utf8'));

const post = async (url: string, headers: Record<string, string>, payload: string | Buffer) =>
  (await (await app()).inject({ method: 'POST', url, headers, payload })).statusCode;

/** A notice of Stripe at our door; answers the status. */
const toldByStripe = ({ rawBody, signature }: Notice) =>
  post(
    '/api/payments/stripe/notify',
    { 'content-type': 'application/json', 'stripe-signature': signature },
    rawBody,
  );

/** The same of Redsys. */
const toldByRedsys = (notice: Record<string, string>) =>
  post(
    '/api/payments/redsys/notify',
    { 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams(notice).toString(),
  );

/** A buyer is sent to the page of a provider; answers the order as it stands then. */
const pay = (as: Someone, id: string, provider: 'stripe' | 'redsys') =>
  call(ordersContract.payOrder, { as, params: { id }, body: { provider } });

/** Payments of this file go by Stripe and by Redsys, for which stand-ins answer. */
export function byBothProviders() {
  let stripe: StripeServer;
  let redsys: RedsysServer;
  const { STRIPE_API } = config();
  beforeAll(async () => {
    [stripe, redsys] = await Promise.all([startStripe(), startRedsys()]);
    overrideConfig({ STRIPE_API: stripe.url });
  });
  afterAll(async () => {
    overrideConfig({ STRIPE_API });
    await Promise.all([stripe.stop(), redsys.stop()]);
  });
  afterEach(() => saveProviders({}));
  return {
    stripe: () => stripe,
    redsys: () => redsys,
    setStripe: () => saveProviders({ stripe: stripeKeys }),
    setRedsys: () => {
      const shop = { ...testShop, url: redsys.url, currency: 'EUR' } as const;
      return saveProviders({ redsys: { ...shop, version: 'HMAC_SHA256_V1' } });
    },
    toldByStripe,
    toldByRedsys,
    pay,
  };
}
