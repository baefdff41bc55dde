import type { S3 } from '@aws-sdk/client-s3';
import type { S3Address } from './s3-address.rules.ts';
import { StorageFailed, TooSlow } from './storage-failed.ts';

export type S3LogIn = { accessKeyId: string; secretAccessKey: string };

/** Milliseconds. */
export type Limits = {
  connectMs: number;
  /** One try, from the first byte sent to the first that comes back. */
  tryMs: number;
  /** A request with all its tries. */
  readMs: number;
  writeMs: number;
  checkMs: number;
  /** How long an answer that has begun may pause while somebody waits for it. */
  silentMs: number;
};

export const usualLimits: Limits = {
  connectMs: 5_000,
  tryMs: 20_000,
  readMs: 25_000,
  writeMs: 60_000,
  checkMs: 2_500,
  silentMs: 20_000,
};

/** A bucket that can be asked. */
export type Bucket = Awaited<ReturnType<typeof openBucket>>;

export async function openBucket(
  address: S3Address,
  { logIn, limits }: { logIn: S3LogIn | undefined; limits: Limits },
) {
  const amazon = await import('@aws-sdk/client-s3');
  const s3 = new amazon.S3({
    ...(address.endpoint !== null && { endpoint: address.endpoint }),
    ...regionOf(address),
    ...(logIn && { credentials: logIn }),
    forcePathStyle: address.pathStyle,
    maxAttempts: 3,
    // What is sent is signed with its digest; further checksums are not known to every server.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Its pause before each large file costs the connection.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.tryMs,
      throwOnRequestTimeout: true,
      // Silence is measured where it can be told from a reader who takes their time.
      socketTimeout: 0,
      httpAgent: { keepAlive: true, maxSockets: 100 },
      httpsAgent: { keepAlive: true, maxSockets: 100 },
    },
  });
  const place = (key: string) => ({ Bucket: address.bucket, Key: address.prefix + key });

  /** Throws `StorageFailed`; `work` completes the sentence "storage cannot …". */
  async function ask<Answer>(
    work: string,
    request: (s3: S3, within: { abortSignal: AbortSignal }) => Promise<Answer>,
    { withinMs = limits.readMs, signal }: { withinMs?: number; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    // Ends with the request: an answer that has begun may take as long as it is read.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new TooSlow(withinMs)), withinMs);
    const abortSignal = signal ? AbortSignal.any([limit.signal, signal]) : limit.signal;
    try {
      return await request(s3, { abortSignal });
    } catch (error) {
      throw new StorageFailed(work, limit.signal.aborted ? limit.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  }
  return { address, limits, place, ask };
}

/** Amazon's is named by STORAGE_URL or AWS_REGION; servers of others rarely have any. */
function regionOf({ region, endpoint }: S3Address): { region?: string } {
  const named = region ?? process.env.AWS_REGION;
  if (named) return { region: named };
  return endpoint === null ? {} : { region: 'us-east-1' };
}
