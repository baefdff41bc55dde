import { z } from 'zod';

export { sessionZone } from './session-zone.ts';

/** A moment in UTC, as ISO 8601 with a final Z; no finer than clocks and databases know. */
export const Instant = z.iso.datetime({ offset: false }).max(30);
export type Instant = z.infer<typeof Instant>;

/** A calendar day of a year that databases and people know: no year 0, no year 9999. */
export const CalendarDay = z.iso.date().regex(/^(?:19|20|21)/);

/** What a person types into a date and time field: no zone, minutes exact; years as above. */
export const LocalDateTime = z
  .string()
  .regex(/^(?:19|20|21)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/);

/** An IANA time zone such as Europe/Madrid. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+){0,2}$/);
