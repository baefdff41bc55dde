import type { OwnSession } from '#contract/catalog.ts';

const minute = 60_000;
const before = 24 * 60 * minute;
/** Shows run over, and are ended by hand. */
const after = 3 * 60 * minute;

/** A cancelled one is never near. */
export type Dated = Pick<OwnSession, 'startsAt' | 'durationMinutes'> &
  Partial<Pick<OwnSession, 'cancelledAt'>>;

/**
 * Whether a show is near or on: from a day before it starts until some hours after it should have
 * ended. Its organizer then looks for the transmission before anything else.
 */
export const isNear = (sessions: Dated[], now: number) =>
  sessions.some(({ startsAt, durationMinutes, cancelledAt }) => {
    if (cancelledAt) return false;
    const start = Date.parse(startsAt);
    return now > start - before && now < start + durationMinutes * minute + after;
  });
