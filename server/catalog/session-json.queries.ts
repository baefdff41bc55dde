import type { Session } from '#contract/catalog.ts';
import { nowText } from '#server/platform/clock.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { sql } from '#server/platform/database/index.ts';

/** When a showing ends, of a row of `product_sessions`: what plays by the clock ends with what it plays. */
export const endOfShowing = (row: string): string =>
  `${row}.starts_at + coalesce(${row}.plays_ms * interval '1 millisecond',
    make_interval(mins => ${row}.duration_minutes))`;

/** The same of a row `s`. */
export const sessionEnd = endOfShowing('s');

/** Does the clock play this showing, a row of `product_sessions`, at this instant? */
export const isPlaying = (row: string, at: string = nowText()) =>
  sql<boolean>`(${sql.ref(`${row}.plays_ms`)} is not null
    and ${sql.ref(`${row}.cancelled_at`)} is null
    and ${sql.ref(`${row}.starts_at`)} <= ${at} and ${sql.raw(endOfShowing(row))} > ${at})`;

/** A row `s` of `product_sessions` as the contract says a showing, for statements of other areas. */
export const sessionJson = sql<Session>`jsonb_build_object('id', s.id,
  'startsAt', ${instantOf('s.starts_at')}, 'endsAt', ${instantOf(sessionEnd)},
  'zone', s.zone, 'durationMinutes', s.duration_minutes, 'capacity', s.capacity,
  'seatsLeft', case when s.capacity is null then null
    else greatest(0, s.capacity - s.seats_held) end,
  'cancelledAt', ${instantOf('s.cancelled_at')})`;
