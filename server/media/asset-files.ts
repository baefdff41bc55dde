import { join } from 'node:path';
import { config } from '#server/platform/config.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import type { AssetSink } from './encoding/index.ts';

/** Where a file of an asset stands in the storage; `''`: all of them. */
export const assetKey = (id: string, name: string): string => `assets/${id}/${name}`;

/** Where the uploaded file stands until everything was made of it. */
export const receivedKey = (id: string): string => `uploads/${id}/source`;

/** Where it stands afterwards; a rendition may be called `source`. */
export const sourceKey = (id: string): string => assetKey(id, 'original');

/** Where a file grows while it is being uploaded: on this machine, whatever the storage is. */
export const uploadsFolder = (): string => join(config().DATA_DIR, 'uploads');
export const uploadPathOf = (id: string): string => join(uploadsFolder(), id);

/** Where a run works; nothing in it is needed by the next one. */
export const scratchFolder = (): string => join(config().DATA_DIR, 'scratch');
export const scratchOf = (id: string): string => join(scratchFolder(), id);

/** Under which key the uploaded file stands; null when it stands nowhere. */
export async function findSourceKey(id: string): Promise<string | null> {
  for (const key of [receivedKey(id), sourceKey(id)]) if (await storage().find(key)) return key;
  return null;
}

/** Puts the uploaded file beside what was made of it. Doing it twice does nothing. */
export async function settleSource(id: string, signal: AbortSignal): Promise<void> {
  await storage()
    .move(receivedKey(id), sourceKey(id), signal)
    .catch((error: unknown) => {
      if (!(error instanceof FileMissing)) throw error;
    });
}

/** What is made stands in the storage, below the asset's own prefix. */
export const sinkOf = (id: string): AssetSink => ({
  put: (name, content) => storage().put(assetKey(id, name), content),
  read: (name) =>
    storage()
      .read(assetKey(id, name))
      .catch((error: unknown) => {
        if (error instanceof FileMissing) return null;
        throw error;
      }),
  remove: (name) => storage().delete(assetKey(id, name)),
});
