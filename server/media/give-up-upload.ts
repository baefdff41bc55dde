import { rm } from 'node:fs/promises';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { storage } from '#server/platform/storage/index.ts';
import { receivedKey, uploadPathOf } from './asset-files.ts';
import { removeUnfinished } from './assets.store.ts';

/**
 * Whoever uploads a file does not want it any more. A request that still writes it writes into
 * nothing. Refuses ASSET_STATE when all of it had come.
 */
export async function giveUpUpload(id: string): Promise<void> {
  if (!(await removeUnfinished(db(), id))) refuse('ASSET_STATE');
  await rm(uploadPathOf(id), { force: true });
  // All of it may have come, and the process been killed before it could say so.
  await storage().delete(receivedKey(id));
}
