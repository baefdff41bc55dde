import Hls, { type HlsConfig } from 'hls.js';
import workerPath from 'hls.js/dist/hls.worker.js?url';
import type { PlaybackMedia } from '#contract/player.ts';
import { keepToClock } from './clock-keeper.ts';
import { afterCalm, afterStall, atStart } from './live-distance.ts';
import { serverNow } from './server-clock.ts';

export type Quality = { height: number; level: number };

type Given = {
  video: HTMLVideoElement;
  kind: PlaybackMedia['kind'];
  /** The address in hand now: it is renewed while the show goes on. */
  address: () => string;
  /** The qualities on offer, the best first. */
  offered: (qualities: Quality[]) => void;
  /** The height that plays now. */
  playing: (height: number) => void;
  /** The server answers, and has nothing newer than what has come here. */
  silent: () => void;
  /** No encoder sends: what is seen from now on is what stands in for the show, or no more. */
  slate: (shown: boolean) => void;
  /** Nothing comes, and loading it again by itself did not help. */
  lost: (forbidden: boolean) => void;
};

export type Source = {
  /** A level of `offered`, or -1: as the line allows. */
  choose: (level: number) => void;
  /** Begins to load again after `lost`. */
  retry: () => void;
  /** The server is known to have more of the show than has come here. */
  hasMore: () => boolean;
  /** To the newest moment of a live show, if it is more than so many seconds away. */
  toEdge: (least?: number) => void;
  stop: () => void;
};

/** So a playlist is answered that waited for something newer, in vain. */
const nothingNew = 503;
/** A start that took longer than this is made up for by a jump, not by playing faster. */
const lateStart = 0.75;
/** So far behind, a live show goes on where it is. */
const tooFar = 10;
/** A rest this short at the end of what came is no rest: times of parts are rounded. */
const leastSeconds = 0.5;
const endOf = (ranges: TimeRanges): number =>
  ranges.length > 0 ? ranges.end(ranges.length - 1) : 0;

/** By the name of what the pictures begin with. */
const isSlate = (begins: string | undefined): boolean => /(?:^|\/)slate-[^/]*$/.test(begins ?? '');

/** `/media/{signature}/…`: a new signature for the same show takes the place of the old one. */
const signature = /^(.*\/media\/)[^/]+\//;
const signedAs = (url: string, address: string): string => {
  const current = /\/media\/([^/]+)\//.exec(address)?.[1];
  return current ? url.replace(signature, `$1${current}/`) : url;
};

const patient = (maxLoadTimeMs: number) => ({
  default: {
    maxTimeToFirstByteMs: 10_000,
    maxLoadTimeMs,
    timeoutRetry: { maxNumRetry: 4, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 6, retryDelayMs: 500, maxRetryDelayMs: 3000 },
  },
});

const configFor = (kind: Given['kind'], address: () => string): Partial<HlsConfig> => ({
  workerPath,
  enableWorker: true,
  lowLatencyMode: kind === 'live',
  backBufferLength: kind === 'recording' ? 60 : 10,
  // What the clock plays is kept to it by ourselves.
  maxLiveSyncPlaybackRate: kind === 'live' ? 1.06 : 1,
  liveDurationInfinity: kind === 'playout',
  // With each stall it would step back by a second for good: `keepNear` decides that.
  liveSyncOnStallIncrease: 0,
  capLevelToPlayerSize: true,
  startLevel: -1,
  abrEwmaDefaultEstimate: 3_000_000,
  manifestLoadPolicy: patient(15_000),
  playlistLoadPolicy: patient(15_000),
  fragLoadPolicy: patient(30_000),
  xhrSetup: (xhr, url) => xhr.open('GET', signedAs(url, address()), true),
});

/** Plays the address in the video: by hls.js, or by the browser where it can and hls.js cannot. */
export function playSource(given: Given): Source {
  return Hls.isSupported() ? byHls(given) : byBrowser(given);
}

