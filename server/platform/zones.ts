import { Temporal } from 'temporal-polyfill';
import { sessionZone } from '#contract/shared/time.ts';
import { refuse } from './errors.ts';
import type { Actor } from './http/actor.ts';

/** Those that were asked for and are there, as they are spelt: to find one out takes long. */
const known = new Set<string>();

/** Does the name name a zone that this machine knows? */
export function isZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    if (timeZoneId === name) known.add(name);
    return true;
  } catch {
    return false;
  }
}

/** The zone that was asked for, else the account's, else ours. VALIDATION for one there is not. */
export function zoneFor(asked: string | undefined, actor: Actor): string {
  if (asked !== undefined && !isZone(asked)) refuse('VALIDATION', { fields: { zone: 'invalid' } });
  return asked ?? (actor.timezone && isZone(actor.timezone) ? actor.timezone : sessionZone);
}
