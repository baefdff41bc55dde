import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './index.ts';

/** The disks or the links of this machine do not allow it: what is large is copied after all. */
const cannot = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'];
const orCopy = (error: NodeJS.ErrnoException): false => {
  if (cannot.includes(error.code ?? '')) return false;
  throw error;
};

/** Makes a local file the stored file of this key; it is gone from `path` afterwards. */
export async function takeFile(to: Storage, key: string, path: string): Promise<void> {
  if (await to.near?.take(key, path).then(() => true, orCopy)) return;
  await to.put(key, createReadStream(path));
  await rm(path, { force: true });
}

/**
 * Brings the stored file of this key to a path of this machine, to be read only: it may be the very
 * same file. Throws `FileMissing`.
 */
export async function bringFile(from: Storage, key: string, path: string): Promise<void> {
  await rm(path, { force: true });
  if (await from.near?.link(key, path).then(() => true, orCopy)) return;
  await pipeline(await from.stream(key), createWriteStream(path));
}

/**
 * Gives a stored file another key. Broken off in between, it may stand under both. Throws
 * `FileMissing`.
 */
export async function moveStored(within: Storage, from: string, to: string): Promise<void> {
  if (within.near) return within.near.move(from, to);
  await within.put(to, await within.stream(from));
  await within.delete(from);
}
