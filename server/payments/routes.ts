import type { FastifyInstance } from 'fastify';
import { paymentsContract } from '#contract/payments.ts';
import { refuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { listProviderEvents } from './events.queries.ts';
import { checkLedger } from './ledger.queries.ts';
import { paymentMethods } from './methods.queries.ts';
import { receiveCallback } from './take-event.ts';

export const paymentsRoutes = mount(paymentsContract, {
  getPaymentMethods: () => ({ payments: paymentMethods() }),
  checkLedger: () => checkLedger(),
  listProviderEvents: ({ query }) => listProviderEvents(query),
});

/** Callbacks are signed over the bytes as they came, so this door reads the body unparsed. */
export async function serveCallbacks(app: FastifyInstance): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    const limit = { parseAs: 'string', bodyLimit: 20 * 1024 } as const;
    door.addContentTypeParser('application/json', limit, (_request, body, done) =>
      done(null, body),
    );
    door.post('/api/payments/sandbox/notify', async (request, reply) => {
      const signature = request.headers['platea-signature'];
      if (typeof signature !== 'string') refuse('PAYMENT_SIGNATURE');
      await receiveCallback('sandbox', { signature, rawBody: String(request.body ?? '') });
      return reply.status(204).send();
    });
  });
}
