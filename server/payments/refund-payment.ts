import { db, inTransaction } from '#server/platform/database/index.ts';
import { findPaymentById, lockPaymentsOf, type PaymentRow } from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import { stripeRefund } from './providers/stripe-amounts.rules.ts';
import { bookRefund, isBooked } from './take-refunds.ts';

export type RefundRequest = {
  paymentId: string;
  amount: number;
  /** The caller's name for this refund: asked twice under one key, it is one refund. */
  key: string;
};

/**
 * Gives money of a payment back to the same means of payment: asks the provider, and books what it gave
 * back (PaymentRefunded tells of it). May be repeated without effect, as long as it is wanted: one that
 * the provider failed to carry out is asked for anew. Throws when it was not done, ProviderUnset while
 * it is not set who would do it. Not inside a transaction.
 */
export async function carryOutRefund({ paymentId, amount, key }: RefundRequest): Promise<void> {
  const payment = await findPaymentById(db(), paymentId);
  if (!payment) throw new Error(`no payment ${paymentId} to refund`);
  // Done under this key before: asked again, it would be another one, for providers forget keys.
  if (await isBooked(db(), payment, key)) return;
  await providerNamed(payment.provider).refund(payment, { amount, key });
  await inTransaction(async (tx) => {
    await lockPaymentsOf(tx, payment.orderId);
    await bookRefund(tx, payment, { key, amount });
  });
}

/** Can this much of it go back as it is? Stripe takes no third decimal but zero. */
export const takesRefund = (
  { provider, currency }: Pick<PaymentRow, 'provider' | 'currency'>,
  amount: number,
): boolean => provider !== 'stripe' || stripeRefund(amount, currency) !== null;

/** Notes what went back without our asking: a payment given back whole is `refunded`. */
export { addRefunded as noteGivenBack } from './payments.store.ts';