function byHls({ video, kind, address, offered, playing, ...says }: Given): Source {
  const { silent, lost, slate } = says;
  const hls = new Hls(configFor(kind, address));
  let mended = 0;
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    const qualities = hls.levels.map(({ height }, level) => ({ height, level }));
    offered(qualities.sort((a, b) => b.height - a.height));
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => playing(hls.levels[level]?.height ?? 0));
  hls.on(Hls.Events.FRAG_CHANGED, (_event, { frag }) => slate(isSlate(frag.initSegment?.relurl)));
  const hasMore = () => (hls.latestLevelDetails?.edge ?? 0) - endOf(video.buffered) > leastSeconds;
  hls.on(Hls.Events.LEVEL_LOADED, () => {
    // A list of what the clock plays runs ahead of it: whoever has all of that waits for nobody.
    if (kind === 'live' && !hasMore()) silent();
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
    if (response?.code === nothingNew && !hasMore()) silent();
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && mended < 3) {
      mended += 1;
      hls.recoverMediaError();
      return;
    }
    lost(response?.code === 403);
  });
  if (kind === 'live') keepNear(hls, video);
  hls.loadSource(address());
  hls.attachMedia(video);
  const keeper = kind === 'playout' ? keepToClock({ video, timeNow: () => timeAt(hls) }) : null;
  return {
    choose: (level) => {
      hls.nextLevel = level;
    },
    retry: () => {
      mended = 0;
      if (hls.levels.length === 0) hls.loadSource(address());
      else hls.startLoad(kind === 'recording' ? video.currentTime : -1);
    },
    toEdge: (least = 1) => (keeper ? keeper.settle() : goToEdge(hls, video, least)),
    hasMore,
    stop: () => {
      keeper?.stop();
      hls.destroy();
    },
  };
}

function goToEdge(hls: Hls, video: HTMLVideoElement, least: number): void {
  const edge = hls.liveSyncPosition;
  if (edge !== null && edge - video.currentTime > least) video.currentTime = edge;
}

/**
 * Keeps a live show as near as the line allows: further back with each stall, nearer again when it
 * is calm. What passes until the first picture is on the screen is made up for at once.
 */
function keepNear(hls: Hls, video: HTMLVideoElement): void {
  let distance = atStart(performance.now());
  const keep = (next: typeof distance) => {
    const { partHoldBack = 0, holdBack = 0 } = hls.latestLevelDetails ?? {};
    const asked = partHoldBack || holdBack;
    if (next !== distance && asked > 0) hls.targetLatency = asked + next.extraSeconds;
    distance = next;
  };
  hls.on(Hls.Events.ERROR, (_event, { details }) => {
    if (details === Hls.ErrorDetails.BUFFER_STALLED_ERROR)
      keep(afterStall(distance, performance.now()));
  });
  hls.on(Hls.Events.LEVEL_UPDATED, () => {
    keep(afterCalm(distance, performance.now()));
    // A machine too slow to play in time falls further and further behind, without a stall.
    if (!video.paused) goToEdge(hls, video, tooFar);
  });
  video.addEventListener('playing', () => goToEdge(hls, video, lateStart), { once: true });
}

/** Where the video shows the present moment of the server's clock, by the hours in the playlist. */
function timeAt({ latestLevelDetails }: Hls): number | null {
  const now = serverNow();
  const dated = (latestLevelDetails?.fragments ?? []).flatMap(({ start, programDateTime }) =>
    programDateTime === null ? [] : [{ start, programDateTime }],
  );
  const shown = dated.findLast(({ programDateTime }) => programDateTime <= now) ?? dated[0];
  return shown ? shown.start + (now - shown.programDateTime) / 1000 : null;
}

function byBrowser({ video, kind, address, playing, lost }: Given): Source {
  const resized = () => playing(video.videoHeight);
  const failed = () => lost(false);
  video.addEventListener('resize', resized);
  video.addEventListener('error', failed);
  video.src = address();
  const timeNow = () => browserTimeAt(video);
  const keeper = kind === 'playout' ? keepToClock({ video, timeNow }) : null;
  return {
    choose: () => undefined,
    retry: () => {
      const at = video.currentTime;
      video.src = address();
      if (Number.isFinite(video.duration)) video.currentTime = at;
    },
    // The browser keeps to itself what it has heard of the server.
    hasMore: () => false,
    toEdge: (least = 1) => {
      if (keeper) return keeper.settle();
      const edge = video.seekable.length > 0 ? video.seekable.end(0) - 2 : 0;
      if (edge - video.currentTime > least) video.currentTime = edge;
    },
    stop: () => {
      keeper?.stop();
      video.removeEventListener('resize', resized);
      video.removeEventListener('error', failed);
      video.removeAttribute('src');
      video.load();
    },
  };
}

/** The same where the browser plays by itself: Safari says which hour its time begins at. */
function browserTimeAt(video: HTMLVideoElement & { getStartDate?: () => Date }): number | null {
  const began = video.getStartDate?.().getTime() ?? Number.NaN;
  return Number.isFinite(began) ? (serverNow() - began) / 1000 : null;
}
