import type { MediaAnswer, MediaLink } from '#server/media/index.ts';
import { readStoredFile } from '#server/media/index.ts';
import { askNode } from './ask-node.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { runningEngine } from './on-air.ts';

/** What a player asks of a broadcast that is on air, or was until some minutes ago, here or elsewhere. */
export function answerLive(
  link: MediaLink,
  query: URLSearchParams,
): MediaAnswer | null | Promise<MediaAnswer | null> {
  const origin = runningEngine()?.originOf(link.resource.id);
  return origin ? origin.answer(link.file, query) : askNode(link, query);
}

const types: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  mp4: 'video/mp4',
};

// Of what stands beside a recording only these are for players; its index is not.
const playable = /^(?:master\.m3u8|[a-z0-9-]+\/(?:index\.m3u8|init-[\d-]+\.mp4|seg-[\d-]+\.m4s))$/;

/** What a player asks of a recording: playlists and segments as they stand in storage. */
export async function answerRecording(link: MediaLink): Promise<MediaAnswer | null> {
  if (!playable.test(link.file)) return null;
  const file = readStoredFile(`${storagePrefix(link.resource.id)}/${link.file}`);
  const body = Buffer.isBuffer(file) ? file : await file;
  if (!body) return null;
  const ending = link.file.split('.').at(-1) ?? '';
  return {
    status: 200,
    type: types[ending] ?? 'application/octet-stream',
    keep: ending === 'm3u8' ? 30 : 'lasting',
    body,
  };
}
