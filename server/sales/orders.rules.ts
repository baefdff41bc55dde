import { Temporal } from 'temporal-polyfill';
import type { BillingForm, OrderLine, OrderState } from '#contract/orders.ts';
import type { NextStep, PaymentAttempt } from '#contract/payments.ts';
import type { RefundForm } from '#contract/refunds.ts';
import type { RefundRequest } from '#contract/shared/refunds.ts';
import type { Role } from '#contract/shared/roles.ts';
import type { TicketSource } from '#contract/tickets.ts';
import type { Product } from '#server/catalog/index.ts';
import type { Earner, FeePlanName } from '#server/payments/index.ts';
import type { OrderedMonth } from '#server/subscriptions/index.ts';
import type { FoundCode } from '#server/tickets/index.ts';
import type { StoredLine } from './lines/line.ts';
import { mayRefund, mayRefundSo, requestCan } from './refunds/refunds.rules.ts';

/** The moves of an order. Nothing leaves `refunded` or `cancelled`. */
const moves: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'expired', 'cancelled'],
  // Money that comes late is honoured when seat and code are still free.
  expired: ['paid'],
  failed: ['paid'],
  paid: ['refunded', 'partly_refunded'],
  partly_refunded: ['refunded', 'partly_refunded'],
  refunded: [],
  cancelled: [],
};

export const mayMove = (from: OrderState, to: OrderState): boolean => moves[from].includes(to);

/** What is asked of an order by its rules. */
export type OrderFacts = {
  state: OrderState;
  buyerId: string;
  /** Owner of the channel that sells; null: the platform does. */
  ownerId: string | null;
  total: number;
  expiresAt: string;
  /** Given back, or asked for and on its way. */
  refundedOrAsked: number;
  /** Of what is left: paid for gifts that somebody has accepted. */
  taken: number;
  /** The buyer's bank has taken the money, as long as a dispute is decided. */
  isWithheld: boolean;
  /** When it was paid and its show is over: from the month after that on its money is paid out. */
  settlesAt: string | null;
  /** What the buyer asked for last. */
  request: RefundRequest | null;
  /** Where it is for a month: how that stands. */
  month: OrderedMonth | null;
};

type Person = { id: string; roles: readonly Role[] };

const isAdmin = (person: Person): boolean => person.roles.includes('ADMIN');

/** Who may see an order at all: for everyone else it does not exist. */
export const maySee = (person: Person, order: OrderFacts): boolean =>
  person.id === order.buyerId || maySell(person, order);

/** The seller's side: owner of the channel, administrators. */
export const maySell = (person: Person, order: OrderFacts): boolean =>
  person.id === order.ownerId || isAdmin(person);

/** The price, code and seat of a pending order are held until this instant and no longer. */
export const isHeld = (
  order: Pick<OrderFacts, 'state' | 'expiresAt'>,
  now: Temporal.Instant,
): boolean => order.state === 'pending' && Temporal.Instant.compare(now, order.expiresAt) < 0;

type Payable = Pick<OrderFacts, 'state' | 'expiresAt' | 'month'>;

/** Can it be paid at `now`? Not a month that would buy nothing. */
export const canPay = (order: Payable, now: Temporal.Instant): boolean =>
  isHeld(order, now) && order.month?.is !== 'over';

/** Can it be given up at `now`? A month that goes on would be ordered anew: one cancels what it is of. */
export const canGiveUp = (order: Payable, now: Temporal.Instant): boolean =>
  isHeld(order, now) && order.month?.is !== 'due';

type Attempt = Pick<PaymentAttempt, 'state' | 'provider'>;

const isUnderWay = (attempt: Attempt | null): boolean =>
  attempt?.state === 'open' || attempt?.state === 'paid';

/** What the buyer's screen does next. */
export function nextStep(order: Payable, attempt: Attempt | null, now: Temporal.Instant): NextStep {
  if (order.state === 'paid' || order.state === 'partly_refunded') return { kind: 'done' };
  if (order.state !== 'pending') return { kind: 'over' };
  if (isUnderWay(attempt)) return { kind: 'wait', pollAfterMs: 1500 };
  if (!canPay(order, now)) return { kind: 'over' };
  if (attempt?.state !== 'confirming') return { kind: 'pay' };
  return { kind: attempt.provider === 'sandbox' ? 'sandbox_confirm' : 'leave' };
}

/** What this person can do with the order now. */
export function orderCan(
  person: Person,
  order: OrderFacts,
  { attempt, now }: { attempt: Attempt | null; now: Temporal.Instant },
) {
  const isOpen = person.id === order.buyerId && !isUnderWay(attempt);
  const asked = refundCan(person, order, now);
  const hasPaper = order.total > 0 && ['paid', 'refunded', 'partly_refunded'].includes(order.state);
  return {
    pay: isOpen && canPay(order, now),
    cancel: isOpen && canGiveUp(order, now),
    refund: asked.refund,
    refundPart: asked.refundPart,
    askRefund: mayAskRefund(person, order),
    invoice: hasPaper,
  };
}

/** Whoever sold may write to a buyer who is still here again, as long as something of it is theirs. */
export const mayWriteAgain = (
  person: Person,
  order: Pick<OrderFacts, 'ownerId' | 'state'> & { buyerMayAct: boolean },
): boolean =>
  (isAdmin(person) || person.id === order.ownerId) &&
  (order.state === 'paid' || order.state === 'partly_refunded') &&
  order.buyerMayAct;

type RefundFacts = Pick<
  OrderFacts,
  'state' | 'ownerId' | 'total' | 'refundedOrAsked' | 'isWithheld' | 'settlesAt' | 'request'
>;

