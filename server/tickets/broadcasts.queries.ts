import type { BroadcastState } from '#contract/live.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';
import { goesOnAir } from '#server/catalog/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/**
 * A broadcast as whoever has a ticket may find it, or the upload or recording that a product of another
 * kind plays, as one that was recorded and belongs to no session. Instants are ISO 8601 in UTC.
 */
export type ShownBroadcast = {
  id: string;
  productId: string;
  sessionId: string | null;
  state: BroadcastState;
  startedAt: string | null;
  endedAt: string | null;
  recordingReady: boolean;
  recordingSeconds: number;
};

/** The columns of a `ShownBroadcast`, for statements of other areas. */
export const shownColumns = [
  'id',
  'product_id as productId',
  'session_id as sessionId',
  'state',
  'started_at as startedAt',
  'ended_at as endedAt',
  'recording_ready as recordingReady',
  'recording_seconds as recordingSeconds',
] as const;

/**
 * The broadcasts of these products by product id, the newest first: a product of several showings
 * has several, and `broadcastFor` says which one counts. One statement; products without are left out.
 */
export async function broadcastsByProducts(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, ShownBroadcast[]>> {
  const found = new Map<string, ShownBroadcast[]>();
  if (productIds.length === 0) return found;
  const rows = (await db
    .selectFrom('broadcasts')
    .select(shownColumns)
    .where('product_id', 'in', [...new Set(productIds)])
    .unionAll(uploadsOf(db, productIds))
    .unionAll(replaysOf(db, productIds))
    .orderBy('productId')
    .orderBy('id', 'desc')
    .execute()) as ShownBroadcast[];
  for (const row of rows) {
    const known = found.get(row.productId);
    if (known) known.push(row);
    else found.set(row.productId, [row]);
  }
  return found;
}

/** Uploads that can be watched, in the same columns; by the clock only where that may play them. */
const uploadsOf = (db: Db, productIds: readonly string[]) =>
  db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .innerJoin('assets as a', 'a.id', 'p.asset_id')
    .select(['a.id', 'p.id as productId', sql<string | null>`null::uuid`.as('sessionId')])
    .select([
      sql<string>`'ended'`.as('state'),
      sql<string | null>`null::timestamptz`.as('startedAt'),
      sql<string | null>`null::timestamptz`.as('endedAt'),
    ])
    .select([
      'a.playable as recordingReady',
      sql<number>`round(coalesce(a.seconds, 0))::int`.as('recordingSeconds'),
    ])
    .where('p.id', 'in', [...new Set(productIds)])
    .where('a.playable', '=', true)
    .where(sql<boolean>`(p.type <> all(${clockTypes}) or ${goesOnAir})`);

/** Recordings that are played by the clock, in the same columns. */
const replaysOf = (db: Db, productIds: readonly string[]) =>
  db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .innerJoin('broadcasts as b', 'b.id', 'p.replayed_broadcast_id')
    .select(['b.id', 'p.id as productId', sql<string | null>`null::uuid`.as('sessionId')])
    .select([
      sql<string>`'ended'`.as('state'),
      sql<string | null>`null::timestamptz`.as('startedAt'),
      sql<string | null>`null::timestamptz`.as('endedAt'),
    ])
    .select(['b.recording_ready as recordingReady', 'b.recording_seconds as recordingSeconds'])
    .where('p.id', 'in', [...new Set(productIds)])
    .where('b.recording_ready', '=', true)
    .where(goesOnAir);
