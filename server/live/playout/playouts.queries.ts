import type { Db } from '#server/platform/database/index.ts';

/** What is played, and what of it. */
export type PlayoutSource =
  | { kind: 'asset'; id: string }
  | { kind: 'recording'; id: string; cut: { first: number; last: number } | null };

export type Playout = { startsAt: string; playsMs: number; source: PlayoutSource };

/** What the clock plays of a showing; null when there is none, it is cancelled, or nothing is there. */
export async function findPlayout(db: Db, sessionId: string): Promise<Playout | null> {
  const row = await db
    .selectFrom('product_sessions as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .leftJoin('broadcasts as b', 'b.id', 'p.replayed_broadcast_id')
    .select(['s.starts_at as startsAt', 's.plays_ms as playsMs', 'p.asset_id as assetId'])
    .select(['b.id as recordingId', 'b.trim_first as first', 'b.trim_last as last'])
    .where('s.id', '=', sessionId)
    .where('s.cancelled_at', 'is', null)
    .where('s.plays_ms', 'is not', null)
    .executeTakeFirst();
  if (!row || row.playsMs === null) return null;
  const { startsAt, playsMs, assetId, recordingId, first, last } = row;
  if (assetId) return { startsAt, playsMs, source: { kind: 'asset', id: assetId } };
  if (!recordingId) return null;
  const cut = first !== null && last !== null ? { first, last } : null;
  return { startsAt, playsMs, source: { kind: 'recording', id: recordingId, cut } };
}
