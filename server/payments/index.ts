/**
 * The door of `payments`: providers, fees, the ledger and invoices. It knows nothing of what is
 * sold: who asks for money hears by its facts what became of it.
 */
export {
  CardKept,
  DisputeChanged,
  type DisputeFact,
  LedgerDiffers,
  MonetizationSaved,
  NoticesFailed,
  type PaidWith,
  PaymentDeclined,
  type PaymentFact,
  PaymentRefunded,
  PaymentSettled,
  PaymentSurplus,
  PaymentsStuck,
  RecordsDiffer,
  RefundedElsewhere,
  RefundFailed,
} from './announcements.ts';
export { findAttempt, newestAttemptOf } from './attempts.queries.ts';
export { canChargeKept, chargeKept, decideCharge, openKeptPayment } from './charge-kept.ts';
export { isOpenDispute } from './disputes.rules.ts';
export { hasWithheldMoney, isDisputed, isWithheld, newestDisputeOf } from './disputes.store.ts';
export { type EuroRate, type InEuro, inEuro } from './euro.rules.ts';
export { forgetNoticesOf } from './events.store.ts';
export { type FeePlanName, feeFor } from './fees.queries.ts';
export { invoicePdf } from './invoice-file.ts';
export {
  findInvoice,
  invoiceBriefs,
  invoicesOf,
  listInvoicesOf,
  type WholeInvoice,
} from './invoices.queries.ts';
export { formOf, printedNumber, type TaxLine, taxesByRate } from './invoices.rules.ts';
export { type IssuedInvoice, issueInvoice, type NewInvoice } from './invoices.store.ts';
export { invoiceAttachment } from './jobs.ts';
export { askForCard, cardKeeping, cardMethodsFor, findCardGiven } from './keep-card.ts';
export { findKeptCard, forgetKeptOf, isAskedLater, keptMeansOf } from './kept-means.store.ts';
export {
  bouncedEntries,
  disputeExcessEntries,
  disputeStrayEntries,
  type Earner,
  type LedgerEntry,
  ofPart,
  type PayoutAmounts,
  payoutEntries,
  payoutPaidEntries,
  payoutReleaseEntries,
  payoutReturnedEntries,
  type RefundedBefore,
  refundEntries,
  refundShare,
  saleEntries,
  strayEntries,
  strayReturnEntries,
} from './ledger.rules.ts';
export { type Posting, postLedger } from './ledger.store.ts';
export { keepLetterhead, letterheadOf } from './letterheads.store.ts';
export { drawBrand, drawEdges } from './paper/draw-edges.ts';
export { drawInvoice } from './paper/draw-invoice.ts';
export { type Letterhead, letterheadNow } from './paper/letterhead.ts';
export { quiet, type Stationery, strong, whole } from './paper/looks.ts';
export type { InvoicePaper, PaperLine, Party } from './paper/paper.ts';
export { countryNames, dayText, momentText, moneyText } from './paper/said.ts';
export { page, Sheet } from './paper/sheet.ts';
export {
  type Attempts,
  charge,
  comeBack,
  confirmPayment,
  demandMeans,
  demandNoPayment,
  findPaidWith,
  giveUpPayment,
  hasLivePayment,
  isOutrun,
  lockAttempts,
  lockPaidPayment,
  openingFirst,
  openPayment,
} from './pay.ts';
export { isUndecided, lockPaymentsOf } from './payments.store.ts';
export { type ChargeScreen, ProviderUnset } from './providers/provider.ts';
export { reconcileOrder } from './reconcile.ts';
export {
  carryOutRefund,
  noteGivenBack,
  type RefundRequest,
  takesRefund,
} from './refund-payment.ts';
export { monetization, paymentMethodsFor } from './settings/media-pay.queries.ts';
export { noteReturned } from './take-refunds.ts';
export { isRecorded } from './verifactu.rules.ts';
