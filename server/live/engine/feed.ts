import { nowMs } from '#server/platform/clock.ts';
import { readAudioTag, readVideoTag } from './codecs.ts';
import { Pace } from './pace.ts';
import type { EncoderLink, MediaTag, Publication } from './publication.ts';
import type { Source } from './source-probe.ts';
import { reshaped, SourceProbe } from './source-probe.ts';
import { Weight } from './weight.ts';

export type FeedRole = 'main' | 'backup';

/** A tag with its time in milliseconds since the feed began, free of the 32-bit wrap. */
export type FeedTag = MediaTag & { at: number; arrivedMs: number };

/** What a feed was like, so that the same encoder coming back need not be judged again. */
export type Remembered = { source: Source; configs: readonly (Buffer | null)[] };

export type FeedEvents = {
  /** The source is known, or the feed has gone, or its codec cannot be used. */
  changed(feed: Feed): void;
};

const maxBacklogBytes = 48 * 1024 * 1024;
const maxJumpMs = 10_000;
/** A keyframe that is older is not what the encoder shows now. */
const freshMs = 400;
/** With keyframes further apart nobody waits for the next one. */
const longestGapSeconds = 4.2;

/**
 * What one encoder sends. Until someone listens it keeps the tags since the last keyframe, so that
 * whoever begins to listen can show a picture at once; memory is bounded.
 */
export class Feed implements Publication {
  readonly role: FeedRole;
  source: Source | null = null;
  isOver = false;
  /** Counts the changes of picture or sound on the way. */
  generation = 0;
  /** The encoder was asked to wait, since it sends faster than real time: its silence is ours. */
  isPaused = false;
  lastMediaAt = performance.now();
  /** What let the encoder in, for whoever gave it. */
  readonly pass: string;
  readonly stats = { bytes: 0, frames: 0, keyframes: 0, keyframeGapMs: 0, dropped: 0 };
  #lastFrameAt: number | null = null;
  #events: FeedEvents;
  #probe: SourceProbe | null = new SourceProbe();
  #link: EncoderLink | null = null;
  #videoConfig: MediaTag | null = null;
  #audioConfig: MediaTag | null = null;
  #backlog: FeedTag[] = [];
  #backlogBytes = 0;
  #listener: ((tag: FeedTag) => void) | null = null;
  #pace = new Pace();
  #weight = new Weight();
  #waiting: NodeJS.Timeout | undefined;
  #lastRaw: number | null = null;
  #clock = 0;
  /** Wall clock at which the feed's clock was zero, by the tag that was least delayed. */
  #zeroMs = Number.POSITIVE_INFINITY;
  #lastKeyframeAt: number | null = null;
  #lastPictureAt = performance.now();
  #remembered: Remembered | null;

  constructor(
    role: FeedRole,
    events: FeedEvents,
    known: { remembered: Remembered | null; pass: string },
  ) {
    this.role = role;
    this.pass = known.pass;
    this.#events = events;
    this.#remembered = known.remembered;
  }

  /** When there was last something to show: of a source with a picture, a picture. */
  get lastShownAt(): number {
    return this.source?.video ? this.#lastPictureAt : this.lastMediaAt;
  }

