import type { Session } from '#contract/catalog.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { sql } from '#server/platform/database/index.ts';

/** When a showing ends, of a row `s` of `product_sessions`. */
export const sessionEnd = 's.starts_at + make_interval(mins => s.duration_minutes)';

/** A row `s` of `product_sessions` as the contract says a showing, for statements of other areas. */
export const sessionJson = sql<Session>`jsonb_build_object('id', s.id,
  'startsAt', ${instantOf('s.starts_at')}, 'endsAt', ${instantOf(sessionEnd)},
  'zone', s.zone, 'durationMinutes', s.duration_minutes, 'capacity', s.capacity,
  'seatsLeft', case when s.capacity is null then null
    else greatest(0, s.capacity - s.seats_held) end,
  'cancelledAt', ${instantOf('s.cancelled_at')})`;
