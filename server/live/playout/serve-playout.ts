import {
  type MediaAnswer,
  type MediaLink,
  mediaClock,
  readStoredFile,
} from '#server/media/index.ts';
import { nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { captionsOf } from './captions.rules.ts';
import { isServedAt, type Played, playlistAt, positionAt, renditionsAt } from './instant.rules.ts';
import { findPlayout, type Playout } from './playouts.queries.ts';
import { type PlayedSource, readCaptionsOf, readSource } from './sources.ts';

const freshMs = 1000;
// While the database cannot answer, what was playing plays on for a while, as its views do.
const staleMs = 60_000;
const mostKept = 2000;
/** `foundMs`: when the database last said so. */
type Kept = { playout: Promise<Playout | null>; atMs: number; foundMs: number };
const kept = remembered(new Map<string, Kept>());

/** What the clock plays of a showing, at most a second old: whole audiences ask at the same time. */
function playoutOf(sessionId: string): Promise<Playout | null> {
  const known = kept.get(sessionId);
  const atMs = nowMs();
  const age = known ? atMs - known.atMs : -1;
  if (known && age >= 0 && age < freshMs) return known.playout;
  if (kept.size >= mostKept) kept.clear();
  const asked: Kept = {
    atMs,
    foundMs: atMs,
    playout: findPlayout(db(), sessionId).catch((error: unknown) => {
      if (!known || atMs - known.foundMs >= staleMs) throw error;
      asked.foundMs = known.foundMs;
      return known.playout;
    }),
  };
  kept.set(sessionId, asked);
  asked.playout.catch(() => kept.get(sessionId) === asked && kept.delete(sessionId));
  return asked.playout;
}

/** Where a show stands at this moment. */
type Moment = { played: Played; source: PlayedSource; position: number };

/**
 * What a player asks of a show that is played by the clock: playlists as they are at this instant, and
 * the segments near it. Before the show and after it there is nothing, whoever has the address.
 */
export async function answerPlayout({ resource, file }: MediaLink): Promise<MediaAnswer | null> {
  const playout = await playoutOf(resource.id);
  if (!playout) return null;
  const startsAtMs = Date.parse(playout.startsAt);
  const hours = { startsAtMs, endsAtMs: startsAtMs + playout.playsMs, target: 1 };
  const position = positionAt(hours, nowMs());
  if (position === null) return null;
  const source = await readSource(playout.source, playout.isDraft ? null : resource.id);
  if (!source) return null;
  const moment = { played: { ...hours, target: source.target }, source, position };
  const [folder = '', name] = file.split('/');
  if (name === undefined) return file === 'master.m3u8' ? answerRenditions(moment) : null;
  return answerFile(moment, folder, name);
}

function answerFile(moment: Moment, folder: string, name: string) {
  const { played, source, position } = moment;
  const captions = source.captionLists.get(folder);
  const list = captions ?? source.lists.get(folder);
  if (!list) return null;
  if (name === 'index.m3u8') return textOf(playlistAt(played, list, position));
  const segment = list.segments.find((one) => one.name === name);
  if (segment && !isServedAt(played, segment, position)) return null;
  if (captions) return segment ? answerCaptions(source, folder, segment) : null;
  if (!segment && !list.segments.some(({ map }) => map === name)) return null;
  return answerBytes(source.keyOf(`${folder}/${name}`));
}

function answerRenditions({ played, source, position }: Moment): MediaAnswer | null {
  const { variants, captions } = source;
  const [list] = source.lists.values();
  return list ? textOf(renditionsAt(played, { variants, list, captions }, position)) : null;
}

async function answerCaptions(
  source: PlayedSource,
  folder: string,
  segment: Parameters<typeof captionsOf>[1],
): Promise<MediaAnswer> {
  const language = folder.slice('captions-'.length);
  const text = captionsOf(await readCaptionsOf(source, language), segment, mediaClock);
  return { ...textOf(text), type: 'text/vtt; charset=utf-8' };
}

/** Who has fetched a piece may keep it for as long as it is shown, and no longer. */
const keptSeconds = 60;

async function answerBytes(key: string): Promise<MediaAnswer | null> {
  const body = await readStoredFile(key);
  return body && { status: 200, type: 'video/mp4', keep: keptSeconds, body };
}

const textOf = (text: string): MediaAnswer => ({
  status: 200,
  type: 'application/vnd.apple.mpegurl',
  keep: 'never',
  body: Buffer.from(text),
});
