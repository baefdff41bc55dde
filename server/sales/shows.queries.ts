import type { ProductType, Session } from '#contract/catalog.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { PlayableBroadcast, PlayableProduct } from '#server/tickets/index.ts';

/** What decides whether a ticket can be used now. */
export type Show = Omit<PlayableProduct, 'sessions'> & {
  id: string;
  /** The earliest first. */
  sessions: Session[];
  broadcast: PlayableBroadcast | null;
};

const instantOf = (expression: string) =>
  sql.raw(`to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const sessionsOf = sql<Show['sessions']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'startsAt', ${instantOf('s.starts_at')},
    'endsAt', ${instantOf('s.starts_at + make_interval(mins => s.duration_minutes)')},
    'zone', s.zone, 'durationMinutes', s.duration_minutes, 'capacity', s.capacity,
    'seatsLeft', case when s.capacity is null then null
      else greatest(0, s.capacity - s.seats_held) end) order by s.starts_at), '[]')
  from product_sessions s where s.product_id = p.id)`;

const broadcastOf = sql<PlayableBroadcast | null>`(
  select jsonb_build_object('state', b.state, 'sessionId', b.session_id,
    'startedAt', ${instantOf('b.started_at')}, 'endedAt', ${instantOf('b.ended_at')},
    'recordingReady', b.recording_ready, 'recordingSeconds', b.recording_seconds)
  from broadcasts b where b.product_id = p.id order by b.id desc limit 1)`;

/** The shows of these products with their newest broadcast, by product id. One statement. */
export async function showsByIds(db: Db, ids: readonly string[]): Promise<Map<string, Show>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products as p')
    .select(['p.id', 'p.type', 'p.expiration_hours', 'p.expires_at'])
    .select([sessionsOf.as('sessions'), broadcastOf.as('broadcast')])
    .where('p.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id, type, expiration_hours, expires_at, sessions, broadcast }) => [
      id,
      {
        id,
        type: type as ProductType,
        expirationHours: expiration_hours,
        expiresAt: expires_at,
        sessions,
        broadcast,
      },
    ]),
  );
}
