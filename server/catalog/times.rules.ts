import { Temporal } from 'temporal-polyfill';

/** What a wall clock means: an instant, maybe the earlier of two, or a fault. */
export type ReadTime =
  | { instant: string; ambiguous: boolean; fault?: undefined }
  | { fault: 'invalid' | 'time_missing' };

// Temporal's own way there takes ten times as long.
const text = ({ epochMilliseconds }: Temporal.Instant): string =>
  new Date(epochMilliseconds).toISOString();

/**
 * `2026-10-25T02:30` in `Europe/Madrid` as an instant. An hour that the clocks skip is
 * `time_missing`; of an hour that exists twice the earlier is meant.
 */
export function readTime(local: string, zone: string): ReadTime {
  try {
    const plain = Temporal.PlainDateTime.from(local);
    const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
    const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
    const twice = earlier.epochMilliseconds !== later.epochMilliseconds;
    if (twice && !earlier.toPlainDateTime().equals(plain)) return { fault: 'time_missing' };
    return { instant: text(earlier.toInstant()), ambiguous: twice };
  } catch {
    return { fault: 'invalid' };
  }
}

/** An instant on the wall clock of a zone: `2026-10-25T02:30`. */
export const localTime = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/** How far the zone is from UTC at that instant: `+02:00`. */
export const offsetAt = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).offset;

/** The instant so many minutes later. */
export const minutesAfter = (instant: string, minutes: number): string =>
  text(Temporal.Instant.from(instant).add({ minutes }));

/** Is `now` in [from, to)? No limit stands for no end on that side. */
export const isWithin = (
  now: Temporal.Instant,
  from: string | null,
  to: string | null,
): boolean => {
  const at = text(now);
  return (from === null || from <= at) && (to === null || at < to);
};

/** Has this instant come? */
export const isPast = (now: Temporal.Instant, instant: string): boolean => instant <= text(now);
