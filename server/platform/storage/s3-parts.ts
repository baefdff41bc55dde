import type { S3 } from '@aws-sdk/client-s3';
import type { Bucket } from './s3-bucket.ts';

/** So that a far server is not waited for; with the part being gathered four are held. */
const partsAtOnce = 3;

type Within = { abortSignal: AbortSignal };
type Place = ReturnType<Bucket['place']> & { UploadId: string | undefined };

export type InParts<Part> = {
  /** Completes the sentence "storage cannot …". */
  work: string;
  /** Told when nobody wants the rest. */
  parts: AsyncGenerator<Part>;
  /** Answers the tag of the part. */
  send: (
    s3: S3,
    part: Part,
    to: Place & { PartNumber: number; within: Within },
  ) => Promise<string | undefined>;
  signal?: AbortSignal | undefined;
};

/** Writes a file in parts that are put together at the end, or not at all. */
export async function putInParts<Part>(
  bucket: Bucket,
  key: string,
  how: InParts<Part>,
): Promise<void> {
  const { ask, place, limits } = bucket;
  const { work, parts } = how;
  const usual = { withinMs: limits.writeMs };
  const begin = ask(work, (s3, within) => s3.createMultipartUpload(place(key), within), usual);
  const { UploadId } = await begin.catch(async (error: unknown) => {
    await parts.return(undefined);
    throw error;
  });
  const upload = { ...place(key), UploadId };
  try {
    const whole = { ...upload, MultipartUpload: { Parts: await sendParts(bucket, upload, how) } };
    await ask(work, (s3, within) => s3.completeMultipartUpload(whole, within), usual);
  } catch (error) {
    // What cannot be taken back now is left to the bucket's own rule for uploads that never ended.
    await ask(work, (s3, within) => s3.abortMultipartUpload(upload, within), {
      withinMs: limits.checkMs,
    }).catch(() => undefined);
    throw error;
  }
}

async function sendParts<Part>(
  { ask, limits }: Bucket,
  upload: Place,
  { work, parts, send, signal }: InParts<Part>,
) {
  const given = new AbortController();
  const ended = signal ? AbortSignal.any([given.signal, signal]) : given.signal;
  const sent: { PartNumber: number; ETag: string | undefined }[] = [];
  const underWay = new Set<Promise<void>>();
  const sendPart = async (PartNumber: number, part: Part): Promise<void> => {
    const ETag = await ask(
      work,
      (s3, within) => send(s3, part, { ...upload, PartNumber, within }),
      {
        withinMs: limits.writeMs,
        signal: ended,
      },
    );
    sent.push({ PartNumber, ETag });
  };
  try {
    let number = 0;
    for await (const part of parts) {
      ended.throwIfAborted();
      number += 1;
      const sending = sendPart(number, part)
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
  ended.throwIfAborted();
  return sent.toSorted((one, other) => one.PartNumber - other.PartNumber);
}
