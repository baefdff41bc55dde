import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { config } from '../config.ts';
import { forgetBy } from '../remembered.ts';
import { localStorageAt } from './local.ts';
import { s3StorageAt } from './s3.ts';
import { readS3Address } from './s3-address.rules.ts';

export type StoredFile = { size: number; modifiedMs: number };

/**
 * Files of the product: pictures, recordings. Keys are relative paths of letters, digits, `_`, `-`,
 * `.` and `/`; nothing that a person typed becomes part of one. Storage over a network that is away,
 * refuses us or says nothing throws `StorageFailed` within a minute.
 */
export type Storage = {
  /**
   * Writes the whole file or nothing; replaces what stood there. A stream may have any length: it is
   * read as fast as it can be written, and ends with the writing.
   */
  put: (key: string, content: Buffer | Readable) => Promise<void>;
  /** The whole file. Throws `FileMissing`. */
  read: (key: string) => Promise<Buffer>;
  /** A stream, or a part of it (`end` inclusive); empty behind the end. Throws `FileMissing`. */
  stream: (key: string, range?: { start: number; end: number }) => Promise<Readable>;
  /** Size and time, or null when there is no such file. */
  find: (key: string) => Promise<StoredFile | null>;
  /** Keys below a prefix that ends in `/`, in order. */
  list: (prefix: string) => Promise<string[]>;
  /**
   * Gives a file another key; no byte of it comes through this process. Broken off in between, or by
   * `signal`, it may stand under both. Throws `FileMissing`.
   */
  move: (from: string, to: string, signal?: AbortSignal) => Promise<void>;
  /** Also when there is no such file. */
  delete: (key: string) => Promise<void>;
  /** Proves that files can be written; throws when not. */
  check: () => Promise<void>;
  /** Where files of this machine are kept: what is large is moved and linked, not copied. */
  near?: NearStorage;
};

export type NearStorage = {
  /**
   * Makes a local file the file of this key: renamed, or copied from another disk. It is gone from `path`
   * when it would be found here also after a power cut.
   */
  take: (key: string, path: string) => Promise<void>;
  /** Gives the file of a key a second name at `path`. Throws `FileMissing`. */
  link: (key: string, path: string) => Promise<void>;
  /** Removes what killed processes had half written; long where much is kept. */
  sweep: () => Promise<void>;
};

export { FileMissing } from './file-missing.ts';
export { bringFile, takeFile } from './large-files.ts';
export { StorageFailed } from './storage-failed.ts';

let opened: Storage | null = null;
forgetBy(() => useStorage(null));

/** The storage of this installation: a folder of DATA_DIR, or what STORAGE_URL names. */
export function storage(): Storage {
  opened ??= openStorage(config().STORAGE_URL);
  return opened;
}

function openStorage(url: string | undefined): Storage {
  if (!url) return localStorageAt(join(config().DATA_DIR, 'files'));
  if (url.startsWith('file:')) return localStorageAt(resolve(new URL(url).pathname));
  const read = readS3Address(url);
  if (!read.ok) throw new Error(read.fault);
  return s3StorageAt(read.address);
}

/** Tests use a folder of their own. */
export function useStorage(other: Storage | null): void {
  opened = other;
}
