import type { Db } from '#server/platform/database/index.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { pictureKey } from './keep-picture.ts';
import { removePicturesOf } from './pictures.store.ts';

/** Deletes the files of pictures that no row names any more. */
export const deleteFiles = defineJob<{ ids: string[] }>('delete-picture-files', async ({ ids }) => {
  for (const id of ids) {
    for (const key of await storage().list(pictureKey(id, ''))) await storage().delete(key);
  }
});

/**
 * Somebody's account was deleted: what they uploaded goes, except pictures that stand somewhere,
 * such as the poster of a show that others have tickets for. The files follow by a job.
 */
export async function erasePicturesOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  const ids = await removePicturesOf(tx, userId);
  if (ids.length > 0) await enqueue(tx, deleteFiles, { ids });
}
