import { Readable } from 'node:stream';
import { FileMissing } from './file-missing.ts';
import type { Storage, StoredFile } from './index.ts';
import { demandFolder, demandKey } from './keys.ts';
import type { S3Address } from './s3-address.rules.ts';
import { bodyOf } from './s3-body.ts';
import { type Bucket, type Limits, openBucket, type S3LogIn, usualLimits } from './s3-bucket.ts';
import { copyObject, usualCopyBytes } from './s3-move.ts';
import { putObject } from './s3-put.ts';
import { StorageFailed } from './storage-failed.ts';

type Choices = {
  /** Unset: where Amazon's programs look for it (environment, profile, role of the machine). */
  logIn?: S3LogIn;
  limits?: Partial<Limits>;
  /** What is larger is copied in parts of so many bytes. */
  copyBytes?: number;
};

/**
 * Storage in a bucket of Amazon S3 or a server that speaks like it. Objects appear whole by
 * themselves. Whatever the server does, an answer or a `StorageFailed` comes within the limits.
 */
export function s3StorageAt(address: S3Address, choices: Choices = {}): Storage {
  const limits = { ...usualLimits, ...choices.limits };
  const { copyBytes = usualCopyBytes } = choices;
  let opened: Promise<Bucket> | null = null;
  // Its code is only read where it is used: it takes as long as a tenth of the start.
  const bucket = () => {
    opened ??= openBucket(address, { logIn: choices.logIn, limits });
    return opened;
  };
  return {
    put: async (key, content) => {
      demandKey(key);
      return putObject(await bucket(), key, content);
    },
    read: async (key) => {
      const { body } = await getObject(await bucket(), key, {});
      const pieces: Buffer[] = [];
      for await (const piece of bodyOf(body, limits.silentMs, `read ${key}`)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    stream: async (key, range) => {
      const { body } = await getObject(await bucket(), key, range ? { range } : {});
      const pieces = bodyOf(body, limits.silentMs, `read ${key}`);
      return Readable.from(pieces, { objectMode: false });
    },
    find: async (key) => findObject(await bucket(), key),
    list: async (prefix) => listObjects(await bucket(), demandFolder(prefix)),
    move: async (from, to, signal) => {
      demandKey(to);
      const open = await bucket();
      const found = await findObject(open, from);
      if (!found) throw new FileMissing(from);
      await copyObject(open, { from, to, size: found.size, copyBytes, signal });
      await deleteObject(open, from);
    },
    delete: async (key) => deleteObject(await bucket(), key),
    check: async () => {
      const { ask, place } = await bucket();
      const file = { ...place('check'), Body: Buffer.from('ok') };
      const withinMs = limits.checkMs;
      await ask('be written', (s3, within) => s3.putObject(file, within), { withinMs });
    },
  };
}

type Range = { start: number; end: number };

const isMissing = (error: unknown): boolean =>
  error instanceof StorageFailed && error.status === 404 && error.reason !== 'NoSuchBucket';

function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

async function getObject(
  { ask, place }: Bucket,
  key: string,
  { range }: { range?: Range },
): Promise<{ body: Readable }> {
  demandKey(key);
  const wanted = { ...place(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
  try {
    const { Body } = await ask(`read ${key}`, (s3, within) => s3.getObject(wanted, within));
    return { body: Body as Readable };
  } catch (error) {
    if (isMissing(error)) throw new FileMissing(key);
    // A part behind the end of a file is an empty one, as it is in a folder.
    if (error instanceof StorageFailed && error.status === 416) return { body: Readable.from([]) };
    throw error;
  }
}

async function deleteObject({ ask, place }: Bucket, key: string): Promise<void> {
  demandKey(key);
  await ask(`delete ${key}`, (s3, within) => s3.deleteObject(place(key), within)).catch(
    unlessMissing,
  );
}

async function findObject({ ask, place }: Bucket, key: string): Promise<StoredFile | null> {
  demandKey(key);
  const found = await ask(`find ${key}`, (s3, within) => s3.headObject(place(key), within)).catch(
    unlessMissing,
  );
  if (!found) return null;
  return { size: found.ContentLength ?? 0, modifiedMs: found.LastModified?.getTime() ?? 0 };
}

/** A thousand come at once. */
async function listObjects({ ask, address }: Bucket, folder: string): Promise<string[]> {
  const keys: string[] = [];
  let from: string | undefined;
  do {
    const next = {
      Bucket: address.bucket,
      Prefix: address.prefix + folder,
      ...(from && { ContinuationToken: from }),
    };
    const page = await ask(`list ${folder}`, (s3, within) => s3.listObjectsV2(next, within));
    for (const { Key = '' } of page.Contents ?? []) keys.push(Key.slice(address.prefix.length));
    from = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (from);
  // Other programs mark a folder by an object whose name ends in a slash.
  return keys.filter((key) => !key.endsWith('/')).sort();
}
