import type { MediaAnswer, MediaLink, MediaResource } from '#server/media/index.ts';
import { signMediaPath } from '#server/media/index.ts';
import { now } from '#server/platform/clock.ts';
import { refuse } from '#server/platform/errors.ts';
import { askNode } from './ask-node.ts';
import { broadcastHere, runningEngine } from './on-air.ts';

/**
 * Who looks at their own picture on the desk. A preview lives as long as the panel asks for it, so it
 * ends with the log-in, and it is never counted as a viewer.
 */
type Preview = { id: string; url: string; heardMs: number };
const previews = new Map<string, Preview>();

const silentMs = 30_000;
const mostKept = 500;
const hours = 12;

const isHeard = ({ heardMs }: Preview): boolean => performance.now() - heardMs < silentMs;

/** The address of the picture for this log-in; null while there is nothing to see here. */
export function previewFor(
  tokenDigest: string,
  broadcastId: string | null,
): { url: string } | null {
  const broadcast = broadcastId === null ? null : broadcastHere(broadcastId);
  if (!broadcast || broadcast.variants.length === 0) return null;
  return openPreview(tokenDigest, { kind: 'previews', id: broadcast.id });
}

/** An address of this picture for this log-in, the same one as long as it is asked for. */
export function openPreview(tokenDigest: string, resource: MediaResource): { url: string } {
  const key = `${tokenDigest} ${resource.id}`;
  const known = previews.get(key);
  // One that was given up is not opened again: its address stays closed.
  const { id, url } = known && isHeard(known) ? known : sign(resource);
  if (!known) dropSilent();
  previews.set(key, { id, url, heardMs: performance.now() });
  return { url };
}

function sign(resource: MediaResource): { id: string; url: string } {
  const id = crypto.randomUUID();
  return { id, url: signMediaPath({ playbackId: id, resource, expiresAt: now().add({ hours }) }) };
}

function dropSilent(): void {
  if (previews.size < mostKept) return;
  for (const [key, preview] of previews) if (!isHeard(preview)) previews.delete(key);
}

/** Does the panel that this preview was made for still ask? */
export const mayPreview = (previewId: string): boolean =>
  [...previews.values()].some((one) => one.id === previewId && isHeard(one));

export function answerPreview(
  link: MediaLink,
  query: URLSearchParams,
): MediaAnswer | null | Promise<MediaAnswer | null> {
  const { id } = link.resource;
  // Whose panel asks is known where the encoder is.
  if (broadcastHere(id) === null) return askNode(link, query);
  if (!mayPreview(link.playbackId)) refuse('MEDIA_LINK_EXPIRED');
  return runningEngine()?.originOf(id)?.answer(link.file, query) ?? null;
}