  /** What to remember of this feed, once its source is known. */
  get memory(): Remembered | null {
    return this.source && { source: this.source, configs: this.#configs() };
  }

  #configs(): (Buffer | null)[] {
    return [this.#videoConfig?.body ?? null, this.#audioConfig?.body ?? null];
  }

  get address(): string {
    return this.#link?.address ?? '';
  }

  attach(link: EncoderLink): void {
    this.#link = link;
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.lastMediaAt = performance.now();
    this.#lastPictureAt = this.lastMediaAt;
    this.#link?.resume();
  }

  close(reason: string): void {
    this.#link?.close(reason);
    this.ended();
  }

  ended(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.#waiting);
    this.#listener = null;
    this.#backlog = [];
    this.#events.changed(this);
  }

  take(raw: MediaTag): boolean {
    if (this.isOver || raw.kind === 'script') return true;
    const at = this.#unwrap(raw.timestamp);
    if (!this.#weight.take(at, raw.body.length)) {
      this.close('This is too much data for the time that it covers.');
      return true;
    }
    const arrivedMs = nowMs();
    const tag = { ...raw, at, arrivedMs };
    this.#zeroMs = Math.min(this.#zeroMs, arrivedMs - at);
    this.lastMediaAt = performance.now();
    if (tag.kind === 'video') this.#lastPictureAt = this.lastMediaAt;
    this.#count(tag);
    this.#keepConfig(tag);
    if (this.#listener) this.#listener(tag);
    else this.#keep(tag);
    return this.#hasRoom(at);
  }

  #keep(tag: FeedTag): void {
    this.#store(tag);
    if (this.#probe) this.#look(tag);
    // Whoever waits to show this feed begins with a keyframe as it arrives.
    else if (startsPicture(tag)) queueMicrotask(() => this.#events.changed(this));
  }

  #hasRoom(at: number): boolean {
    const waitMs = this.#pace.take(at, this.lastMediaAt);
    if (waitMs === 0) return true;
    this.isPaused = true;
    this.#waiting = setTimeout(() => this.resume(), waitMs);
    return false;
  }

  /** What could be shown begins now: with the keyframe that has just come, in real time. */
  get isFresh(): boolean {
    if (!this.source?.video) return this.source !== null;
    if (this.#pace.isHurried || !this.#hasKeyframe()) return false;
    const { keyframeSeconds } = this.source.video;
    if (keyframeSeconds === null || keyframeSeconds > longestGapSeconds) return true;
    return nowMs() - (this.#backlog[0]?.arrivedMs ?? 0) < freshMs;
  }

  /**
   * From now on `listener` gets every tag. It is given first what is needed to decode, then
   * everything since the last keyframe.
   */
  listen(listener: (tag: FeedTag) => void): void {
    const waiting = this.#backlog;
    this.#backlog = [];
    this.#backlogBytes = 0;
    const at = waiting[0]?.at ?? this.#clock;
    const arrivedMs = Number.isFinite(this.#zeroMs) ? this.#zeroMs + at : nowMs();
    for (const config of [this.#videoConfig, this.#audioConfig]) {
      if (config) listener({ ...config, at, arrivedMs });
    }
    for (const tag of waiting) listener(tag);
    this.#listener = listener;
  }

  /** Nobody listens any more; tags are kept since the next keyframe. */
  unlisten(): void {
    this.#listener = null;
  }

  #unwrap(raw: number): number {
    const step = this.#lastRaw === null ? 0 : (raw - this.#lastRaw) | 0;
    this.#lastRaw = raw;
    // A clock that jumps (an encoder that starts anew) must not tear a hole into the broadcast.
    this.#clock += Math.abs(step) > maxJumpMs ? 40 : step;
    return this.#clock;
  }

  #count(tag: FeedTag): void {
    this.stats.bytes += tag.body.length;
    if (tag.kind !== 'video') return;
    const { isKeyframe, isConfig } = readVideoTag(tag.body);
    if (isConfig) return;
    this.stats.frames += 1;
    this.#countDropped(tag.at);
    if (!isKeyframe) return;
    this.stats.keyframes += 1;
    if (this.#lastKeyframeAt !== null) this.stats.keyframeGapMs = tag.at - this.#lastKeyframeAt;
    this.#lastKeyframeAt = tag.at;
  }

  /** Frames are as far apart as the source's rate says; what is missing between two was left out. */
  #countDropped(at: number): void {
    const before = this.#lastFrameAt;
    const rate = this.source?.video?.frameRate;
    this.#lastFrameAt = at;
    if (before === null || !rate) return;
    const frames = Math.round(((at - before) * rate) / 1000);
    if (frames > 1) this.stats.dropped += frames - 1;
  }

  #keepConfig(tag: MediaTag): void {
    const { kind, timestamp, body } = tag;
    if (!isConfigTag(tag)) return;
    const before = kind === 'video' ? this.#videoConfig : this.#audioConfig;
    if (kind === 'video') this.#videoConfig = { kind, timestamp, body };
    else this.#audioConfig = { kind, timestamp, body };
    if (before && !before.body.equals(body)) this.#judgeAnew(kind);
  }

  /**
   * The encoder has changed its picture or sound on the way. Its pace is taken to be what it was, so
   * that the show goes on with the next keyframe; what else was known no longer holds.
   */
  #judgeAnew(kind: MediaTag['kind']): void {
    const known = this.source;
    this.#listener = null;
    this.#clear();
    this.generation += 1;
    const changed = kind === 'video' ? this.#videoConfig : this.#audioConfig;
    this.source = known && changed ? reshaped(known, changed) : null;
    if (!this.source) this.#probeAnew();
    queueMicrotask(() => this.#events.changed(this));
  }

  #probeAnew(): void {
    this.#probe = new SourceProbe();
    for (const config of [this.#videoConfig, this.#audioConfig]) {
      if (config) this.#probe.see(config, this.#clock);
    }
  }

  #look(tag: FeedTag): void {
    this.#probe?.see(tag, tag.at);
    const verdict = this.#probe?.verdict() ?? this.#knownBefore(tag);
    if (!verdict) return;
    this.#probe = null;
    this.source = verdict;
    queueMicrotask(() => this.#events.changed(this));
  }

  #knownBefore(tag: FeedTag): Source | null {
    const known = this.#remembered;
    if (!known || !startsPicture(tag)) return null;
    const same = this.#configs().every((config, index) => {
      const other = known.configs[index] ?? null;
      return config && other ? config.equals(other) : config === other;
    });
    return same ? known.source : null;
  }

  #store(tag: FeedTag): void {
    if (isConfigTag(tag)) return;
    const starts = startsPicture(tag);
    // While the source is being judged everything from the first keyframe on is kept, else only
    // what follows the last one.
    const restarts = starts && (this.#probe === null || !this.#hasKeyframe());
    if (restarts) this.#clear();
    if (this.#videoConfig && this.#backlog.length === 0 && !starts) return;
    this.#backlog.push(tag);
    this.#backlogBytes += tag.body.length;
    if (this.#backlogBytes > maxBacklogBytes || this.#backlog.length > 5_000) this.#clear();
  }

  #hasKeyframe(): boolean {
    const first = this.#backlog[0];
    return first !== undefined && startsPicture(first);
  }

  #clear(): void {
    this.#backlog = [];
    this.#backlogBytes = 0;
  }
}

const startsPicture = (tag: MediaTag): boolean =>
  tag.kind === 'video' && readVideoTag(tag.body).isKeyframe;

function isConfigTag(tag: MediaTag): boolean {
  if (tag.kind === 'video') return readVideoTag(tag.body).isConfig;
  return tag.kind === 'audio' && readAudioTag(tag.body).isConfig;
}
