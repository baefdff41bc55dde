import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { PaymentRefunded } from './announcements.ts';
import { addRefunded, findPaymentById, keepEvent, lockPaymentsOf } from './payments.store.ts';
import { providerNamed } from './providers/index.ts';

export type RefundRequest = {
  paymentId: string;
  amount: number;
  /** The caller's name for this refund: asked twice under one key, it is one refund. */
  key: string;
};

/** Asks the provider and books what it gave back; may be repeated without effect. */
export async function carryOutRefund({ paymentId, amount, key }: RefundRequest): Promise<void> {
  const payment = await findPaymentById(db(), paymentId);
  if (!payment) throw new Error(`no payment ${paymentId} to refund`);
  const { provider, orderId, currency } = payment;
  await providerNamed(provider).refund(payment, { amount, key });
  await inTransaction(async (tx) => {
    await lockPaymentsOf(tx, orderId);
    const entry = { provider, paymentId, outcome: 'refunded', at: nowText() };
    const event = { eventId: `refund_${key}`, type: 'refund.done', body: { amount, key } };
    if (!(await keepEvent(tx, { ...entry, ...event }))) return;
    await addRefunded(tx, paymentId, amount);
    await announce(tx, PaymentRefunded, { paymentId, orderId, amount, currency, key });
  });
}

/** Some half an hour of tries; after that whoever asked for the refund goes on asking, or gives up. */
const refundJob = defineJob<RefundRequest>('refund-payment', carryOutRefund, { retryLimit: 9 });

/**
 * Gives money of a payment back to the same means of payment, once the caller's transaction has
 * committed (PaymentRefunded tells when it is done). `carryOutRefund` may be called at once
 * afterwards so that nobody waits for the queue.
 */
export const refundPayment = (tx: Db, request: RefundRequest): Promise<void> =>
  enqueue(tx, refundJob, request);
