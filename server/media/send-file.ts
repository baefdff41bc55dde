import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, readRange } from './ranges.ts';
import type { Keep } from './serve-media.ts';

/** A file that is saved rather than played, of any size: it is read while it is sent. */
export type MediaFile = {
  type: string;
  keep: Keep;
  size: number;
  /** Another one for other bytes: whoever goes on with half a file gets its second half or all of it. */
  etag: string;
  /** What it is called where it is saved. */
  name: string;
  open: (range: ByteRange) => Readable;
};

/** The whole file or the one range that was asked for (RFC 9110, 14.2). */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: MediaFile) {
  reply
    .type(file.type)
    .header('accept-ranges', 'bytes')
    .header('etag', file.etag)
    .header('content-disposition', attachment(file.name));
  const range = isSame(request, file.etag) ? readRange(request.headers.range, file.size) : null;
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${file.size}`).send('');
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  reply.header('content-length', end - start + 1);
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
  // Nothing is read for whoever asks how large it is; an empty text would say that it is empty.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.open({ start, end }));
}

const isSame = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-range'] === undefined || headers['if-range'] === etag;

/** Any name in UTF-8, and what is left of it in ASCII for old programs (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .-]/g, '_');
  const escaped = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${escaped}`;
}
