import { carryOutRefund, type RefundRequest } from '#server/payments/index.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { isRequested } from './refunds.store.ts';

/**
 * Some half an hour of tries; after that the clock goes on asking, or gives up. What has failed
 * meanwhile, or found another way, is not asked for: it would be given twice.
 */
const refundJob = defineJob<RefundRequest>(
  'refund-payment',
  async (request) => {
    if (await isRequested(db(), request.key)) await carryOutRefund(request);
  },
  { retryLimit: 9 },
);

/** Has the provider asked for a refund once the caller's transaction has committed. */
export const refundPayment = (tx: Db, request: RefundRequest): Promise<void> =>
  enqueue(tx, refundJob, request);

/** Asks the provider at once, so that nobody waits for the queue; what it does not do the job goes on asking for. */
export async function tryRefund(request: RefundRequest, orderId: string): Promise<void> {
  try {
    await carryOutRefund(request);
  } catch (error) {
    const { key: refundId, paymentId } = request;
    log().error({ err: error, refundId, paymentId, orderId }, 'refund was not carried out');
  }
}
