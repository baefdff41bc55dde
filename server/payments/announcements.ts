import type { PaymentFailure } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { DisputeState, RefundReason } from '#contract/shared/refunds.ts';
import { fact } from '#server/platform/facts.ts';

export type PaymentFact = { paymentId: string; orderId: string; amount: number; currency: string };
/** The means of payment, as papers say it. */
export type PaidWith = { provider: string; lastFour: string };

/** The provider has the money; who asked for it must say what becomes of it now. */
export const PaymentSettled = fact<PaymentFact & { paidWith: PaidWith }>('payment settled');
/** The bank said no; `isOfKept`: to a charge of what was kept, while its owner was not there. */
export const PaymentDeclined = fact<{
  orderId: string;
  failure: PaymentFailure;
  isOfKept: boolean;
}>('payment declined');
/** Money for an attempt that had been given up, while another one pays: it was not expected any more. */
export const PaymentSurplus = fact<PaymentFact>('payment surplus');
/** A provider keeps a card that its owner gave without paying, for a subject of who asked for it. */
export const CardKept = fact<{ userId: string; subjectId: string; meansId: string }>('card kept');
/** The provider has given money back; `key` is the name under which it was asked. */
export const PaymentRefunded = fact<PaymentFact & { key: string }>('payment refunded');
/** `object` is the provider's own name for a refund. */
type RefundFact = PaymentFact & { object: string };
/**
 * Somebody gave money back at the provider's own desk: it is not in our books yet. Who follows says by
 * `noteGivenBack` what of it is new to the payment.
 */
export const RefundedElsewhere = fact<RefundFact & { reason: RefundReason }>('refunded elsewhere');
/** A refund did not reach the buyer, though it may have been done; `key` when we had asked for it. */
export const RefundFailed = fact<RefundFact & { key: string | null }>('refund failed');
export type DisputeFact = PaymentFact & {
  currency: CurrencyCode;
  disputeId: string;
  /** It was not known before. */
  isNew: boolean;
  state: DisputeState;
  reason: string;
  respondBy: string | null;
};
/** A dispute was opened, or stands otherwise than before. Its money is in the books. */
export const DisputeChanged = fact<DisputeFact>('dispute changed');
/** Payments wait longer for their provider than it ever needs; each is told once. */
export const PaymentsStuck = fact<{ orderIds: string[] }>('payments stuck');
/** Notices of providers broke and stay so, though they are tried again; each is told once. */
export const NoticesFailed = fact<{ count: number }>('notices failed');
/** The nightly check found postings that do not add up. */
export const LedgerDiffers = fact<{ differences: number; orderIds: string[] }>('ledger differs');
/** The nightly check found records of invoices that do not follow from each other. */
export const RecordsDiffer = fact<{ faults: number; taxId: string; orderIds: string[] }>(
  'records differ',
);
/** What is sold on this site may have changed: pages say it. */
export const MonetizationSaved = fact<object>('monetization saved');
