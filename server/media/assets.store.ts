import {
  type AssetRefusal,
  type AssetState,
  type Chapter,
  uploadLimits,
} from '#contract/assets.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { canMove } from './assets.rules.ts';
import type { AssetStep, EncodedAsset, MediaFacts } from './encoding/index.ts';

type NewAsset = {
  id: string;
  ownerId: string;
  title: string;
  fileName: string;
  size: number;
  at: string;
  /** The beginning of the day that the quota counts. */
  since: string;
};

/**
 * Writes an upload that begins. Refuses UPLOADS_OPEN and UPLOAD_QUOTA. Those of one person who come
 * at the same time wait for each other.
 */
export async function addAsset(tx: Db, asset: NewAsset): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${asset.ownerId}`}, 0))`.execute(
    tx,
  );
  const { open, day } = await tx
    .selectFrom('assets')
    .select(({ fn }) => fn.countAll<number>().filterWhere('state', '=', 'uploading').as('open'))
    .select(
      sql<number>`coalesce(sum(size) filter (where created_at > ${asset.since}), 0)::bigint`.as(
        'day',
      ),
    )
    .where('owner_id', '=', asset.ownerId)
    .executeTakeFirstOrThrow();
  if (open >= uploadLimits.open) refuse('UPLOADS_OPEN');
  if (day + asset.size > uploadLimits.day) refuse('UPLOAD_QUOTA');
  await tx
    .insertInto('assets')
    .values({
      id: asset.id,
      owner_id: asset.ownerId,
      title: asset.title,
      file_name: asset.fileName,
      size: asset.size,
      created_at: asset.at,
    })
    .execute();
}

type Move = {
  id: string;
  from: AssetState;
  to: AssetState;
  refusal?: AssetRefusal;
  /** Of what fails: how long it is, if what was made can be watched to its end. */
  wholeSeconds?: number | null;
  at: string;
};

/**
 * The only writer of the state of an asset: demands the old one. Answers whether it was still so.
 * Whatever begins to be worked on starts afresh, at once; half a film is not shown once it failed.
 */
