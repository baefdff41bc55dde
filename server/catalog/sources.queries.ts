import { type Db, sql } from '#server/platform/database/index.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';

/** What a product plays: an upload, or the recording of an earlier show. */
export type Source = { assetId: string } | { recordingId: string };

/** The products that play this, locked against other changes to the end of the transaction. */
export const listProductsOf = (tx: Db, source: Source): Promise<{ id: string; status: string }[]> =>
  tx
    .selectFrom('products')
    .select(['id', 'status'])
    .$if('assetId' in source, (query) =>
      query.where('asset_id', '=', (source as { assetId: string }).assetId),
    )
    .$if('recordingId' in source, (query) =>
      query.where('replayed_broadcast_id', '=', (source as { recordingId: string }).recordingId),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Can this upload be watched, and is all of it there? */
export async function findStanding(
  db: Db,
  assetId: string,
): Promise<{ playable: boolean; isWhole: boolean }> {
  const row = await db
    .selectFrom('assets')
    .select('playable')
    .select(sql<boolean>`playable and state in ('ready', 'failed')`.as('isWhole'))
    .where('id', '=', assetId)
    .executeTakeFirst();
  return row ?? { playable: false, isWhole: false };
}

/**
 * May the clock play a product `p` of a channel `c`? What is for the public goes on air from a published
 * channel alone, as what encoders send does; a draft is seen by its people only.
 */
export const goesOnAir = sql<boolean>`(p.status = 'draft' or c.state = 'published')`;

/**
 * Is this a recording that can be watched, of a show of the actor's own, or any for administrators? What
 * is shown of it stays the same until the transaction ends.
 */
export async function isOwnRecording(db: Db, actor: Actor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('broadcasts as b')
    .innerJoin('products as p', 'p.id', 'b.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select('b.id')
    .where('b.id', '=', id)
    // What was rehearsed is for nobody else, and goes soon.
    .where('p.is_rehearsal', '=', false)
    .where('b.state', '=', 'ended')
    .where('b.recording_ready', '=', true)
    // What is over within half a second lasts nothing, and would never begin.
    .where('b.recording_seconds', '>', 0)
    .$if(!isAdmin(actor), (query) => query.where('c.owner_id', '=', actor.id))
    .forShare('b')
    .executeTakeFirst();
  return row !== undefined;
}
