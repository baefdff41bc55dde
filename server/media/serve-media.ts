import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nowMs } from '#server/platform/clock.ts';
import { refuse } from '#server/platform/errors.ts';
import type { MediaKind, MediaLink } from './links.ts';
import { readMediaPath } from './links.ts';
import { mayStillWatch } from './playback-check.ts';
import { readRange } from './ranges.ts';
import { type MediaFile, sendFile } from './send-file.ts';

/**
 * How long whoever fetched it may keep an answer: `never`, ask each time (`ask`), so many seconds, or
 * as long as the address holds, since it never changes (`lasting`).
 */
export type Keep = 'never' | 'ask' | 'lasting' | number;

/** What stands behind a signed address: bytes with their type, or a status without bytes. */
export type MediaAnswer = {
  status: 200 | 400 | 404 | 503;
  type: string;
  keep: Keep;
  body: Buffer;
  /** The same, compressed; sent to those who accept it. */
  gzip?: Buffer;
};

type Answer = MediaAnswer | MediaFile;
export type MediaSource = (
  link: MediaLink,
  query: URLSearchParams,
) => Answer | null | Promise<Answer | null>;

type Kind = { source: MediaSource; mayWatch: (viewId: string) => boolean | Promise<boolean> };
const kinds = new Map<MediaKind, Kind>();

/**
 * An area says how its kind of media is answered. The signature has been checked by then, and the
 * view: by the player's check, or by `mayWatch` where the views are not those of viewers.
 */
export function setMediaSource(
  kind: MediaKind,
  source: MediaSource,
  mayWatch: Kind['mayWatch'] = mayStillWatch,
): void {
  kinds.set(kind, { source, mayWatch });
}

const noQuery = new URLSearchParams();

/** `GET` and `HEAD /media/…`: signature, view, then the bytes, whole or a range of them. */
export async function serveMedia(app: FastifyInstance): Promise<void> {
  const hidden = { schema: { hide: true } as object, config: { rateLimit: false } };
  app.get('/media/*', hidden, async (request, reply) => {
    // The signature in the address is the permission; pages of other origins may use it, and are
    // told in words when it has ended.
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin');
    const { link, answer } = await findMedia(request.raw.url ?? '');
    if (!answer) return refuse('SERVER_ERROR_NOT_FOUND');
    reply.header('cache-control', cacheControl(answer.keep, link));
    return send(request, reply, answer);
  });
}

/**
 * The address is the permission of one view. So only its own browser may keep what stands behind it
 * (a shared cache would go on answering after a refund), and not longer than the address holds.
 */
export function cacheControl(keep: Keep, { expiry }: Pick<MediaLink, 'expiry'>): string {
  if (keep === 'never') return 'no-store';
  if (keep === 'ask') return 'private, no-cache';
  const left = Math.max(0, expiry - Math.ceil(nowMs() / 1000));
  if (keep === 'lasting') return `private, max-age=${left}, immutable`;
  return `private, max-age=${Math.min(keep, left)}`;
}

async function findMedia(url: string): Promise<{ link: MediaLink; answer: Answer | null }> {
  const [path = '', search] = url.split('?', 2);
  const read = readMediaPath(path);
  if (!read.ok)
    return refuse(read.why === 'refused' ? 'MEDIA_LINK_EXPIRED' : 'SERVER_ERROR_NOT_FOUND');
  const { link } = read;
  const kind = kinds.get(link.resource.kind);
  const allowed = (kind?.mayWatch ?? mayStillWatch)(link.playbackId);
  if (!(allowed === true || (await allowed))) refuse('MEDIA_LINK_EXPIRED');
  const query = search ? new URLSearchParams(search) : noQuery;
  return { link, answer: kind ? await kind.source(link, query) : null };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  if ('open' in answer) return sendFile(request, reply, answer);
  if (answer.status === 404) return refuse('SERVER_ERROR_NOT_FOUND');
  if (answer.status === 503) return refuse('BUSY');
  if (answer.status === 400) return refuse('BAD_REQUEST');
  reply.type(answer.type);
  if (answer.gzip) return sendText(request, reply, answer.body, answer.gzip);
  return sendBytes(request, reply, answer.body);
}

function sendText(request: FastifyRequest, reply: FastifyReply, body: Buffer, gzip: Buffer) {
  reply.header('vary', 'accept-encoding');
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(body);
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, body: Buffer) {
  reply.header('accept-ranges', 'bytes');
  const range = readRange(request.headers.range, body.length);
  if (range === null) return reply.send(body);
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .header('content-range', `bytes */${body.length}`)
      .send(Buffer.alloc(0));
  }
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${body.length}`)
    .send(body.subarray(range.start, range.end + 1));
}
