import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MailFault, MailState } from './notices.ts';
import { BillingForm, OrderState } from './orders.ts';
import { InvoiceBrief, PaymentAttempt } from './payments.ts';
import { Sale, SalesTotal } from './sales.ts';
import { Currency } from './shared/currencies.ts';
import { Id, IdParams } from './shared/ids.ts';
import { OrderNumber } from './shared/order-numbers.ts';
import { Dispute, Refund, RefundRequest, RefundShare } from './shared/refunds.ts';
import { Instant } from './shared/time.ts';

/** A try to pay an order, as its seller sees it. */
export const SoldPayment = PaymentAttempt.omit({ place: true }).extend({
  amount: z.number().int(),
  refunded: z.number().int(),
  settledAt: Instant.nullable(),
});
export type SoldPayment = z.infer<typeof SoldPayment>;

/** Money of an order that goes back, with what it takes from whom. */
export const SoldRefund = Refund.omit({ can: true }).extend({
  /** Why somebody else bears it than the rule says. */
  bearerReason: z.string(),
  /** Null of money that bought nothing. */
  share: RefundShare.nullable(),
  /** Of what. */
  titles: z.array(z.string()),
  /** When it failed last, and when its money last came back from the buyer's bank; null also before that was kept. */
  failedAt: Instant.nullable(),
  bouncedAt: Instant.nullable(),
  /** When an administrator last had it asked for anew. */
  askedAnewAt: Instant.nullable(),
  /** When the buyer was written to. */
  writtenAt: Instant.nullable(),
});
export type SoldRefund = z.infer<typeof SoldRefund>;

/**
 * Who did something: `recipient` is whom a gift was for, `provider` a bank or whoever takes payments for
 * it, `site` what happens by itself.
 */
export const doers = [
  'buyer',
  'recipient',
  'organizer',
  'administrator',
  'provider',
  'site',
] as const;
export const Doer = z.enum(doers);
export type Doer = z.infer<typeof Doer>;

/** What became of a letter about an order; what it says is its reader's. */
export const SoldLetter = z.object({
  id: Id,
  kind: z.string(),
  /** Null to whoever sold: whom a gift is for is the business of who gave it. */
  recipient: z.string().nullable(),
  state: MailState,
  writtenAt: Instant,
  sentAt: Instant.nullable(),
  triedAt: Instant.nullable(),
  /** What came in the way of it so far. */
  fault: MailFault.nullable(),
  /** Who had it sent once more; null: it was written by itself. */
  againBy: z.object({ by: Doer, name: z.string().nullable() }).nullable(),
});
export type SoldLetter = z.infer<typeof SoldLetter>;

/** The reasons of a bank that have words; another one is left out. */
export const wordedDisputes = [
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'duplicate',
  'credit_not_processed',
  'subscription_canceled',
  'unrecognized',
] as const;
export type WordedDispute = (typeof wordedDisputes)[number];
export const isWordedDispute = (reason: string): reason is WordedDispute =>
  wordedDisputes.includes(reason as WordedDispute);

/** A dispute, and when the bank had decided it. */
export const SoldDispute = Dispute.extend({ closedAt: Instant.nullable() });
export type SoldDispute = z.infer<typeof SoldDispute>;

/** What can have happened to an order, in the order in which it follows at one instant. */
export const orderEvents = [
  'waited',
  'seatOffered',
  'ordered',
  'tried',
  'declined',
  'paid',
  'code',
  'closed',
  'invoice',
  'giftSent',
  'giftAccepted',
  'giftExpired',
  'shipmentSent',
  'pickupReady',
  'shipmentDelivered',
  'pickedUp',
  'shipmentCancelled',
  'shipmentReturned',
  'showCancelled',
  'asked',
  'recommended',
  'granted',
  'refused',
  'disputed',
  'disputeWon',
  'disputeLost',
  'disputeClosed',
  'refundBegun',
  'refundFailed',
  'refundAgain',
  'refundCameBack',
  'refunded',
  'returned',
  'rectified',
  'ticketEnded',
  'letterAgain',
  'letterWaits',
  'letter',
  'letterKept',
  'letterFailed',
  'payoutCollected',
  'payoutPaid',
  'payoutReturned',
] as const;
export type OrderEventName = (typeof orderEvents)[number];

export const OrderEvent = z.object({
  at: Instant,
  what: z.enum(orderEvents),
  by: Doer,
  /** Who exactly, where a person of the house or a seller did it; administrators alone are told. */
  name: z.string().nullable(),
  amount: z.number().int().nullable(),
  /** The number of a paper or payment, what it is about, or what somebody said. */
  said: z.string(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** One thing that happened to an order; nothing, where it did not. */
export const orderEvent = <By extends Doer | { person: string }>(
  at: string | null,
  [what, by]: [OrderEventName, By],
  { amount = null, said = '' }: Partial<Pick<OrderEvent, 'amount' | 'said'>> = {},
) => (at === null ? [] : [{ at, what, by, amount, said }]);

/** One order whole with its history, for whoever sold it. */
export const SoldOrder = z.object({
  id: Id,
  number: OrderNumber,
  state: OrderState,
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }).nullable(),
  currency: Currency,
  total: z.number().int(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  buyer: Sale.shape.customer,
  billing: BillingForm,
  /** What was sold, of a bundle each of its parts. */
  lines: z.array(Sale),
  /** By the books. */
  sums: SalesTotal,
  payments: z.array(SoldPayment),
  refunds: z.array(SoldRefund),
  requests: z.array(RefundRequest),
  disputes: z.array(SoldDispute),
  invoices: z.array(InvoiceBrief),
  /** The first one first. */
  letters: z.array(SoldLetter),
  /** The oldest first. */
  history: z.array(OrderEvent),
  /** With the whole order: what can be done with any line of it. */
  can: Sale.shape.can.extend({
    /** Read letters as they were written. */
    readLetters: z.boolean(),
  }),
  /** Which of `lines` a question about the order begins with; null where it has none. */
  beginsWith: Id.nullable(),
});
export type SoldOrder = z.infer<typeof SoldOrder>;

export const soldOrderContract = {
  getSoldOrder: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:id',
    who: 'producer',
    summary: 'One order of my channels, or for administrators of any, whole and with its history',
    params: IdParams,
    answer: SoldOrder,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
};
