import { Temporal } from 'temporal-polyfill';
import { type GiftState, mostGiftLetters } from '#contract/gifts.ts';
import type { GiftTo } from '#contract/order-items.ts';
import type { ErrorCode, FieldFault } from '#contract/shared/errors.ts';
import type { Product } from '#server/catalog/index.ts';

/** The moves of a gift. Money that goes back ends it wherever it stands. */
const moves: Record<GiftState, readonly GiftState[]> = {
  waiting: ['accepted', 'expired', 'ended'],
  accepted: ['ended'],
  // Nothing goes back by itself; its organizer may return it all the same.
  expired: ['ended'],
  ended: [],
};

/** From which states a gift comes to this one. */
export const giftComesFrom = (to: GiftState): GiftState[] =>
  (Object.keys(moves) as GiftState[]).filter((from) => moves[from].includes(to));

/** What has no showing can be taken for so long. */
export const daysWithoutShow = 365;

/** What is given: its showing, and when its product ends; ISO texts, null where there is none. */
export type Given = {
  session: { startsAt: string; endsAt: string } | null;
  expiresAt: string | null;
};

export const givenOf = (
  { sessions, expiresAt }: Pick<Product, 'sessions' | 'expiresAt'>,
  sessionId: string | null,
): Given => ({ session: sessions.find(({ id }) => id === sessionId) ?? null, expiresAt });

const isAfter = (one: Temporal.Instant | string, other: Temporal.Instant | string): boolean =>
  Temporal.Instant.compare(one, other) > 0;

/**
 * Until when something given at `now` can be taken: until its show is over, or for a year where there is
 * none to come and only its recording is left. Never longer than its product is there.
 */
export function giftEnd({ session, expiresAt }: Given, now: Temporal.Instant): Temporal.Instant {
  const end =
    session && isAfter(session.endsAt, now)
      ? Temporal.Instant.from(session.endsAt)
      : now.add({ hours: 24 * daysWithoutShow });
  return expiresAt !== null && isAfter(end, expiresAt) ? Temporal.Instant.from(expiresAt) : end;
}

type About = { giver: { email: string }; given: Given; now: Temporal.Instant };

/** What is wrong with whom a gift is for; null when nothing is. */
export function giftFaults(
  { email, sendAt }: GiftTo,
  { giver, given, now }: About,
): Record<string, FieldFault> | null {
  const faults: Record<string, FieldFault> = {};
  if (isSameAddress(email, giver.email)) faults['to.email'] = 'invalid';
  if (sendAt !== null) {
    const at = Temporal.Instant.from(sendAt);
    if (isAfter(now, at)) faults['to.sendAt'] = 'time_past';
    else if (!isAfter(lastLetter(given, now), at)) faults['to.sendAt'] = 'after_end';
  }
  return Object.keys(faults).length > 0 ? faults : null;
}

/** Before when the letter leaves: while there is time for what it gives. */
function lastLetter(given: Given, now: Temporal.Instant): Temporal.Instant {
  const end = giftEnd(given, now);
  const start = given.session && Temporal.Instant.from(given.session.startsAt);
  return start && isAfter(start, now) && isAfter(end, start) ? start : end;
}

export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

type Facts = {
  state: GiftState;
  expiresAt: string;
  letters: number;
  /** '' when whom it was for has left. */
  email: string;
};

/** As people see it: nobody waits for the clock's job. */
export const stateNow = (
  { state, expiresAt }: Pick<Facts, 'state' | 'expiresAt'>,
  now: Temporal.Instant,
): GiftState =>
  state === 'waiting' && Temporal.Instant.compare(now, expiresAt) >= 0 ? 'expired' : state;

/** Why this gift cannot be taken; null when it can. */
export function whyNotAccept(gift: Pick<Facts, 'state' | 'expiresAt'>, now: Temporal.Instant) {
  const state = stateNow(gift, now);
  const refusals: Partial<Record<GiftState, ErrorCode>> = {
    accepted: 'GIFT_STATE',
    ended: 'GIFT_STATE',
    expired: 'GIFT_EXPIRED',
  };
  return refusals[state] ?? null;
}

/** What its giver can do. */
export function giftCan(gift: Facts, now: Temporal.Instant) {
  const open = stateNow(gift, now) === 'waiting' && gift.letters < mostGiftLetters;
  return { change: open, send: open && gift.email !== '' };
}

/** What is said of a gift that waits: to whom it is for, and to whoever gave it. */
export const giftNotes = ['week', 'day', 'unaccepted'] as const;
export type GiftNote = (typeof giftNotes)[number];

/** So many days before the end each is said. */
export const noteDays: Record<GiftNote, number> = { week: 7, day: 1, unaccepted: 3 };

/** A reminder soon after the gift itself says nothing new. */
export const quietHours = 24;
