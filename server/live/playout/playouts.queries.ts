import { goesOnAir, sessionEnd } from '#server/catalog/index.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** What is played, and what of it. */
export type PlayoutSource =
  | { kind: 'asset'; id: string }
  | { kind: 'recording'; id: string; cut: { first: number; last: number } | null };

export type Playout = {
  startsAt: string;
  playsMs: number;
  source: PlayoutSource;
  /** Of a draft: what is played may be another film at any moment. */
  isDraft: boolean;
};

/**
 * What the clock plays of a showing; null when there is none, it is cancelled, its channel is not
 * published, or nothing is there.
 */
export async function findPlayout(db: Db, sessionId: string): Promise<Playout | null> {
  const row = await db
    .selectFrom('product_sessions as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('broadcasts as b', 'b.id', 'p.replayed_broadcast_id')
    .select(['s.starts_at as startsAt', 's.plays_ms as playsMs', 'p.asset_id as assetId'])
    .select('p.status')
    .select(['b.id as recordingId', 'b.trim_first as first', 'b.trim_last as last'])
    .where('s.id', '=', sessionId)
    .where('s.cancelled_at', 'is', null)
    .where('s.plays_ms', 'is not', null)
    .where(goesOnAir)
    .executeTakeFirst();
  if (!row || row.playsMs === null) return null;
  const { startsAt, playsMs, assetId, recordingId, first, last } = row;
  const showing = { startsAt, playsMs, isDraft: row.status === 'draft' };
  if (assetId) return { ...showing, source: { kind: 'asset', id: assetId } };
  if (!recordingId) return null;
  const cut = first !== null && last !== null ? { first, last } : null;
  return { ...showing, source: { kind: 'recording', id: recordingId, cut } };
}

/** What is chosen for a product to play, and what it is called; null when nothing is. */
export async function findSourceTitle(
  db: Db,
  productId: string,
): Promise<{ kind: 'film' | 'recording'; title: string } | null> {
  const row = await db
    .selectFrom('products as p')
    .leftJoin('assets as a', 'a.id', 'p.asset_id')
    .leftJoin('broadcasts as b', 'b.id', 'p.replayed_broadcast_id')
    .leftJoin('products as o', 'o.id', 'b.product_id')
    .select(['a.title as film', 'o.title as recording'])
    .where('p.id', '=', productId)
    .executeTakeFirst();
  if (row?.film) return { kind: 'film', title: row.film };
  return row?.recording ? { kind: 'recording', title: row.recording } : null;
}

/** A showing that the clock plays, of a product that others can see. */
export type Turn = { sessionId: string; productId: string; at: string; to: 'started' | 'ended' };

/** What begins and what ends in a stretch of time, a bound of it each; the earliest first. */
export async function listTurns(db: Db, { after, until }: { after: string; until: string }) {
  const turns = (to: Turn['to']) => {
    const at = to === 'started' ? 's.starts_at' : sessionEnd;
    return db
      .selectFrom('product_sessions as s')
      .innerJoin('products as p', 'p.id', 's.product_id')
      .select(['s.id as sessionId', 's.product_id as productId'])
      .select([sql<string>`${instantOf(at)}`.as('at'), sql<Turn['to']>`${to}::text`.as('to')])
      .where('s.plays_ms', 'is not', null)
      .where('s.cancelled_at', 'is', null)
      .where('p.status', 'in', ['published', 'private'])
      .where(sql<boolean>`${sql.raw(at)} > ${after} and ${sql.raw(at)} <= ${until}`);
  };
  return turns('started').unionAll(turns('ended')).orderBy('at').execute();
}
