import type { BroadcastState } from '#contract/live.ts';
import { brokeUnique, type Db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';

/** Thrown when a broadcast was not in the state that a move expects: somebody was faster. */
export class BroadcastMoved extends Error {}

/** Where the files of a broadcast stand in storage. */
export const storagePrefix = (broadcastId: string): string => `recordings/${broadcastId}`;

/**
 * The open broadcast of a product, made when there is none; one that still waits belongs to the
 * session given from now on. Safe against two callers at once. Refuses SERVER_ERROR_NOT_FOUND when the
 * product is gone or its rehearsal room was closed, waiting for whoever is just closing it: of the two
 * either this one is refused, or the other finds what was made here and ends it.
 */
export async function openBroadcast(
  db: Db,
  product: { productId: string; sessionId: string | null },
): Promise<{ id: string; state: BroadcastState }> {
  const known = await findOpen(db, product.productId);
  if (known?.state === 'idle') await moveToSession(db, known.id, product.sessionId);
  if (known) return known;
  try {
    const row = await db
      .insertInto('broadcasts')
      .columns(['product_id', 'session_id'])
      .expression((e) =>
        e
          .selectFrom('products')
          .select(['id', sql<string | null>`${product.sessionId}::uuid`.as('session_id')])
          .where('id', '=', product.productId)
          .where('rehearsal_closed_at', 'is', null)
          .forShare(),
      )
      .returning('id')
      .executeTakeFirst();
    return { id: orRefuse(row).id, state: 'idle' };
  } catch (error) {
    if (!brokeUnique(error, 'broadcasts_one_open')) throw error;
    const other = await findOpen(db, product.productId);
    if (!other) throw error;
    return other;
  }
}

async function findOpen(db: Db, productId: string) {
  const row = await db
    .selectFrom('broadcasts')
    .select(['id', 'state'])
    .where('product_id', '=', productId)
    .where('state', 'in', ['idle', 'live'])
    .executeTakeFirst();
  return row ? { id: row.id, state: row.state as BroadcastState } : null;
}

async function moveToSession(db: Db, broadcastId: string, sessionId: string | null) {
  await db
    .updateTable('broadcasts')
    .set({ session_id: sessionId })
    .where('id', '=', broadcastId)
    .where('state', '=', 'idle')
    .execute();
}

/** What waits for an encoder belongs to this session from now on; false when nothing waits. */
export async function moveIdleBroadcast(
  tx: Db,
  productId: string,
  sessionId: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('broadcasts')
    .set({ session_id: sessionId })
    .where('product_id', '=', productId)
    .where('state', '=', 'idle')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Move = { broadcastId: string; from: BroadcastState; to: BroadcastState };
type MoveValues = {
  started_at?: string;
  last_media_at?: string;
  ended_at?: string;
  end_reason?: string;
  storage_prefix?: string;
  recorded_by?: string;
};

/** The only writer of a broadcast's state. Throws `BroadcastMoved` when it is not in `from`. */
export async function moveBroadcast(
  tx: Db,
  { broadcastId, from, to }: Move,
  values: MoveValues,
): Promise<{ productId: string; sessionId: string | null }> {
  const row = await tx
    .updateTable('broadcasts')
    .set({ state: to, ...values })
    .where('id', '=', broadcastId)
    .where('state', '=', from)
    .returning(['product_id', 'session_id'])
    .executeTakeFirst();
  if (!row) throw new BroadcastMoved(broadcastId);
  return { productId: row.product_id, sessionId: row.session_id };
}

/**
 * Removes a broadcast that waited for an encoder; what was ever on air stays. False when there was
 * none: it has gone on air meanwhile, or somebody was faster.
 */
export async function removeIdleBroadcast(tx: Db, productId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('broadcasts')
    .where('product_id', '=', productId)
    .where('state', '=', 'idle')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** This node has the files of a live broadcast in hand from now on. */
export async function writeRecordedBy(db: Db, broadcastId: string, nodeUrl: string): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ recorded_by: nodeUrl })
    .where('id', '=', broadcastId)
    .where('state', '=', 'live')
    .execute();
}

/** Nothing was kept of an ended broadcast: nobody looks for its recording again. */
export async function writeNothingKept(db: Db, broadcastId: string): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ storage_prefix: '' })
    .where('id', '=', broadcastId)
    .where('state', '=', 'ended')
    .execute();
}

/** The recording of an ended broadcast can be watched; null when that was written before. */
export async function writeRecording(
  tx: Db,
  broadcastId: string,
  recording: { seconds: number },
): Promise<{ productId: string; sessionId: string | null; endedAt: string } | null> {
  const row = await tx
    .updateTable('broadcasts')
    .set({ recording_ready: true, recording_seconds: Math.round(recording.seconds) })
    .where('id', '=', broadcastId)
    .where('state', '=', 'ended')
    .where('recording_ready', '=', false)
    .returning(['product_id', 'session_id', 'ended_at'])
    .executeTakeFirst();
  if (!row) return null;
  return { productId: row.product_id, sessionId: row.session_id, endedAt: row.ended_at ?? '' };
}

/** Notes when media was last heard: the next process knows by it how long ago that was. */
export async function writeLastMedia(db: Db, broadcastIds: string[], at: string): Promise<void> {
  if (broadcastIds.length === 0) return;
  await db
    .updateTable('broadcasts')
    .set({ last_media_at: at })
    .where('id', 'in', broadcastIds)
    .where('state', '=', 'live')
    .execute();
}
