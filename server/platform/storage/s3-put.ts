import type { Readable } from 'node:stream';
import type { Bucket } from './s3-bucket.ts';

/** Five are the least that Amazon takes, ten thousand the most parts of a file: 80 GB. */
const partBytes = 8 * 1024 * 1024;
/** So that a far server is not waited for; with the part being gathered four are held. */
const partsAtOnce = 3;

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
  await putInParts(bucket, key, chain([first.value, second.value], parts));
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

async function putInParts(bucket: Bucket, key: string, parts: AsyncGenerator<Buffer>) {
  const { ask, place, limits } = bucket;
  const work = `write ${key}`;
  const usual = { withinMs: limits.writeMs };
  const begin = ask(work, (s3, within) => s3.createMultipartUpload(place(key), within), usual);
  const { UploadId } = await begin.catch(async (error: unknown) => {
    await parts.return(undefined);
    throw error;
  });
  const upload = { ...place(key), UploadId };
  try {
    const whole = { ...upload, MultipartUpload: { Parts: await sendParts(bucket, upload, parts) } };
    await ask(work, (s3, within) => s3.completeMultipartUpload(whole, within), usual);
  } catch (error) {
    // What cannot be taken back now is left to the bucket's own rule for uploads that never ended.
    await ask(work, (s3, within) => s3.abortMultipartUpload(upload, within), {
      withinMs: limits.checkMs,
    }).catch(() => undefined);
    throw error;
  }
}

type Upload = ReturnType<Bucket['place']> & { UploadId: string | undefined };

async function sendParts({ ask, limits }: Bucket, upload: Upload, parts: AsyncGenerator<Buffer>) {
  const given = new AbortController();
  const sent: { PartNumber: number; ETag: string | undefined }[] = [];
  const underWay = new Set<Promise<void>>();
  const sendPart = async (PartNumber: number, Body: Buffer): Promise<void> => {
    const part = { ...upload, PartNumber, Body };
    const { ETag } = await ask(`write ${upload.Key}`, (s3, within) => s3.uploadPart(part, within), {
      withinMs: limits.writeMs,
      signal: given.signal,
    });
    sent.push({ PartNumber, ETag });
  };
  try {
    let number = 0;
    for await (const bytes of parts) {
      given.signal.throwIfAborted();
      number += 1;
      const sending = sendPart(number, bytes)
        // The first that fails ends the others, and is what the caller hears of.
        .catch((error: unknown) => given.abort(error))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
      if (underWay.size >= partsAtOnce) await Promise.race(underWay);
    }
  } catch (error) {
    given.abort(error);
  }
  await Promise.all(underWay);
  given.signal.throwIfAborted();
  return sent.toSorted((one, other) => one.PartNumber - other.PartNumber);
}
