import type { Session } from '#contract/catalog.ts';
import { nowText } from '#server/platform/clock.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { sql } from '#server/platform/database/index.ts';

/** When a showing ends, of a row of `product_sessions`: what plays by the clock ends with what it plays. */
const plannedEnd = (row: string): string =>
  `${row}.starts_at + coalesce(${row}.plays_ms * interval '1 millisecond',
    make_interval(mins => ${row}.duration_minutes))`;

/** The same of a row `s`. */
export const sessionEnd = plannedEnd('s');

/**
 * When a showing is over, of a row of `product_sessions`: at its end, or earlier when its show was
 * ended, as soon as its recording can be watched or when there is none. A rehearsal before its hour
 * is not its show, and another broadcast of it, waiting or on air, is.
 */
export const overOf = (row: string): string =>
  `least(${plannedEnd(row)}, (select max(aired.ended_at) filter (where aired.ended_at >= ${row}.starts_at)
    from broadcasts aired where aired.product_id = ${row}.product_id and aired.session_id = ${row}.id
    having bool_and(aired.state = 'ended' and (aired.recording_ready or aired.storage_prefix = ''
      or aired.ended_at < ${row}.starts_at))))`;

/** Is a showing, a row of `product_sessions`, still to come or on? */
export const isToEnd = (row: string, at: string) =>
  sql<boolean>`(${sql.raw(plannedEnd(row))} > ${at} and ${sql.raw(overOf(row))} > ${at})`;

/**
 * Is a showing, a row of `product_sessions`, still to come or on, to whoever gives it? A show that was
 * ended is over for them at once, also while its recording is made.
 */
export const isToGive = (row: string, at: string) =>
  sql<boolean>`(${sql.raw(plannedEnd(row))} > ${at} and not exists (select 1 from broadcasts aired
    where aired.product_id = ${sql.ref(`${row}.product_id`)} and aired.session_id = ${sql.ref(`${row}.id`)}
    having bool_and(aired.state = 'ended') and bool_or(aired.ended_at >= ${sql.ref(`${row}.starts_at`)})))`;

/** Does the clock play this showing, a row of `product_sessions`, at this instant? */
export const isPlaying = (row: string, at: string = nowText()) =>
  sql<boolean>`(${sql.ref(`${row}.plays_ms`)} is not null
    and ${sql.ref(`${row}.cancelled_at`)} is null
    and ${sql.ref(`${row}.starts_at`)} <= ${at} and ${sql.raw(plannedEnd(row))} > ${at})`;

/** A row `s` of `product_sessions` as the contract says a showing, for statements of other areas. */
export const sessionJson = sql<Session>`jsonb_build_object('id', s.id,
  'startsAt', ${instantOf('s.starts_at')}, 'endsAt', ${instantOf(sessionEnd)},
  'zone', s.zone, 'durationMinutes', s.duration_minutes, 'capacity', s.capacity,
  'seatsLeft', case when s.capacity is null then null
    else greatest(0, s.capacity - s.seats_held) end,
  'cancelledAt', ${instantOf('s.cancelled_at')})`;
