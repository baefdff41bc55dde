import { namesIn } from '#contract/shared/formatters.ts';
import { assetKey, findPlayableAsset } from '#server/media/index.ts';
import { nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { storagePrefix } from '../broadcasts.store.ts';
import { cutPlaylist } from '../engine/recording-cut.rules.ts';
import { type Caption, captionsList, readCaptions } from './captions.rules.ts';
import type { CaptionsLine } from './instant.rules.ts';
import type { PlayoutSource } from './playouts.queries.ts';
import {
  type PlayedList,
  readPlayedList,
  readVariants,
  targetOf,
  type Variant,
} from './source-lists.rules.ts';

/** Everything of a film or a recording that its playlists are computed from. */
export type PlayedSource = {
  variants: Variant[];
  /** By the folder of the rendition. */
  lists: Map<string, PlayedList>;
  target: number;
  captions: CaptionsLine[];
  captionLists: Map<string, PlayedList>;
  /** Where a file of it stands in the storage. */
  keyOf: (name: string) => string;
};

// What is played does not change while it is: read once for a showing, its playlists cost no look at the
// storage. The next showing reads again: sizes or captions may have come since.
const kept = remembered(new Map<string, Promise<PlayedSource | null>>());
const mostKept = 32;

/**
 * What there is to play in a showing, from memory when it was asked for lately; null when nothing is
 * whole. `showing` is null where another film may take its place at any moment: it is read each time.
 */
export function readSource(
  source: PlayoutSource,
  showing: string | null,
): Promise<PlayedSource | null> {
  if (showing === null) return load(source);
  const key = `${showing} ${keyOf(source)}`;
  const known = kept.get(key) ?? load(source);
  kept.delete(key);
  kept.set(key, known);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
  known.then(
    (found) => found ?? forget(key, known),
    () => forget(key, known),
  );
  return known;
}

function forget(key: string, known: Promise<PlayedSource | null>): void {
  if (kept.get(key) === known) kept.delete(key);
}

const keyOf = (source: PlayoutSource): string =>
  source.kind === 'asset'
    ? `asset ${source.id}`
    : `recording ${source.id} ${source.cut?.first}-${source.cut?.last}`;

const fileKey = ({ kind, id }: PlayoutSource, name: string): string =>
  kind === 'asset' ? assetKey(id, name) : `${storagePrefix(id)}/${name}`;

async function load(source: PlayoutSource): Promise<PlayedSource | null> {
  const master = await readText(fileKey(source, 'master.m3u8'));
  const named = readVariants(master ?? '');
  const read = await Promise.all(named.map(({ name }) => readList(source, name)));
  // A rendition that is still being made is left out: it might not keep up with the clock.
  const variants = named.filter((_, index) => read[index]);
  const lists = new Map(
    named.flatMap(({ name }, index) => {
      const list = read[index];
      return list ? [[name, list] as const] : [];
    }),
  );
  const [first] = lists.values();
  if (!first) return null;
  const captions = await captionsFor(source);
  return {
    variants,
    lists,
    target: targetOf([...lists.values()]),
    captions,
    captionLists: new Map(captions.map(({ folder }) => [folder, captionsList(first)])),
    keyOf: (name) => fileKey(source, name),
  };
}

async function readList(source: PlayoutSource, name: string): Promise<PlayedList | null> {
  const text = await readText(fileKey(source, `${name}/index.m3u8`));
  if (text === null) return null;
  const cut = source.kind === 'recording' ? source.cut : null;
  return readPlayedList(cut ? cutPlaylist(text, cut) : text);
}

async function captionsFor({ kind, id }: PlayoutSource): Promise<CaptionsLine[]> {
  const film = kind === 'asset' ? await findPlayableAsset(db(), id) : null;
  return (film?.captions ?? []).map((language) => ({
    folder: `captions-${language}`,
    language,
    // In itself, as menus of languages name them.
    name: (namesIn(language, { type: 'language' }).of(language) ?? language).replaceAll('"', ''),
  }));
}

const readText = (key: string): Promise<string | null> =>
  storage()
    .read(key)
    .then(
      (bytes) => bytes.toString('utf8'),
      (error: unknown) => {
        if (error instanceof FileMissing) return null;
        throw error;
      },
    );

// Their owner may mend captions until the last moment: they are read again now and then.
const captionsKept = remembered(new Map<string, { captions: Promise<Caption[]>; atMs: number }>());
const captionsFreshMs = 30_000;
const mostCaptions = 64;

/** The captions of one language, at most half a minute old. */
export function readCaptionsOf({ keyOf }: PlayedSource, language: string): Promise<Caption[]> {
  const key = keyOf(`captions/${language}.vtt`);
  const known = captionsKept.get(key);
  const age = known ? nowMs() - known.atMs : -1;
  if (known && age >= 0 && age < captionsFreshMs) return known.captions;
  const captions = readText(key).then((text) => readCaptions(text ?? ''));
  captionsKept.delete(key);
  captionsKept.set(key, { captions, atMs: nowMs() });
  if (captionsKept.size > mostCaptions) {
    captionsKept.delete(captionsKept.keys().next().value as string);
  }
  captions.catch(() => captionsKept.delete(key));
  return captions;
}
