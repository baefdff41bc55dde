import type { MediaAnswer, MediaLink } from '#server/media/index.ts';
import { readStoredFile } from '#server/media/index.ts';
import { db } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { askNode } from './ask-node.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { cutPlaylist } from './engine/recording-cut.rules.ts';
import { runningEngine } from './on-air.ts';
import { findTrim } from './recordings.queries.ts';

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

/** What a player asks of a recording: segments as they stand in storage, playlists as it is trimmed. */
export async function answerRecording(link: MediaLink): Promise<MediaAnswer | null> {
  const answer = await answerStored(link);
  if (!answer || !link.file.endsWith('/index.m3u8')) return answer;
  const cut = await findTrim(db(), link.resource.id);
  return cut ? { ...answer, body: cutOf(link, cut, answer.body) } : answer;
}

type Shown = { first: number; last: number };

// Many viewers of a recording ask for the same few playlists.
const cuts = remembered(new Map<string, Buffer>());
const mostCuts = 32;

function cutOf({ resource, file }: MediaLink, cut: Shown, whole: Buffer): Buffer {
  const key = `${resource.id}/${file} ${cut.first}-${cut.last}`;
  const known = cuts.get(key);
  if (known) return known;
  const body = Buffer.from(cutPlaylist(whole.toString('utf8'), cut));
  cuts.set(key, body);
  if (cuts.size > mostCuts) cuts.delete(cuts.keys().next().value as string);
  return body;
}

/** Playlists and segments as they stand in storage, all of the recording. */
export async function answerStored(link: MediaLink): Promise<MediaAnswer | null> {
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
