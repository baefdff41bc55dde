import { Temporal } from 'temporal-polyfill';
import type { RefundForm } from '#contract/refunds.ts';
import type { Bearer, Refund, RefundReason, RefundRequest } from '#contract/shared/refunds.ts';
import { sessionZone } from '#contract/shared/time.ts';

export type RefundState = Refund['state'];

/**
 * From which states a refund comes. One that was given up and yet went through is booked as it is; one
 * that came back is done when it was sent again. Money that bought nothing is asked for anew itself.
 */
const comesFrom: Record<RefundState, readonly RefundState[]> = {
  requested: ['failed'],
  done: ['requested', 'failed', 'bounced'],
  failed: ['requested'],
  bounced: ['done'],
};

export const refundComesFrom = (to: RefundState): readonly RefundState[] => comesFrom[to];

/** A refund as it stands, with what decides whether its money is still to be returned. */
export type RefundStanding = {
  state: RefundState;
  /** Of money that bought nothing. */
  isStray: boolean;
  /** Its money is still the buyer's. */
  isOwed: boolean;
  /** The buyer's bank has the money, as long as a dispute is decided. */
  isWithheld: boolean;
};

/**
 * What administrators can do about a refund that did not arrive. What belongs to a sale is asked for by
 * another refund; money that bought nothing has this one alone.
 */
export function strandedCan({ isAdmin }: { isAdmin: boolean }, refund: RefundStanding) {
  const { state, isStray, isOwed, isWithheld } = refund;
  const isStranded = (state === 'failed' || state === 'bounced') && isOwed && !isWithheld;
  return {
    askAgain: isAdmin && isStranded && isStray && state === 'failed',
    returnOtherwise: isAdmin && isStranded,
  };
}

/** So long the provider is asked again and again; then administrators hear, and it is not any more. */
export const refundDays = 3;

/** Has this refund been asked for long enough? */
export const isHopeless = (askedSince: string, now: Temporal.Instant): boolean =>
  now.since(Temporal.Instant.from(askedSince)).total('hours') >= refundDays * 24;

/**
 * Who bears a refund, by why it is given. Organizers bear what went wrong with their show; the
 * platform what is its own fault, and what belongs to taking payments; a viewer's poor connection
 * is nobody's, and shared.
 */
const bearerFor: Record<RefundReason, Bearer> = {
  show_cancelled: 'organizer',
  broadcast_error: 'organizer',
  complaint: 'organizer',
  platform_fault: 'platform',
  viewer_connection: 'half',
  goodwill: 'organizer',
  duplicate: 'platform',
  fraud: 'platform',
};

/** Up to this part of the price, in basis points, a kindness is the platform's promotion. */
const promotionBp = 2000;

type Given = {
  reasonCode: RefundReason;
  amount: number;
  /** What the buyer paid. */
  total: number;
  /** What the platform has given of it as promotions before. */
  promoted: number;
};

export function bearerOf({ reasonCode, amount, total, promoted }: Given): Bearer {
  const isPromotion =
    reasonCode === 'goodwill' && (promoted + amount) * 10_000 <= total * promotionBp;
  return isPromotion ? 'platform' : bearerFor[reasonCode];
}

/** Organizers give back at their own cost, whatever the reason. */
export const bearerBy = (person: { isAdmin: boolean }, given: Given): Bearer =>
  person.isAdmin ? bearerOf(given) : 'organizer';

/** Which of our reasons a bank's comes nearest to: whether it speaks of the goods or of the payment. */
const disputeReasons: Record<string, RefundReason> = {
  product_not_received: 'complaint',
  product_unacceptable: 'complaint',
  credit_not_processed: 'complaint',
  subscription_canceled: 'complaint',
  duplicate: 'duplicate',
};
export const reasonOfDispute = (reason: string): RefundReason => disputeReasons[reason] ?? 'fraud';

/**
 * Until when organizers give back by themselves: before the month after the sale and its show begins
 * (in the house's time), in which they are paid. After that only administrators do.
 */
export function isPayoutDue(settlesAt: string | null, now: Temporal.Instant): boolean {
  if (settlesAt === null) return false;
  const day = Temporal.Instant.from(settlesAt).toZonedDateTimeISO(sessionZone).toPlainDate();
  const limit = day.with({ day: 1 }).add({ months: 1 }).toZonedDateTime(sessionZone);
  return Temporal.Instant.compare(now, limit.toInstant()) >= 0;
}

type Refundable = {
  isAdmin: boolean;
  isOwner: boolean;
  settlesAt: string | null;
  now: Temporal.Instant;
};

/** May this person give money of the sale back by themselves? */
export const mayRefund = ({ isAdmin, isOwner, settlesAt, now }: Refundable): boolean =>
  isAdmin || (isOwner && !isPayoutDue(settlesAt, now));

/** Only administrators give back a part, or let somebody else bear it than the organizer. */
export const mayRefundSo = (
  { isAdmin }: { isAdmin: boolean },
  { amount, bearer }: Pick<RefundForm, 'amount' | 'bearer'>,
): boolean => isAdmin || (amount === undefined && (bearer ?? 'organizer') === 'organizer');

type RequestState = RefundRequest['state'];

/** The moves of what a buyer asks for. */
const requestMoves: Record<RequestState, readonly RequestState[]> = {
  asked: ['granted', 'refused'],
  granted: [],
  refused: [],
};

export const requestComesFrom = (to: RequestState): RequestState[] =>
  (Object.keys(requestMoves) as RequestState[]).filter((from) => requestMoves[from].includes(to));

/**
 * Is all that a buyer asks for given back, or on its way? Gifts that somebody has accepted are not
 * theirs to ask for. `given` and `taken` are parts of the total.
 */
export const isGranted = (sums: { total: number; given: number; taken: number }): boolean =>
  sums.given + sums.taken >= sums.total;

type Asked = Pick<RefundRequest, 'state' | 'recommended'> | null;

/** What the seller's side can do with what a buyer asks for; whoever gives all back has granted it. */
export const requestCan = (person: Refundable, request: Asked) => {
  const isOpen = request?.state === 'asked';
  const { isAdmin, isOwner } = person;
  return {
    refuse: isOpen && (isAdmin || isOwner),
    recommend: isOpen && isOwner && !request.recommended && !mayRefund(person),
  };
};
