import { Temporal } from 'temporal-polyfill';
import type { Keep, MediaAnswer, MediaLink } from '#server/media/index.ts';
import { signMediaPath } from '#server/media/index.ts';
import { nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { findNodeOf, findNodeOfProduct } from './nodes.store.ts';
import { thisNode } from './this-node.ts';

/** Longer than a playlist waits for media at its node. */
const patienceMs = 15_000;
const knownMs = 2_000;
const mostKnown = 500;
const maxKept = 64 * 1024 * 1024;

const nodes = new Map<string, { url: Promise<string | null>; at: number }>();
const asked = new Map<string, Promise<MediaAnswer | null>>();
const kept = new Map<string, MediaAnswer>();
let keptBytes = 0;
forgetBy(() => {
  nodes.clear();
  kept.clear();
  keptBytes = 0;
});

/** The node that holds a broadcast, unless it is this process; asked again every two seconds. */
export const otherNodeOf = (broadcastId: string): Promise<string | null> =>
  askedLately(broadcastId, () => findNodeOf(db(), broadcastId));

/** The same for the node that takes the encoder of a product. */
export const otherNodeOfProduct = (slug: string): Promise<string | null> =>
  askedLately(`product ${slug}`, () => findNodeOfProduct(db(), slug));

function askedLately(name: string, find: () => Promise<string | null>): Promise<string | null> {
  const known = nodes.get(name);
  if (known && nowMs() - known.at < knownMs) return known.url;
  if (nodes.size > mostKnown) nodes.clear();
  const url = find().then((found) => (found === thisNode() ? null : found));
  nodes.set(name, { url, at: nowMs() });
  url.catch(() => nodes.delete(name));
  return url;
}

/**
 * What the node of a broadcast answers. However many viewers ask for the same playlist or part at
 * once, the node is asked once; what never changes is kept. A preview is its organizer's alone: who may
 * see it is known at the node. 503 when the node cannot be reached.
 */
export async function askNode(
  link: MediaLink,
  query: URLSearchParams,
): Promise<MediaAnswer | null> {
  if (link.resource.kind === 'previews') return ask(link, query);
  const key = keyOf(link, query);
  const known = kept.get(key);
  if (known) return known;
  const underWay = asked.get(key);
  // What was refused to somebody else may be ours all the same.
  if (underWay) return (await underWay) ?? ask(link, query);
  const answer = ask(link, query).finally(() => asked.delete(key));
  asked.set(key, answer);
  const got = await answer;
  if (got?.keep === 'lasting' && got.status === 200) keep(key, got);
  return got;
}

/** Whatever else stands in an address makes no other answer of it. */
function keyOf({ resource, file }: MediaLink, query: URLSearchParams): string {
  const asks = file.endsWith('.m3u8') ? directives.map((name) => query.get(name) ?? '') : [];
  return [resource.kind, resource.id, file, ...asks].join('/');
}

const directives = ['_HLS_msn', '_HLS_part', '_HLS_skip'];

async function ask(link: MediaLink, query: URLSearchParams): Promise<MediaAnswer | null> {
  const url = await otherNodeOf(link.resource.id);
  return url === null ? null : fetchFrom(url, link, query);
}

async function fetchFrom(
  url: string,
  { playbackId, resource, expiry, file }: MediaLink,
  query: URLSearchParams,
): Promise<MediaAnswer | null> {
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(expiry * 1000);
  const path = signMediaPath({ playbackId, resource, expiresAt, file });
  const search = query.size > 0 ? `?${query}` : '';
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(url + path + search, { signal });
    const body = Buffer.from(await answer.arrayBuffer());
    const status = statuses.find((one) => one === answer.status);
    if (answer.status === 404 || !status) return null;
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    return { status, type, keep: keepOf(answer.headers.get('cache-control') ?? ''), body };
  } catch {
    return { status: 503, type: 'text/plain', keep: 'never', body: Buffer.alloc(0) };
  }
}

const statuses = [200, 400, 404, 503] as const;

/** The other way round of what `/media` says to browsers. */
function keepOf(cacheControl: string): Keep {
  if (cacheControl.includes('immutable')) return 'lasting';
  if (cacheControl.includes('no-store')) return 'never';
  const seconds = /max-age=(\d+)/.exec(cacheControl)?.[1];
  return seconds ? Number(seconds) : 'ask';
}

function keep(key: string, answer: MediaAnswer): void {
  keptBytes -= kept.get(key)?.body.length ?? 0;
  kept.delete(key);
  kept.set(key, answer);
  keptBytes += answer.body.length;
  for (const [oldest, { body }] of kept) {
    if (keptBytes <= maxKept) return;
    kept.delete(oldest);
    keptBytes -= body.length;
  }
}

type DeskCall = { method: string; path: string; headers: Record<string, string>; body?: string };
export type DeskAnswer = { status: number; type: string; body: Buffer };

/**
 * What the node at this address answers an organizer; it decides by itself who is asking. Throws when
 * it cannot be reached.
 */
export async function askDesk(url: string, call: DeskCall): Promise<DeskAnswer> {
  const { method, path, headers, body } = call;
  // Whoever ends a show waits for its recording.
  const signal = AbortSignal.timeout(method === 'GET' ? patienceMs : patienceMs * 4);
  const given = body === undefined ? {} : { body };
  const answer = await fetch(url + path, { method, headers, signal, ...given });
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? 'application/json',
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