const sideOf = (person: Person, { ownerId, settlesAt }: RefundFacts, now: Temporal.Instant) => ({
  isAdmin: isAdmin(person),
  isOwner: person.id === ownerId,
  ...{ settlesAt, now },
});

/** What the seller's side can do about money that may go back. */
export function refundCan(person: Person, order: RefundFacts, now: Temporal.Instant) {
  const side = sideOf(person, order, now);
  const refund = mayRefund(side) && canRefund(order);
  return { refund, refundPart: refund && side.isAdmin, ...requestCan(side, order.request) };
}

/** May the person give money of this order back by themselves, as the form says? */
export const mayGiveBack = (
  person: Person,
  order: OrderFacts,
  { form, now }: { form: Pick<RefundForm, 'amount' | 'bearer'>; now: Temporal.Instant },
): boolean =>
  mayRefund(sideOf(person, order, now)) && mayRefundSo({ isAdmin: isAdmin(person) }, form);

/** Buyers ask for their money as long as there is some to ask for, once at a time. */
export const mayAskRefund = (person: Person, order: OrderFacts): boolean =>
  person.id === order.buyerId &&
  canRefund(order) &&
  !isAllTaken(order) &&
  order.request?.state !== 'asked';

/**
 * Is all that is left of an order somebody else's? Whoever gave it cannot take back by themselves what
 * was accepted; whoever sold it may give the money back all the same.
 */
export const isAllTaken = (
  order: Pick<OrderFacts, 'total' | 'refundedOrAsked' | 'taken'>,
): boolean => order.taken > 0 && order.total - order.refundedOrAsked <= order.taken;

/** Is there still money of the buyer to give back, and is it ours to give? */
export const canRefund = (
  order: Pick<OrderFacts, 'state' | 'total' | 'refundedOrAsked' | 'isWithheld'>,
): boolean =>
  ['paid', 'partly_refunded'].includes(order.state) &&
  order.total > order.refundedOrAsked &&
  !order.isWithheld;

/** What was given to the platform is its own: an organizer gives it back with the whole order only. */
export const mayRefundLines = (
  person: Person,
  named: readonly Pick<StoredLine, 'kind'>[],
): boolean => isAdmin(person) || named.every(({ kind }) => kind !== 'support');

export type LinePrice = Pick<OrderLine, 'net' | 'taxRate' | 'tax' | 'total' | 'priceFrom'>;

/** Which row of the fees a sale falls under: what is reached by codes alone has its own. */
export const feePlanOf = ({ status }: Pick<Product, 'status'>): FeePlanName =>
  status === 'private' ? 'private' : 'live';

type ChosenLine = Pick<
  StoredLine,
  'kind' | 'productId' | 'sessionId' | 'code' | 'total' | 'quantity' | 'details'
>;

/** What a buyer decides in the checkout: showings, codes, the sums that are shown, the papers. */
export type Choice = { lines: readonly ChosenLine[]; billing: BillingForm };

/** An order made for the same choice serves again; one that differs anywhere gives way. */
export const isSameChoice = (one: Choice, other: Choice): boolean =>
  chosenIn(one) === chosenIn(other) && isSameInvoice(one.billing, other.billing);

/** Are both made out to the same? */
export const isSameInvoice = (one: BillingForm, other: BillingForm): boolean =>
  (Object.keys(one) as (keyof BillingForm)[]).every((field) => one[field] === other[field]);

/** In whatever order the lines were chosen. */
const chosenIn = ({ lines }: Choice): string =>
  lines
    .map(({ kind, productId, sessionId, code, total, quantity, details }) => {
      const known = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
      return JSON.stringify([kind, productId, sessionId, code, total, quantity, known]);
    })
    .sort()
    .join();

/**
 * The product as this buyer meets it: the seats that orders of theirs hold are theirs to take, be it
 * one that waits for payment or that of a rental whose time is over.
 */
export const withOwnSeats = <P extends Pick<Product, 'sessions'>>(
  product: P,
  lines: readonly Pick<StoredLine, 'sessionId' | 'holdsSeat'>[],
): P => ({
  ...product,
  sessions: product.sessions.map((session) =>
    lines.some(({ sessionId, holdsSeat }) => holdsSeat && sessionId === session.id)
      ? { ...session, seatsHeld: session.seatsHeld - 1 }
      : session,
  ),
});

/** On which account of the books stands what is left of a line. */
export function earnerOf(
  { kind }: Pick<StoredLine, 'kind'>,
  { channelId }: { channelId: string | null },
): Earner {
  if (channelId === null) return 'platform';
  return kind === 'donation' || kind === 'support' ? kind : 'organizer';
}

/** The same with what their order that waits for payment holds of its stock. */
export const withOwnStock = <P extends Pick<Product, 'id' | 'stock'>>(
  product: P,
  lines: readonly Pick<StoredLine, 'kind' | 'productId' | 'quantity'>[],
): P => {
  const { id, stock } = product;
  if (!stock || stock.free === null) return product;
  const own = lines.filter(({ kind, productId }) => kind === 'physical' && productId === id);
  const free = own.reduce((sum, { quantity }) => sum + quantity, stock.free);
  return { ...product, stock: { free } };
};

/** Where the ticket of a line comes from. */
export const sourceOf = (
  line: Pick<StoredLine, 'total' | 'code' | 'bundleLineId'>,
): TicketSource => {
  if (line.bundleLineId) return 'bundle';
  return line.total > 0 ? 'purchase' : line.code ? 'code' : 'free';
};

/** Is this code for this product, this showing and this currency? */
export const codeFits = (
  code: FoundCode,
  product: Pick<Product, 'id' | 'currency'>,
  sessionId: string | null,
): boolean =>
  code.productId === product.id &&
  code.currency === product.currency &&
  (code.sessionId === null || code.sessionId === sessionId);
