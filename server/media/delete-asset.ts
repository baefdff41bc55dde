import { rm } from 'node:fs/promises';
import { afterCommit, type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { AssetDeleted } from './announcements.ts';
import { uploadPathOf } from './asset-files.ts';
import { listUnusedOf, removeAsset } from './assets.store.ts';
import { lockedAsset } from './change-asset.ts';
import { deleteAssetFiles } from './delete-asset-files.ts';

/**
 * Its owner deletes an upload with all that was made of it; drafts let go of it, and whoever works on
 * it stops. Refuses ASSET_IN_USE when a product shows it that was published once.
 */
export async function deleteAsset(actor: Actor, { id }: { id: string }): Promise<undefined> {
  await inTransaction(async (tx) => {
    const { can } = await lockedAsset(tx, actor, id);
    if (!can.delete) refuse('ASSET_IN_USE');
    await remove(tx, [id]);
  });
}

/** Somebody's account was deleted: what they uploaded goes, except what others have tickets for. */
export async function eraseAssetsOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  await remove(tx, await listUnusedOf(tx, userId));
}

async function remove(tx: Db, ids: string[]): Promise<void> {
  for (const id of ids) {
    await announce(tx, AssetDeleted, { assetId: id });
    await removeAsset(tx, id);
  }
  if (ids.length === 0) return;
  // A worker may be writing still: it looks every three seconds whether it is wanted. One that takes
  // longer to hear of it calls for the same once more.
  await enqueue(tx, deleteAssetFiles, { ids }, { startAfter: 10 });
  afterCommit(tx, () => void Promise.all(ids.map(forgetUpload)));
}

const forgetUpload = (id: string): Promise<void> =>
  rm(uploadPathOf(id), { force: true }).catch((error: unknown) =>
    log().warn({ err: error, assetId: id }, 'the file of an upload was not deleted'),
  );