export async function moveAsset(tx: Db, move: Move): Promise<boolean> {
  const { id, from, to, refusal = null, wholeSeconds = null, at } = move;
  if (!canMove(from, to)) throw new Error(`no way leads from ${from} to ${to}`);
  const { numUpdatedRows } = await tx
    .updateTable('assets')
    .set({
      state: to,
      refusal,
      ...(to === 'processing' ? { attempts: 0, progress: 0, step: null, next_try_at: at } : {}),
      ...(to === 'failed' && wholeSeconds === null ? { playable: false } : {}),
      ...(to === 'failed' && wholeSeconds !== null ? { seconds: wholeSeconds } : {}),
      ...(from === 'uploading' ? { received_at: at } : {}),
      ...(to === 'ready' ? { progress: 100, step: null, ready_at: at } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The asset in this state, locked to the end of the transaction; null when it is not in it. */
export async function lockAsset(tx: Db, id: string): Promise<{ ownerId: string } | null> {
  const row = await tx
    .selectFrom('assets')
    .select('owner_id as ownerId')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export type Waiting = {
  id: string;
  ownerId: string;
  attempts: number;
  posterId: string | null;
  playable: boolean;
};

/** How many others of its owner are worked on, or were since then, however that ended. */
const othersWorkedOn = (since: string) => sql<number>`(select count(*) from assets o
  where o.owner_id = assets.owner_id and o.id <> assets.id and o.attempts > 0
    and (o.state = 'processing' or o.ready_at > ${since}
      or o.state = 'failed' and o.next_try_at > ${since}))`;

/**
 * Of what waits for work at this instant, those left out that are named, the one of whose owner least
 * was worked on lately; of these what failed least and came first. Null when there is none.
 */
export async function findWaiting(
  db: Db,
  { at, lately, except }: { at: string; lately: string; except: readonly string[] },
): Promise<Waiting | null> {
  const row = await db
    .selectFrom('assets')
    .select(['id', 'owner_id as ownerId', 'attempts', 'poster_id as posterId', 'playable'])
    .where('state', '=', 'processing')
    .where('next_try_at', '<=', at)
    .where('id', '!=', sql<string>`all(${except}::uuid[])`)
    .orderBy(othersWorkedOn(lately))
    .orderBy('attempts')
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * A run begins. It counts now, and the next one has to wait from now on, so that one which kills its
 * process counts too and is not begun again at once. Answers how many there were with this one; null
 * when another was quicker, or it is not its time.
 */
export async function beginRun(
  db: Db,
  { id, attempts }: Pick<Waiting, 'id' | 'attempts'>,
  { at, next }: { at: string; next: string },
): Promise<number | null> {
  const row = await db
    .updateTable('assets')
    .set({ attempts: attempts + 1, next_try_at: next })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('attempts', '=', attempts)
    .where('next_try_at', '<=', at)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts ?? null;
}

/** A run was broken off by us: it does not count, and the next one need not wait. */
export async function undoRun(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('assets')
    .set((row) => ({ attempts: row('attempts', '-', 1), next_try_at: at }))
    .where('id', '=', id)
    .where('attempts', '>', 0)
    .execute();
}

export async function writeNextTry(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('assets').set({ next_try_at: at }).where('id', '=', id).execute();
}

/**
 * What a look into the file found. Its own chapters are taken by the first look alone: afterwards they
 * are its owner's.
 */
export async function writeFacts(
  db: Db,
  id: string,
  { facts, chapters }: { facts: MediaFacts; chapters: Chapter[] },
): Promise<void> {
  await db
    .updateTable('assets')
    .set({
      facts: JSON.stringify(facts),
      seconds: facts.seconds,
      chapters: sql`case when facts is null then ${JSON.stringify(chapters)}::jsonb else chapters end`,
    })
    .where('id', '=', id)
    .execute();
}

/** How far the work is. Answers the owner; null when nobody waits for it any more. */
export async function writeProgress(
  db: Db,
  id: string,
  { progress, step }: { progress: number; step: AssetStep },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assets')
    .set({ progress, step })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** It can be watched, in these sizes; not at all for now when there are none. */
export async function writePlayable(
  tx: Db,
  id: string,
  renditions: EncodedAsset['renditions'] | { name: string; width: number; height: number }[],
): Promise<void> {
  await tx
    .updateTable('assets')
    .set({ playable: renditions.length > 0, renditions: JSON.stringify(renditions) })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .execute();
}

/** What came out of the whole work. */
export async function writeResult(
  tx: Db,
  id: string,
  { made, posterId }: { made: EncodedAsset; posterId: string | null },
): Promise<void> {
  await tx
    .updateTable('assets')
    .set({
      seconds: made.seconds,
      renditions: JSON.stringify(made.renditions),
      storyboard: made.storyboard && JSON.stringify(made.storyboard),
      poster_id: posterId,
      bytes: made.bytes,
      playable: true,
    })
    .where('id', '=', id)
    .execute();
}

export async function writeTitle(tx: Db, id: string, title: string): Promise<void> {
  await tx.updateTable('assets').set({ title }).where('id', '=', id).execute();
}

export async function writeChapters(tx: Db, id: string, chapters: Chapter[]): Promise<void> {
  await tx
    .updateTable('assets')
    .set({ chapters: JSON.stringify(chapters) })
    .where('id', '=', id)
    .execute();
}

/** Notes the captions of a language; they take the place of those that were there. */
export async function writeCaptions(
  tx: Db,
  captions: { assetId: string; language: string; cues: number; at: string },
): Promise<void> {
  const { assetId, language, cues, at } = captions;
  await tx
    .insertInto('asset_captions')
    .values({ asset_id: assetId, language, cues, created_at: at })
    .onConflict((known) =>
      known.columns(['asset_id', 'language']).doUpdateSet({ cues, created_at: at }),
    )
    .execute();
}

/** Answers whether there were any. */
export async function removeCaptionsRow(
  tx: Db,
  assetId: string,
  language: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('asset_captions')
    .where('asset_id', '=', assetId)
    .where('language', '=', language)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Removes the row with its captions. Refuses ASSET_IN_USE when a product shows it still: one that was
 * published meanwhile.
 */
export async function removeAsset(tx: Db, id: string): Promise<void> {
  try {
    await tx.deleteFrom('assets').where('id', '=', id).execute();
  } catch (error) {
    const foreignKey = '23503';
    if ((error as { code?: string }).code === foreignKey) refuse('ASSET_IN_USE');
    throw error;
  }
}

/** An upload that is given up by whoever makes it; answers whether it was still one. */
export async function removeUnfinished(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('assets')
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Uploads that began before then and were never finished; answers which. */
export async function listUnfinished(db: Db, before: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('assets')
    .select('id')
    .where('state', '=', 'uploading')
    .where('created_at', '<', before)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** The uploads of somebody that stand on no product but drafts. */
export async function listUnusedOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assets')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(
      sql<boolean>`not exists (select from products p where p.asset_id = assets.id
        and p.status != 'draft')`,
    )
    .execute();
  return rows.map(({ id }) => id);
}
