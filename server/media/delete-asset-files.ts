import { defineJob } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { assetKey, receivedKey } from './asset-files.ts';

/** Deletes the files of assets that no row names any more. */
export const deleteAssetFiles = defineJob<{ ids: string[] }>(
  'delete-asset-files',
  async ({ ids }) => {
    for (const id of ids) {
      await storage().delete(receivedKey(id));
      for (const key of await storage().list(assetKey(id, ''))) await storage().delete(key);
    }
  },
);
