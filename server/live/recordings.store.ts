import { type Db, sql } from '#server/platform/database/index.ts';
import type { Cut } from './engine/recording-cut.rules.ts';
import type { FileKey } from './recordings.queries.ts';

/**
 * What is shown of a recording from now on; null: all of it. False when it is not ready: whoever
 * asked saw something older.
 */
export async function writeTrim(
  tx: Db,
  broadcastId: string,
  { cut, seconds }: { cut: Cut | null; seconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('broadcasts')
    .set({
      trim_first: cut?.first ?? null,
      trim_last: cut?.last ?? null,
      trim_start_ms: cut?.startMs ?? null,
      trim_end_ms: cut?.endMs ?? null,
      recording_seconds: Math.round(seconds),
    })
    .where('id', '=', broadcastId)
    .where('state', '=', 'ended')
    .where('recording_ready', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nothing of a recording is kept any more. */
export async function writeErased(tx: Db, broadcastId: string): Promise<void> {
  await tx.deleteFrom('recording_files').where('broadcast_id', '=', broadcastId).execute();
  await tx
    .updateTable('broadcasts')
    .set({
      recording_ready: false,
      recording_seconds: 0,
      storage_prefix: '',
      trim_first: null,
      trim_last: null,
      trim_start_ms: null,
      trim_end_ms: null,
    })
    .where('id', '=', broadcastId)
    .where('state', '=', 'ended')
    .execute();
}

/** Notes that some of a recording could not be kept. Answers the product the first time, then null. */
export async function writeLoss(tx: Db, broadcastId: string, at: string): Promise<string | null> {
  const row = await tx
    .updateTable('broadcasts')
    .set({ recording_lost_at: at })
    .where('id', '=', broadcastId)
    .where('recording_lost_at', 'is', null)
    .returning('product_id')
    .executeTakeFirst();
  return row?.product_id ?? null;
}

/**
 * A file is asked for, and kept for as long as if nobody had before: it waits for its turn unless it
 * waits, is made, or is there. `silentSince`: what has not been heard of since then is given up. Answers
 * whether it is to be made.
 */
export async function askForFile(
  tx: Db,
  file: FileKey & { total: number },
  { at, silentSince }: { at: string; silentSince: { waiting: string; making: string } },
): Promise<boolean> {
  const row = await tx
    .insertInto('recording_files')
    .values({
      broadcast_id: file.broadcastId,
      rendition: file.rendition,
      first_segment: file.first,
      last_segment: file.last,
      state: 'waiting',
      total: file.total,
      asked_at: at,
      heard_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['broadcast_id', 'rendition', 'first_segment', 'last_segment'])
        .doUpdateSet({ state: 'waiting', done: 0, asked_at: at, heard_at: at })
        .where(
          sql<boolean>`recording_files.state = 'failed'
            or recording_files.state = 'waiting' and recording_files.heard_at < ${silentSince.waiting}
            or recording_files.state = 'making' and recording_files.heard_at < ${silentSince.making}`,
        ),
    )
    .returning('state')
    .executeTakeFirst();
  if (row) return true;
  // Locked by the statement before, though it changed nothing.
  await tx
    .updateTable('recording_files')
    .set({ asked_at: at })
    .where((is) => is.and(named(file)))
    .execute();
  return false;
}

const named = ({ broadcastId, rendition, first, last }: FileKey) => ({
  broadcast_id: broadcastId,
  rendition,
  first_segment: first,
  last_segment: last,
});

type Progress =
  | { state: 'making'; done: number }
  | { state: 'ready'; bytes: number }
  | { state: 'failed' };

/** How far a file is. False when nobody waits for it any more. */
export async function writeProgress(
  db: Db,
  file: FileKey,
  progress: Progress & { at: string },
): Promise<boolean> {
  const { at, ...values } = progress;
  const { numUpdatedRows } = await db
    .updateTable('recording_files')
    .set({ ...values, heard_at: at })
    .where((is) => is.and(named(file)))
    .where('state', 'in', ['waiting', 'making'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nobody asked for a file since then: it is not there any more. False when somebody has. */
export async function giveUpFile(db: Db, file: FileKey, before: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recording_files')
    .set({ state: 'failed' })
    .where((is) => is.and(named(file)))
    .where('asked_at', '<', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nothing is known of it any more. False when somebody has asked for it since then. */
export async function removeFile(db: Db, file: FileKey, before: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recording_files')
    .where((is) => is.and(named(file)))
    .where('asked_at', '<', before)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** It is to be made, whatever was made of it before. */
export async function beginAnew(tx: Db, file: FileKey, at: string): Promise<void> {
  await tx
    .updateTable('recording_files')
    .set({ state: 'waiting', done: 0, heard_at: at })
    .where((is) => is.and(named(file)))
    .execute();
}
