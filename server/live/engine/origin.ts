import { gzipSync } from 'node:zlib';
import type { LiveBroadcast } from './live-broadcast.ts';
import { mediaPlaylist, multivariantPlaylist } from './playlists.ts';
import type { Directives } from './reload.rules.ts';
import { judgeReload, readDirectives } from './reload.rules.ts';
import type { Rendition, Segment } from './rendition.ts';

export type OriginAnswer = {
  status: 200 | 400 | 404 | 503;
  type: 'application/vnd.apple.mpegurl' | 'video/mp4' | 'text/plain';
  keep: 'never' | 'ask' | 'lasting' | number;
  body: Buffer;
  /** The same body compressed, where that pays. */
  gzip?: Buffer;
};

type Text = { body: Buffer; gzip: Buffer };

// Variants are fixed while the broadcast lasts; half a minute spares nothing and heals everything.
const masterSeconds = 30;
// A reload with directives has one answer: the playlist as it stands then.
const reloadSeconds = 1;

const file = {
  map: /^(?:init|slate)-\d{1,6}-\d{1,6}\.mp4$/,
  segment: /^seg-(\d{1,6})-(\d{1,9})\.m4s$/,
  part: /^part-(\d{1,6})-(\d{1,9})-(\d{1,4})\.m4s$/,
};

const nothing = (status: 400 | 404 | 503): OriginAnswer => ({
  status,
  type: 'text/plain',
  keep: 'never',
  body: Buffer.alloc(0),
});

const notFound = nothing(404);

/** Answers what players ask of one broadcast: playlists, segments, parts. Holds what must wait. */
export class LiveOrigin {
  #broadcast: LiveBroadcast;
  #texts = new Map<string, Text & { version: number }>();

  constructor(broadcast: LiveBroadcast) {
    this.#broadcast = broadcast;
  }

  /** `path` is below the broadcast's address: `master.m3u8`, `720p/index.m3u8`, … */
  answer(path: string, query: URLSearchParams): OriginAnswer | Promise<OriginAnswer> {
    if (path === 'master.m3u8') return this.#master();
    const [name, fileName, ...more] = path.split('/');
    const rendition = this.#broadcast.renditions.find((one) => one.name === name);
    if (!rendition || !fileName || more.length > 0) return notFound;
    if (fileName === 'index.m3u8') return this.#playlist(rendition, query);
    return this.#media(rendition, fileName);
  }

  #master(): OriginAnswer {
    const { variants } = this.#broadcast;
    if (variants.length === 0) return notFound;
    const text = this.#text('master', 0, () => multivariantPlaylist(variants, 'index.m3u8'));
    return playlist(text, masterSeconds);
  }

  async #playlist(rendition: Rendition, query: URLSearchParams): Promise<OriginAnswer> {
    const directives = readDirectives(query);
    if (!directives) return nothing(400);
    const until = performance.now() + rendition.rules.target * 3_000;
    for (;;) {
      const verdict = judgeReload(directives, positionOf(rendition));
      if (verdict === 'refuse') return nothing(400);
      // After a restart there is nothing to show yet; players give up on 404, but wait for this.
      if (verdict === 'answer' && !isEmpty(rendition)) return this.#current(rendition, directives);
      if (!(await changeBefore(rendition, until))) return nothing(503);
    }
  }

  #current(rendition: Rendition, directives: Directives): OriginAnswer {
    const { skip } = directives;
    const key = `${rendition.name}${skip ? ' skip' : ''}`;
    const { renditions } = this.#broadcast;
    // Its reports are as new as itself: what happens in another rendition changes it, too.
    const version = renditions.reduce((sum, one) => sum + one.version, 0);
    const text = this.#text(key, version, () => {
      const others = renditions.filter((one) => one !== rendition);
      return mediaPlaylist(rendition, others, { skip });
    });
    return playlist(text, directives.sequence === null ? 'ask' : reloadSeconds);
  }

  /** Rendered once for each change, however many players ask. */
  #text(key: string, version: number, render: () => string): Text {
    const known = this.#texts.get(key);
    if (known && known.version === version) return known;
    const body = Buffer.from(render());
    const text = { version, body, gzip: gzipSync(body, { level: 4 }) };
    this.#texts.set(key, text);
    return text;
  }

  #media(rendition: Rendition, name: string): OriginAnswer | Promise<OriginAnswer> {
    const map = rendition.maps.get(name);
    if (map && file.map.test(name)) return media(map);
    const segment = file.segment.exec(name);
    if (segment && isOurs(rendition, segment[1])) {
      const bytes = rendition.find(Number(segment[2]))?.bytes;
      return bytes ? media(bytes) : notFound;
    }
    const part = file.part.exec(name);
    if (part && isOurs(rendition, part[1])) {
      return this.#part(rendition, Number(part[2]), Number(part[3]));
    }
    return notFound;
  }

  #part(
    rendition: Rendition,
    sequence: number,
    index: number,
  ): OriginAnswer | Promise<OriginAnswer> {
    const bytes = rendition.find(sequence)?.parts[index]?.bytes;
    if (bytes) return media(bytes);
    return isHinted(rendition, sequence, index)
      ? this.#hintedPart(rendition, sequence, index)
      : notFound;
  }

  /** The part that the playlist promises next: the request waits until all of it is there. */
  async #hintedPart(rendition: Rendition, sequence: number, index: number): Promise<OriginAnswer> {
    const until = performance.now() + rendition.rules.target * 3_000;
    for (;;) {
      const segment: Segment | null = rendition.find(sequence);
      const bytes = segment?.parts[index]?.bytes;
      if (bytes) return media(bytes);
      if (segment?.isClosed || rendition.isEnded) return notFound;
      if (!(await changeBefore(rendition, until))) return nothing(503);
    }
  }
}

const isEmpty = ({ segments, open, isEnded }: Rendition): boolean =>
  segments.length === 0 && !open?.parts.length && !isEnded;

function isHinted(rendition: Rendition, sequence: number, index: number): boolean {
  const { open, nextSequence, isEnded } = rendition;
  if (isEnded) return false;
  return sequence === (open?.sequence ?? nextSequence) && index === (open?.parts.length ?? 0);
}

const isOurs = (rendition: Rendition, epoch: string | undefined): boolean =>
  Number(epoch) === rendition.rules.epoch;

function positionOf(rendition: Rendition) {
  const { open, nextSequence, isEnded, rules } = rendition;
  return {
    lastClosed: open ? open.sequence - 1 : nextSequence - 1,
    partsOf: (sequence: number) => rendition.find(sequence)?.parts.length ?? null,
    openParts: open?.parts.length ?? 0,
    isEnded,
    partTarget: rules.partTarget,
  };
}

/** True when the rendition has changed before `until` (monotonic milliseconds). */
async function changeBefore(rendition: Rendition, until: number): Promise<boolean> {
  const left = until - performance.now();
  if (left <= 0) return false;
  const { promise, cancel } = rendition.nextChange();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), left);
  });
  const changed = await Promise.race([promise.then(() => true as const), late]);
  clearTimeout(timer);
  cancel();
  return changed;
}

function playlist({ body, gzip }: Text, keep: OriginAnswer['keep']): OriginAnswer {
  const type = 'application/vnd.apple.mpegurl';
  return { status: 200, type, keep, body, gzip };
}

// Media never changes under its name.
const media = (body: Buffer): OriginAnswer => ({
  status: 200,
  type: 'video/mp4',
  keep: 'lasting',
  body,
});
