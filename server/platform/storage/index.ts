import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { config } from '../config.ts';
import { localStorageAt } from './local.ts';

export type StoredFile = { size: number; modifiedMs: number };

/**
 * Files of the product: pictures, recordings. Keys are relative paths of letters, digits, `_`, `-`,
 * `.` and `/`; nothing that a person typed becomes part of one.
 */
export type Storage = {
  /** Writes the whole file or nothing; replaces what stood there. */
  put: (key: string, content: Buffer | Readable) => Promise<void>;
  /** The whole file. Throws `FileMissing`. */
  read: (key: string) => Promise<Buffer>;
  /** A stream, or a part of it (`end` inclusive). Throws `FileMissing`. */
  stream: (key: string, range?: { start: number; end: number }) => Promise<Readable>;
  /** Size and time, or null when there is no such file. */
  find: (key: string) => Promise<StoredFile | null>;
  /** Keys below a prefix that ends in `/`. */
  list: (prefix: string) => Promise<string[]>;
  delete: (key: string) => Promise<void>;
  /** Proves that files can be written; throws when not. */
  check: () => Promise<void>;
  /** Where files of this machine are kept: what is large is moved and linked, not copied. */
  near?: NearStorage;
};

export type NearStorage = {
  /** Makes a local file on the same disk the file of this key; throws when it is on another. */
  take: (key: string, path: string) => Promise<void>;
  /** Gives the file of a key a second name at `path`. Throws `FileMissing`. */
  link: (key: string, path: string) => Promise<void>;
  /** Gives a file another key. Throws `FileMissing`. */
  move: (from: string, to: string) => Promise<void>;
};

export { FileMissing } from './file-missing.ts';
export { bringFile, moveStored, takeFile } from './large-files.ts';

let opened: Storage | null = null;

/** The storage of this installation: a folder of DATA_DIR, or the one named by STORAGE_URL. */
export function storage(): Storage {
  opened ??= localStorageAt(storageFolder());
  return opened;
}

/** Where the local folder is. */
function storageFolder(): string {
  const url = config().STORAGE_URL;
  return url?.startsWith('file:')
    ? resolve(new URL(url).pathname)
    : join(config().DATA_DIR, 'files');
}

/** Tests use a folder of their own. */
export function useStorage(other: Storage | null): void {
  opened = other;
}
