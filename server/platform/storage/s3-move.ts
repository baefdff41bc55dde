import type { Bucket } from './s3-bucket.ts';
import { putInParts } from './s3-parts.ts';

/** Amazon copies 5 GB in one request, but no server does so within the time that one may take. */
export const usualCopyBytes = 256 * 1024 * 1024;

type Move = {
  from: string;
  to: string;
  size: number;
  copyBytes: number;
  signal: AbortSignal | undefined;
};

/** The server copies, and no byte comes here: in one go, or in parts that are copied beside each other. */
export async function copyObject(bucket: Bucket, move: Move): Promise<void> {
  const { ask, place, limits } = bucket;
  const { from, to, size, copyBytes, signal } = move;
  const work = `copy ${from}`;
  // No letter of a key or of the name of a bucket has to be written otherwise in a header.
  const CopySource = `${place(from).Bucket}/${place(from).Key}`;
  if (size <= copyBytes) {
    const copy = { ...place(to), CopySource };
    const within = { withinMs: limits.writeMs, ...(signal ? { signal } : {}) };
    await ask(work, (s3, given) => s3.copyObject(copy, given), within);
    return;
  }
  await putInParts(bucket, to, {
    work,
    parts: ranges(size, copyBytes),
    signal,
    send: async (s3, CopySourceRange, { within, ...part }) => {
      const copy = { ...part, CopySource, CopySourceRange };
      return (await s3.uploadPartCopy(copy, within)).CopyPartResult?.ETag;
    },
  });
}

async function* ranges(size: number, each: number): AsyncGenerator<string> {
  for (let from = 0; from < size; from += each)
    yield `bytes=${from}-${Math.min(size, from + each) - 1}`;
}
