import { Temporal } from 'temporal-polyfill';
import { sessionZone } from '#contract/shared/time.ts';
import { refuse } from './errors.ts';
import type { Actor } from './http/actor.ts';

/** Does the name name a zone that this machine knows? */
export function isZone(name: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== '';
  } catch {
    return false;
  }
}

/** The zone that was asked for, else the account's, else ours. VALIDATION for one there is not. */
export function zoneFor(asked: string | undefined, actor: Actor): string {
  if (asked !== undefined && !isZone(asked)) refuse('VALIDATION', { fields: { zone: 'invalid' } });
  return asked ?? (actor.timezone && isZone(actor.timezone) ? actor.timezone : sessionZone);
}
