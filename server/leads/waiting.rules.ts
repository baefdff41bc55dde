import { Temporal } from 'temporal-polyfill';
import type { PlaceState } from '#contract/leads.ts';

/** The moves of a place in a line. */
const moves: Record<PlaceState, readonly PlaceState[]> = {
  waiting: ['offered', 'left', 'over'],
  offered: ['taken', 'left', 'lapsed', 'over'],
  // An order that ends without having been paid gives the seat back to whom it was offered.
  taken: ['bought', 'offered', 'left', 'lapsed', 'over'],
  bought: [],
  left: [],
  lapsed: [],
  over: [],
};

export const canMovePlace = (from: PlaceState, to: PlaceState): boolean => moves[from].includes(to);

const offerHours = 2;
const shortOfferMinutes = 15;

/**
 * Until when a seat that is offered at `now` is held; null when none is offered any more. A seat of a
 * show that begins within a day is held for a quarter of an hour, and none beyond its beginning.
 */
export function offerEnd(startsAt: string, now: Temporal.Instant): Temporal.Instant | null {
  const start = Temporal.Instant.from(startsAt);
  if (Temporal.Instant.compare(now, start) >= 0) return null;
  const isSoon = Temporal.Instant.compare(now.add({ hours: 24 }), start) >= 0;
  const end = isSoon ? now.add({ minutes: shortOfferMinutes }) : now.add({ hours: offerHours });
  return Temporal.Instant.compare(end, start) < 0 ? end : start;
}

type Line = {
  startsAt: string;
  isCancelled: boolean;
  seatsLeft: number | null;
  /** The product can be found, and its sale is open. */
  onSale: boolean;
};

/** Why nobody can join the line of a session; null when one can. */
export function whyNotJoin(
  { startsAt, isCancelled, seatsLeft, onSale }: Line,
  now: Temporal.Instant,
): 'SESSION_CANCELLED' | 'PRODUCT_NOT_FOR_SALE' | 'SEATS_LEFT' | null {
  if (isCancelled) return 'SESSION_CANCELLED';
  if (!onSale || Temporal.Instant.compare(now, startsAt) >= 0) return 'PRODUCT_NOT_FOR_SALE';
  return seatsLeft === 0 ? null : 'SEATS_LEFT';
}

type ShownPlace = 'waiting' | 'offered' | 'taken' | null;

/** What a person can do in front of a session. */
export const placeCan = (state: ShownPlace, { canJoin }: { canJoin: boolean }) => ({
  join: state === null && canJoin,
  leave: state === 'waiting' || state === 'offered',
  buy: state === 'offered' || state === 'taken',
});
