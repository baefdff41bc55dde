import type { FastifyInstance } from 'fastify';
import { mediaPayContract } from '#contract/media-pay.ts';
import { paymentsContract } from '#contract/payments.ts';
import { providerEventsContract } from '#contract/provider-events.ts';
import { refuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getProviderEvent, listProviderEvents } from './events.queries.ts';
import { exportRecords } from './export-records.ts';
import { checkLedger } from './ledger.queries.ts';
import { checkRecords } from './records.queries.ts';
import { replayEvent } from './replay-event.ts';
import { getMediaPay, paymentMethods, stripePublicKey } from './settings/media-pay.queries.ts';
import { saveMediaPay } from './settings/save-media-pay.ts';
import { receiveCallback } from './take-event.ts';

export const paymentsRoutes = mount(paymentsContract, {
  getPaymentMethods: async () => ({ payments: await paymentMethods() }),
  checkLedger: () => checkLedger(),
  checkInvoiceRecords: () => checkRecords(),
  exportInvoiceRecords: ({ actor, query, language }) => exportRecords(query, { actor, language }),
});

export const mediaPayRoutes = mount(mediaPayContract, {
  getStripeKey: async () => ({ publicKey: await stripePublicKey() }),
  getMediaPay: () => getMediaPay(),
  saveMediaPay: ({ actor, body }) => saveMediaPay(actor, body),
});

export const providerEventsRoutes = mount(providerEventsContract, {
  listProviderEvents: ({ query }) => listProviderEvents(query),
  getProviderEvent: ({ params }) => getProviderEvent(params.id),
  replayProviderEvent: ({ actor, params }) => replayEvent(actor, params.id),
});

const shortBytes = 20 * 1024;

/**
 * Where each provider writes its signature (Redsys into the body), and how much it says: a message of
 * Stripe may hold a whole object of theirs.
 */
const callers = {
  sandbox: { header: 'platea-signature', bodyLimit: shortBytes },
  stripe: { header: 'stripe-signature', bodyLimit: 256 * 1024 },
  redsys: { header: null, bodyLimit: shortBytes },
} as const;

/** Callbacks are signed over the bytes as they came, so this door reads the body unparsed. */
export async function serveCallbacks(app: FastifyInstance): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    const types = ['application/json', 'application/x-www-form-urlencoded'];
    door.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    for (const [provider, { header, bodyLimit }] of Object.entries(callers)) {
      // A provider calls from few addresses and may never repeat: its notices are not counted. What is
      // badly signed costs no question to the database.
      const options = { bodyLimit, config: { rateLimit: false as const } };
      door.post(`/api/payments/${provider}/notify`, options, async (request, reply) => {
        const signature = header === null ? '' : request.headers[header];
        if (typeof signature !== 'string') refuse('PAYMENT_SIGNATURE');
        await receiveCallback(provider, { signature, rawBody: String(request.body ?? '') });
        return reply.status(204).send();
      });
    }
  });
}
