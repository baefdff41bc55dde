import { fact } from '#server/platform/facts.ts';

export type PaymentFact = { paymentId: string; orderId: string; amount: number; currency: string };
/** The means of payment, as papers say it. */
export type PaidWith = { provider: string; lastFour: string };

/** The provider has the money; who asked for it must say what becomes of it now. */
export const PaymentSettled = fact<PaymentFact & { paidWith: PaidWith }>('payment settled');
/** Money for an attempt that had been given up: it was not expected any more. */
export const PaymentSurplus = fact<PaymentFact>('payment surplus');
/** The provider has given money back; `key` is the name under which it was asked. */
export const PaymentRefunded = fact<PaymentFact & { key: string }>('payment refunded');
/** The nightly check found postings that do not add up. */
export const LedgerDiffers = fact<{ differences: number; orderIds: string[] }>('ledger differs');
/** The nightly check found records of invoices that do not follow from each other. */
export const RecordsDiffer = fact<{ faults: number; taxId: string; orderIds: string[] }>(
  'records differ',
);
