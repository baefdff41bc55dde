import { lastPartOf, type MediaPlaylist, readMediaPlaylist } from './media-playlist.ts';

export type Asked = { status: number; body: Buffer; type: string; ms: number; at: number };

/** One request, with how long it took and when its answer was there. */
export async function ask(url: string): Promise<Asked> {
  const began = performance.now();
  const response = await fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  const at = performance.now();
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, body, type, ms: at - began, at };
}

/** A playlist as it came, and the delta update that was asked for in the same moment. */
export type Seen = { list: MediaPlaylist; delta: string; at: number };
export type Fetched = { status: number; body: Buffer; firstSeenAt: number };

/** What one player of one rendition has seen. */
export type Watched = {
  url: string;
  seen: Seen[];
  files: Map<string, Fetched>;
  failures: string[];
};

/**
 * Watches a rendition as a player with low latency does: asks for each next part by a reload that
 * waits, and fetches whatever is named. Stops when `isOver` says so.
 */
export async function watch(url: string, isOver: (watched: Watched) => boolean): Promise<Watched> {
  const watched: Watched = { url, seen: [], files: new Map(), failures: [] };
  let query = '';
  const fetching: Promise<void>[] = [];
  while (!isOver(watched)) {
    const skip = `${query}${query ? '&' : '?'}_HLS_skip=YES`;
    const [answer, delta] = await Promise.all([ask(url + query), ask(url + skip)]);
    if (answer.status !== 200 || delta.status !== 200) {
      watched.failures.push(`${query} ${answer.status} ${delta.status}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const list = readMediaPlaylist(answer.body.toString());
    watched.seen.push({ list, delta: delta.body.toString(), at: answer.at });
    fetching.push(...fetchNew(watched, list));
    if (list.isEnded) break;
    const { msn, part } = lastPartOf(list);
    query = list.segments.at(-1)?.uri
      ? `?_HLS_msn=${msn + 1}&_HLS_part=0`
      : `?_HLS_msn=${msn}&_HLS_part=${part + 1}`;
  }
  await Promise.all(fetching);
  return watched;
}

/** Named files that were not fetched yet. */
function fetchNew({ url, files }: Watched, list: MediaPlaylist): Promise<void>[] {
  const named = list.segments.flatMap(({ uri, isGap, map, parts }) => [
    ...(map ? [map] : []),
    ...parts.map((part) => part.uri),
    ...(uri && !isGap ? [uri] : []),
  ]);
  return [...new Set(named)]
    .filter((name) => !files.has(name))
    .map(async (name) => {
      const file = { status: 0, body: Buffer.alloc(0), firstSeenAt: performance.now() };
      files.set(name, file);
      const { status, body } = await ask(new URL(name, url).href);
      Object.assign(file, { status, body });
    });
}
