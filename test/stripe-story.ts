import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Order, ordersContract } from '#contract/orders.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import type { Someone } from './factories/accounts.ts';
import { saveProviders } from './factories/payments.ts';
import { anOrder } from './factories/sales.ts';
import { app, call } from './story.ts';
import { type Notice, type StripeServer, startStripe, stripeKeys } from './stripe-server.ts';

/** Payments of this file go by Stripe, for which a stand-in answers. */
export function byStripe() {
  let bank: StripeServer;
  const { STRIPE_API } = config();
  beforeAll(async () => {
    bank = await startStripe();
    overrideConfig({ STRIPE_API: bank.url });
  });
  afterAll(async () => {
    overrideConfig({ STRIPE_API });
    await bank.stop();
  });
  beforeEach(async () => {
    bank.fault = null;
    bank.answersAfter = null;
    await saveProviders({ stripe: stripeKeys });
  });
  afterEach(() => saveProviders({}));

  /** A notice at our door; answers the status. */
  const deliver = async ({ rawBody, signature }: Notice): Promise<number> => {
    const answer = await (await app()).inject({
      method: 'POST',
      url: '/api/payments/stripe/notify',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: rawBody,
    });
    return answer.statusCode;
  };
  /** An event about an object, made and told at once. */
  const tell = (type: string, object: unknown) => deliver(bank.event(type, object));

  /** Sends a buyer to Stripe's page; answers its session. */
  const send = async (order: Order, buyer: Someone): Promise<string> => {
    const { payment } = await call(ordersContract.payOrder, {
      as: buyer,
      params: { id: order.id },
      body: { provider: 'stripe' },
    });
    return payment?.place?.url.split('/').at(-1) ?? '';
  };
  /** An order whose buyer was sent there. */
  const sent = async (given: Parameters<typeof anOrder>[0] = {}) => {
    const { order, buyer, product } = await anOrder(given);
    const sessionId = await send(order, buyer);
    return { order, buyer, product, sessionId, intent: `pi_${sessionId}` };
  };
  /** Pays an order there, as it is then. */
  const payFor = async (order: Order, buyer: Someone) => {
    const sessionId = await send(order, buyer);
    await tell('checkout.session.completed', bank.pay(sessionId));
    const now = await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } });
    return { order: now, buyer, intent: `pi_${sessionId}` };
  };
  /** An order that was paid there. */
  const paid = async (given: Parameters<typeof anOrder>[0] = {}) => {
    const made = await sent(given);
    await tell('checkout.session.completed', bank.pay(made.sessionId));
    const params = { id: made.order.id };
    return { ...made, order: await call(ordersContract.getOrder, { as: made.buyer, params }) };
  };
  return { bank: () => bank, deliver, tell, sent, paid, payFor };
}
