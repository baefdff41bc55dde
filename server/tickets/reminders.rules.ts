import { Temporal } from 'temporal-polyfill';

/** A day before, an hour before, and when it begins. */
export const reminderKinds = ['day', 'hour', 'now'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

export type RemindedShow = {
  /** Start of the session. Instants are ISO 8601 in UTC. */
  startsAt: string;
  /** Since when its transmission is on air; null when it is not. */
  onAirSince: string | null;
  /** The transmission of this session is over, whatever its hour says. */
  isOver: boolean;
};

const minute = 60_000;
const ahead: Record<ReminderKind, number> = { day: 24 * 60, hour: 60, now: 0 };
/** For how many minutes a moment that was missed, by a stop of ours, is still worth a letter. */
const worthFor: Record<ReminderKind, number> = { day: 60, hour: 15, now: 15 };
/** From this many minutes before its hour a transmission is the show and not a test. */
const doorsOpen = 15;

/** Starts of the sessions that have a moment of this kind at `now`, the doors included. */
export function startsDue(kind: ReminderKind, now: string): { after: string; until: string } {
  const at = Temporal.Instant.from(now).add({ minutes: ahead[kind] });
  const early = kind === 'now' ? doorsOpen : 0;
  return {
    after: at.subtract({ minutes: worthFor[kind] }).toString(),
    until: at.add({ minutes: early }).toString(),
  };
}

/**
 * Is this the moment to remind somebody who has had a ticket since `grantedAt`? Who bought later than
 * the moment knows already; who bought in the last hour hears only that it begins.
 */
export function isReminderDue(
  kind: ReminderKind,
  show: RemindedShow,
  { grantedAt, now }: { grantedAt: string; now: string },
): boolean {
  if (show.isOver) return false;
  const moment = momentOf(kind, show);
  const late = ms(now) - moment;
  const worth = worthFor[kind] * minute + (kind === 'now' ? ms(show.startsAt) - moment : 0);
  return late >= 0 && late < worth && ms(grantedAt) <= moment;
}

/** The moment itself: `now` is when the show is on air, from when doors open, at the latest its hour. */
function momentOf(kind: ReminderKind, { startsAt, onAirSince }: RemindedShow): number {
  const moment = ms(startsAt) - ahead[kind] * minute;
  if (kind !== 'now' || onAirSince === null) return moment;
  return Math.min(moment, Math.max(ms(onAirSince), moment - doorsOpen * minute));
}

const ms = (instant: string): number => Temporal.Instant.from(instant).epochMilliseconds;
