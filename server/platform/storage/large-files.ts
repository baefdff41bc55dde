import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './index.ts';

/** Makes a local file the stored file of this key; it is gone from `path` afterwards. */
export async function takeFile(to: Storage, key: string, path: string): Promise<void> {
  if (to.near) return to.near.take(key, path);
  await to.put(key, createReadStream(path));
  await rm(path, { force: true });
}

/** The links of this machine do not reach that far: what is large is copied after all. */
const cannotLink = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'];
const orCopy = (error: NodeJS.ErrnoException): false => {
  if (cannotLink.includes(error.code ?? '')) return false;
  throw error;
};

type Wanted = { key: string; path: string; signal: AbortSignal };

/**
 * Brings the stored file of this key to a path of this machine, to be read only: it may be the very
 * same file. Throws `FileMissing`, and the reason of `signal` once that is aborted.
 */
export async function bringFile(from: Storage, { key, path, signal }: Wanted): Promise<void> {
  signal.throwIfAborted();
  await rm(path, { force: true });
  if (await from.near?.link(key, path).then(() => true, orCopy)) return;
  await pipeline(await from.stream(key), createWriteStream(path), { signal });
}
