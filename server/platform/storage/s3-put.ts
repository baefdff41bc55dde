import type { Readable } from 'node:stream';
import type { Bucket } from './s3-bucket.ts';
import { putInParts } from './s3-parts.ts';

/** Five are the least that Amazon takes, ten thousand the most parts of a file: 80 GB. */
const partBytes = 8 * 1024 * 1024;
/** Writes a file whole or not at all: in one request, or in parts that are put together at the end. */
export async function putObject(
  bucket: Bucket,
  key: string,
  content: Buffer | Readable,
): Promise<void> {
  if (Buffer.isBuffer(content) && content.length <= partBytes)
    return putWhole(bucket, key, content);
  const parts = Buffer.isBuffer(content) ? cut(content) : gather(content);
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (second.done) return putWhole(bucket, key, first.done ? Buffer.alloc(0) : first.value);
  await putInParts(bucket, key, {
    work: `write ${key}`,
    parts: chain([first.value, second.value], parts),
    send: async (s3, Body, part) => (await s3.uploadPart({ ...part, Body }, part.within)).ETag,
  });
}

async function putWhole(bucket: Bucket, key: string, content: Buffer): Promise<void> {
  const { ask, place, limits } = bucket;
  const file = { ...place(key), Body: content };
  const withinMs = limits.writeMs;
  await ask(`write ${key}`, (s3, within) => s3.putObject(file, within), { withinMs });
}

function* cut(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes);
}

/** Parts of the full size, but for the last. The source ends with the reading, however that ends. */
async function* gather(content: Readable): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const given of content) {
    const piece: Buffer = Buffer.isBuffer(given) ? given : Buffer.from(given);
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(part, filled, at);
      at += copied;
      filled += copied;
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

type Parts = AsyncGenerator<Buffer> | Generator<Buffer>;

async function* chain(first: Buffer[], more: Parts): AsyncGenerator<Buffer> {
  try {
    yield* first;
    yield* more;
  } finally {
    // Also when `more` has not been reached: its source is open by then.
    await more.return(undefined);
  }
}
