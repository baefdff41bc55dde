import { Temporal } from 'temporal-polyfill';

let fixed: Temporal.Instant | null = null;

/** The present instant. The only place of the server that reads the machine's clock. */
export const now = (): Temporal.Instant => fixed ?? Temporal.Now.instant();

/** The present instant as the database and the contract write it: ISO 8601 in UTC, milliseconds. */
export const nowText = (): string => instantText(now());

/** An instant as ISO 8601 in UTC with milliseconds. */
export const instantText = (instant: Temporal.Instant): string =>
  instant.toString({ fractionalSecondDigits: 3 });

/** Milliseconds since 1970, for deadlines inside the process. */
export const nowMs = (): number => now().epochMilliseconds;

/** Tests give the time; `null` hands the clock back to the machine. */
export function useClock(instant: Temporal.Instant | string | null): void {
  fixed = typeof instant === 'string' ? Temporal.Instant.from(instant) : instant;
}
