import type { Readable } from 'node:stream';
import { StorageFailed, TooSlow } from './storage-failed.ts';

/**
 * The bytes of an answer. A server that sends nothing for so long although somebody waits is given
 * up; whoever reads slowly is nobody's fault. The connection ends with the reading, however it ends.
 */
export async function* bodyOf(
  body: Readable,
  silentMs: number,
  work: string,
): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await inTime(pieces.next(), silentMs);
      if (done) return;
      yield value as Buffer;
    }
  } catch (error) {
    throw new StorageFailed(work, error);
  } finally {
    body.destroy();
  }
}

async function inTime<T>(next: Promise<T>, silentMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new TooSlow(silentMs)), silentMs);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
