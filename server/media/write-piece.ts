import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ERRORS, type Server, type Upload } from '@tus/server';
import { uploadPathOf } from './asset-files.ts';

// So much is read while the bytes before are on their way to the disk.
const aheadBytes = 1024 ** 2;

const bodies = new WeakMap<ReadableStream, Readable>();

/** Stands in a request for the body that is read from the connection itself. */
export function bodyOf(connection: Readable): ReadableStream {
  const body = new ReadableStream();
  bodies.set(body, connection);
  return body;
}

type Writer = {
  writeToStore(
    body: ReadableStream | null,
    upload: Upload,
    most: number,
    context: { signal: AbortSignal },
  ): Promise<number>;
};

/**
 * Lets a piece go from its connection into its file by the shortest way; the protocol's own leads
 * through six streams, at a fifth of the speed. All that it asks before and answers after stays.
 */
export function writeStraight(tus: Server): void {
  const writer: Writer = { writeToStore: writePiece };
  Object.assign(tus.handlers.PATCH, writer);
}

/** Where the upload stands then, in bytes. What had come before a fault is written all the same. */
const writePiece: Writer['writeToStore'] = async (body, { id, offset }, most, { signal }) => {
  const connection = body && bodies.get(body);
  if (!connection || signal.aborted) throw ERRORS.ABORTED;
  const file = createWriteStream(uploadPathOf(id), {
    ...{ flags: 'r+', start: offset },
    highWaterMark: aheadBytes,
  });
  const written = finished(file).catch(() => {
    throw ERRORS.FILE_WRITE_ERROR;
  });
  // Heard below; a file that fails while the connection is silent must not end the process.
  written.catch(() => undefined);
  let at = offset;
  try {
    for await (const bytes of comingBytes(connection, signal)) {
      if (at + bytes.length > offset + most) throw ERRORS.ERR_SIZE_EXCEEDED;
      at += bytes.length;
      if (!file.write(bytes)) await Promise.race([once(file, 'drain'), written]);
    }
  } finally {
    file.end();
    await written;
  }
  return at;
};

/** What comes, until all is here or another request is given the turn. A broken connection is ABORTED. */
async function* comingBytes(connection: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  // The answer still goes out by this connection.
  const coming = connection.iterator({ destroyOnReturn: false });
  const asked = Promise.withResolvers<{ done: true; value: undefined }>();
  const stop = () => asked.resolve({ done: true, value: undefined });
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const next = await Promise.race([coming.next(), asked.promise]);
      if (next.done) return;
      yield next.value;
    }
  } catch {
    throw ERRORS.ABORTED;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
