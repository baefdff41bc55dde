import { Temporal } from 'temporal-polyfill';
import type { ProductStatus, ProductType } from '#contract/catalog.ts';
import type { PaymentFailure } from '#contract/payments.ts';
import { sessionZone } from '#contract/shared/session-zone.ts';
import type { MonthPrice, SubscriptionStatus, SubscriptionTerm } from '#contract/subscriptions.ts';

export const subscriptionStates = ['active', 'past_due', 'cancelled', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** The moves of a subscription. Nothing leaves `ended`. */
const moves: Record<SubscriptionState, readonly SubscriptionState[]> = {
  active: ['past_due', 'cancelled', 'ended'],
  past_due: ['active', 'cancelled', 'ended'],
  // Taken back by its person.
  cancelled: ['active', 'ended'],
  ended: [],
};

export const mayMove = (from: SubscriptionState, to: SubscriptionState): boolean =>
  moves[from].includes(to);

/** The states from which one can come to `to`. */
export const sourcesOf = (to: SubscriptionState): SubscriptionState[] =>
  subscriptionStates.filter((from) => mayMove(from, to));

/** What people call the state. */
export const statusOf = (state: SubscriptionState): SubscriptionStatus =>
  state === 'past_due' || state === 'active' ? 'subscribed' : state;

/** Until when what is bought for good is paid: a day that never comes. */
export const forGood = '9999-12-31T00:00:00.000Z';

/**
 * The instant at which the month (or year) of this number ends, the first being 1: the same day and
 * hour as it began in Central European time, counted from the beginning, so that 31 January leads over
 * the last of February to 31 March, and 29 February over three years to the next 29th. Hours that a
 * change of the clock skips are the later ones.
 */
export function monthEnd(since: string, number: number, term: SubscriptionTerm = 'month'): string {
  if (term === 'once') return forGood;
  const began = Temporal.Instant.from(since).toZonedDateTimeISO(sessionZone);
  const length = term === 'year' ? { years: number } : { months: number };
  return textOf(began.add(length).toInstant());
}

/** As people are told of it: null for good. */
export const toldUntil = (term: SubscriptionTerm, until: string): string | null =>
  term === 'once' ? null : until;

const textOf = (instant: Temporal.Instant): string =>
  instant.toString({ fractionalSecondDigits: 3 });

const dayHours = 24;
/** So long before the end of a month the next one is charged: time for a slow bank. */
export const renewalHours = 6;
/** So long after the end of a month it opens what it opens while the payment is tried again. */
const graceDays = 7;
/** Days after the first try on which it is tried again. */
const retryDays = [1, 3, 5];
/**
 * Days before the charge from which a year is announced, by a letter that goes out once a day: fifteen
 * at least, as Spanish law asks of what renews by itself (Ley 10/2025), and one for the hour of the job.
 */
export const reminderDays = 16;
/** Days between the letter of a new price and the first month that costs it. */
export const noticeDays = 30;

const after = (instant: string, hours: number): string =>
  textOf(Temporal.Instant.from(instant).add({ hours }));

export const renewalFrom = (validUntil: string): string => after(validUntil, -renewalHours);
export const graceUntil = (validUntil: string): string => after(validUntil, graceDays * dayHours);
export const noticeUntil = (told: string): string => after(told, noticeDays * dayHours);

/**
 * When a charge that was declined `at` this instant is tried again, the first of its days that is still
 * to come: a try of which nobody heard takes none away. Null when it is not, since all days are over, or
 * since the bank wants to hear of its owner, whom no try brings nearer.
 */
export function nextTry(
  { firstTriedAt, at }: { firstTriedAt: string; at: string },
  failure: PaymentFailure,
): string | null {
  if (failure === 'not_confirmed') return null;
  const days = retryDays.map((day) => after(firstTriedAt, day * dayHours));
  return days.find((day) => Temporal.Instant.compare(day, at) > 0) ?? null;
}

/**
 * A payment that is due, of which no bank is asked any more: its person alone can make it. So it stays after a wait
 * for a rate. `nextTryAt`: of its month.
 */
export const isLeftToPerson = (
  { state }: Pick<Life, 'state'>,
  { nextTryAt }: { nextTryAt: string | null },
): boolean => state === 'past_due' && nextTryAt === null;

type Life = {
  state: SubscriptionState;
  validUntil: string;
  accessUntil: string;
  /** Left out: by the month. */
  term?: SubscriptionTerm;
  /** It is we who cannot charge it: there is no rate of its currency. Left out: no. */
  waitsForRate?: boolean;
};

const isPast = (now: Temporal.Instant, instant: string): boolean =>
  Temporal.Instant.compare(now, instant) >= 0;

/**
 * Is the next month to be charged at `now`? Not after the grace: then nobody had it. What waits for a rate is
 * had all the while.
 */
export function isDue({ state, validUntil, waitsForRate }: Life, now: Temporal.Instant): boolean {
  if (waitsForRate) return state === 'active' || state === 'past_due';
  if (state !== 'active' || !isPast(now, renewalFrom(validUntil))) return false;
  return !isPast(now, graceUntil(validUntil));
}

/**
 * Did what was cancelled wait for a rate? It alone is open for longer than it is paid. Taken back it waits again:
 * what was due while it did is charged once there is a rate, also where that is there by now.
 */
export const waitedForRate = ({
  validUntil,
  accessUntil,
}: Pick<Life, 'validUntil' | 'accessUntil'>) =>
  Temporal.Instant.compare(accessUntil, validUntil) > 0;

/** What waits for a rate stays open a week from here on, and is given so much again a day later. */
export const openWhileWaiting = graceUntil;
export const waitToExtend = (now: string): string => after(graceUntil(now), -dayHours);

/**
 * The number of the month to be charged, `next` unless that is over: whole months that went by are charged to
 * nobody. Nor is, after a wait for a rate, what is left of a month whose next one is about to be charged.
 */
export function monthToCharge(
  { since, term, waitsForRate }: Pick<Life, 'term' | 'waitsForRate'> & { since: string },
  { next, now }: { next: number; now: Temporal.Instant },
): number {
  const isGone = (end: string) => isPast(now, waitsForRate ? renewalFrom(end) : end);
  let number = next;
  while (isGone(monthEnd(since, number, term))) number += 1;
  return number;
}

/**
 * Is it over at `now`? One that would go on ends with its month where it is not offered any more; where
 * we were late ourselves, with the grace; while we wait for a rate, not at all.
 */
export function isOver(
  { state, validUntil, accessUntil, waitsForRate }: Life,
  { now, isOffered }: { now: Temporal.Instant; isOffered: boolean },
): boolean {
  if (state === 'ended') return true;
  if (waitsForRate && isOffered) return false;
  if (state !== 'active') return isPast(now, accessUntil);
  return isPast(now, isOffered ? graceUntil(validUntil) : validUntil);
}

/**
 * What its person can do with it now. `isOffered`: the site and the channel still offer it · `keepsCards`:
 * somebody keeps a card for such sums without a payment. While a payment is due, paying it changes the card.
 */
export function subscriptionCan(
  life: Life,
  given: { now: Temporal.Instant; isOffered: boolean; keepsCards?: boolean },
) {
  const { now, isOffered, keepsCards = false } = given;
  // What was bought for good is paid and goes on: there is nothing to be done with it.
  const lives = !isOver(life, { now, isOffered }) && life.term !== 'once';
  // As long as it is open: while a rate was missing that is longer than it is paid.
  const resume = lives && life.state === 'cancelled' && isOffered;
  return {
    cancel: lives && mayMove(life.state, 'cancelled'),
    resume,
    resumeToPay: resume && waitedForRate(life),
    pay: lives && isOffered && life.state !== 'cancelled' && !life.waitsForRate,
    changeCard: lives && isOffered && life.state === 'active' && keepsCards,
  };
}

/** Is a year about to be charged, of which its person is to hear before? Months come too often for that. */
export const isToBeAnnounced = (life: Life, now: Temporal.Instant): boolean =>
  life.term === 'year' &&
  life.state === 'active' &&
  isPast(now, after(renewalFrom(life.validUntil), -reminderDays * dayHours)) &&
  !isPast(now, renewalFrom(life.validUntil));

type Price = Omit<MonthPrice, 'currency'>;

/** What the month that begins at `startsAt` costs: the new price from when it was announced for. */
export const priceOfMonth = <P extends Price>(
  { price, next }: { price: P; next: { price: P; from: string } | null },
  startsAt: string,
): P => (next && Temporal.Instant.compare(startsAt, next.from) >= 0 ? next.price : price);

const isSamePrice = (one: Price, other: Price): boolean =>
  one.net === other.net && one.taxRate === other.taxRate;

/**
 * What becomes of the price of somebody whose channel asks `asked`, and whether they hear of it; null
 * when nothing does. A sum that they know keeps its day; a tax that changes inside it is no news.
 */
export function priceChange<P extends Price>(
  { price, next }: { price: P; next: { price: P; from: string } | null },
  asked: P,
  at: string,
): { next: { price: P; from: string } | null; told: 'price' | 'same' | null } | null {
  const known = next?.price ?? price;
  if (isSamePrice(known, asked)) return null;
  const isNews = asked.total !== known.total;
  const told = isNews ? (asked.total === price.total ? 'same' : 'price') : null;
  if (isSamePrice(price, asked)) return { next: null, told };
  const from = !isNews && next ? next.from : noticeUntil(at);
  return { next: { price: asked, from }, told };
}

/** Shows that take place at an hour are sold by themselves unless their organizer decides otherwise. */
const datedTypes: readonly ProductType[] = ['broadcast', 'live', 'meet'];
const soldTypes: readonly ProductType[] = ['physical', 'bundle'];

type Openable = {
  type: ProductType;
  status: ProductStatus;
  isRehearsal: boolean;
  /** A showing of it has a limited number of seats. */
  hasSeats: boolean;
};

/**
 * Can a subscription open it at all? A seat is sold to one person, a thing is sent once, and of a bundle
 * each part is opened by itself.
 */
export const canBeIncluded = ({ type, status, isRehearsal, hasSeats }: Openable): boolean =>
  status === 'published' && !isRehearsal && !hasSeats && !soldTypes.includes(type);

/** Does the subscription open it? `mark`: what the organizer decided, null when nothing. */
export const isIncluded = (product: Openable, mark: boolean | null): boolean =>
  canBeIncluded(product) && (mark ?? !datedTypes.includes(product.type));

/**
 * Does the subscription to the site open it? Only what its organizer gave for that: they earn nothing
 * by it.
 */
export const isInSite = (product: Openable, isMarked: boolean): boolean =>
  canBeIncluded(product) && isMarked;

/** The same for whoever asks the database. */
export const kinds = { dated: datedTypes, sold: soldTypes };
