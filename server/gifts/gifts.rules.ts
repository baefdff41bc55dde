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

/** Words sent to a stranger cost something, and a bundle or a parcel is not for one account. */
export const isGiveable = ({ type, plan, status }: Pick<Product, 'type' | 'plan' | 'status'>) =>
  status === 'published' && plan === 'paid' && !['bundle', 'physical', 'plan'].includes(type);

/** What has no showing can be taken for so long. */
export const daysWithoutShow = 365;

type About = {
  giver: { email: string };
  /** Of the showing, ISO text; null without one. */
  startsAt: string | null;
  now: Temporal.Instant;
};

/** What is wrong with whom a gift is for; null when nothing is. */
export function giftFaults(
  { email, sendAt }: GiftTo,
  { giver, startsAt, now }: About,
): Record<string, FieldFault> | null {
  const faults: Record<string, FieldFault> = {};
  if (isSameAddress(email, giver.email)) faults['to.email'] = 'invalid';
  if (sendAt !== null) {
    const last = startsAt ?? now.add({ hours: 24 * daysWithoutShow });
    const at = Temporal.Instant.from(sendAt);
    if (Temporal.Instant.compare(at, now) < 0) faults['to.sendAt'] = 'time_past';
    else if (Temporal.Instant.compare(at, last) >= 0) faults['to.sendAt'] = 'after_end';
  }
  return Object.keys(faults).length > 0 ? faults : null;
}

export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

type Facts = { state: GiftState; expiresAt: string; letters: number };

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
  return { change: open, send: open };
}

/** What is said of a gift that waits: to whom it is for, and to whoever gave it. */
export const giftNotes = ['week', 'day', 'unaccepted'] as const;
export type GiftNote = (typeof giftNotes)[number];

/** So many days before the end each is said. */
export const noteDays: Record<GiftNote, number> = { week: 7, day: 1, unaccepted: 3 };

/** A reminder soon after the gift itself says nothing new. */
export const quietHours = 24;
