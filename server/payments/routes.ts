import type { FastifyInstance } from 'fastify';
import { paymentsContract } from '#contract/payments.ts';
import { refuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { listProviderEvents } from './events.queries.ts';
import { checkLedger } from './ledger.queries.ts';
import { getMediaPay, paymentMethods, stripePublicKey } from './settings/media-pay.queries.ts';
import { saveMediaPay } from './settings/save-media-pay.ts';
import { receiveCallback } from './take-event.ts';

export const paymentsRoutes = mount(paymentsContract, {
  getPaymentMethods: async () => ({ payments: await paymentMethods() }),
  getStripeKey: async () => ({ publicKey: await stripePublicKey() }),
  getMediaPay: () => getMediaPay(),
  saveMediaPay: ({ actor, body }) => saveMediaPay(actor, body),
  checkLedger: () => checkLedger(),
  listProviderEvents: ({ query }) => listProviderEvents(query),
});

/** A message of Stripe may hold a whole object of theirs. */
const callbackBytes = 256 * 1024;

/** Callbacks are signed over the bytes as they came, so this door reads the body unparsed. */
export async function serveCallbacks(app: FastifyInstance): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    const limit = { parseAs: 'string', bodyLimit: callbackBytes } as const;
    const types = ['application/json', 'application/x-www-form-urlencoded'];
    door.addContentTypeParser(types, limit, (_request, body, done) => done(null, body));
    for (const [provider, header] of Object.entries(signatureHeaders)) {
      door.post(`/api/payments/${provider}/notify`, async (request, reply) => {
        const signature = header === null ? '' : request.headers[header];
        if (typeof signature !== 'string') refuse('PAYMENT_SIGNATURE');
        await receiveCallback(provider, { signature, rawBody: String(request.body ?? '') });
        return reply.status(204).send();
      });
    }
  });
}

/** Where each provider writes its signature; Redsys writes it into the body. */
const signatureHeaders = {
  sandbox: 'platea-signature',
  stripe: 'stripe-signature',
  redsys: null,
} as const;
