import { nowMs } from '#server/platform/clock.ts';
import type { Feed, FeedTag } from './feed.ts';
import type { RungPlan } from './ladder.rules.ts';
import { type Head, writeHead } from './mp4-boxes.ts';
import type { MediaTag } from './publication.ts';
import type { Rendition } from './rendition.ts';
import { readTag, type Sample, type TrackConfig } from './samples.ts';
import type { Source } from './source-probe.ts';
import { Transcoder } from './transcoder.ts';
import { workOf } from './transcoder-arguments.ts';

export type RunParts = {
  feed: Feed;
  source: Source;
  plans: readonly RungPlan[];
  renditions: readonly Rendition[];
  mapName: string;
  /** Time never runs backwards across a change of feed. */
  notBeforeMs: number;
  events: {
    begun(rendition: Rendition, head: Head): void;
    advanced(): void;
    /** A tag of the feed has come, before anything is made of it. */
    passed(tag: FeedTag): void;
  };
};

/** Where the clock of a run begins: room for sound that starts before the picture. */
const startsAtMs = 10_000;
const maxWaiting = 4_000;

/**
 * From the first tag of a feed to its last: what can be passed through goes straight to the
 * renditions, the rest by way of one ffmpeg.
 */
export class Run {
  readonly feed: Feed;
  readonly source: Source;
  readonly copies: boolean;
  /** What ffmpeg makes here. */
  readonly encodedRungs: { name: string; shortSide: number }[];
  readonly transcoder: Transcoder | null;
  readonly beganAt = performance.now();
  /** When ffmpeg last gave something, or when the run began. */
  lastMadeAt = performance.now();
  /** When the encoder last gave something, or when the run began. */
  lastTakenAt = performance.now();
  /** Wall clock of the first tag. */
  shownFromMs: number | null = null;
  #parts: RunParts;
  #rungs: RungFeed[];
  #firstAt: number | null = null;
  #generation: number;
  #pictureMs = startsAtMs;
  /** Up to where ffmpeg has come in each picture that it makes, on the clock of the run. */
  #madeMs: number[];

  constructor(parts: RunParts) {
    const { feed, source, plans, renditions } = parts;
    const work = workOf(plans);
    this.#parts = parts;
    this.feed = feed;
    this.source = source;
    this.#generation = feed.generation;
    this.copies = work.followsSource;
    this.#rungs = plans.flatMap((plan, index) => {
      const rendition = renditions[index];
      return rendition
        ? [new RungFeed(plan, (head) => this.#begin(rendition, head), rendition)]
        : [];
    });
    this.#madeMs = work.pictures.map(() => startsAtMs);
    const isNeeded = work.pictures.length > 0 || work.sound;
    const names = work.pictures.map(({ name }) => name);
    this.encodedRungs = work.pictures.map(({ name, video }) => ({
      name,
      shortSide: Math.min(video.width, video.height),
    }));
    this.transcoder = isNeeded
      ? new Transcoder(source, work, { made: (result, tag) => this.#made(tag, result, names) })
      : null;
  }

  #made(tag: MediaTag, result: number, names: readonly string[]): void {
    this.lastMadeAt = performance.now();
    const name = names[result];
    if (name !== undefined) this.#madeMs[result] = tag.timestamp;
    for (const rung of this.#rungs) {
      const { plan } = rung;
      if (name === undefined || plan.name === name || plan.like === name) {
        rung.take(tag, tag.timestamp);
      }
    }
    this.#parts.events.advanced();
  }

  /** The encoder has changed its picture or sound meanwhile. */
  get isOutdated(): boolean {
    return this.#generation !== this.feed.generation;
  }

  /** By how much the slowest picture from ffmpeg is behind what it was given, in milliseconds. */
  get lagMs(): number {
    return this.#pictureMs - Math.min(this.#pictureMs, ...this.#madeMs);
  }

  /** From now on every tag of the feed is taken. */
  start(): void {
    this.feed.listen((tag) => this.#take(tag));
  }

  #take(tag: FeedTag): void {
    this.#parts.events.passed(tag);
    this.#firstAt ??= tag.at;
    this.lastTakenAt = performance.now();
    this.shownFromMs ??= Math.max(tag.arrivedMs, this.#parts.notBeforeMs);
    const atMs = Math.max(0, tag.at - this.#firstAt + startsAtMs);
    if (tag.kind === 'video') this.#pictureMs = Math.max(this.#pictureMs, atMs);
    for (const rung of this.#rungs) {
      const passes = tag.kind === 'video' ? rung.plan.video?.copy : rung.plan.audio?.copy;
      if (passes) rung.take(tag, atMs);
    }
    this.#parts.events.advanced();
    const { kind, body } = tag;
    this.transcoder?.write({ kind, timestamp: atMs, body });
  }

  #begin(rendition: Rendition, head: Head): void {
    rendition.beginRun(head, {
      mapName: this.#parts.mapName,
      shownFromMs: this.shownFromMs ?? nowMs(),
      clockMs: startsAtMs,
    });
    this.#parts.events.begun(rendition, head);
  }

  /** Takes no more, and waits for what ffmpeg still holds; not at all when it is `late`. */
  async stop({ late = false } = {}): Promise<void> {
    this.feed.unlisten();
    if (late) this.transcoder?.kill();
    await this.transcoder?.finish();
  }
}

/** Gathers what one rendition needs before its first sample, then hands samples on. */
class RungFeed {
  readonly plan: RungPlan;
  #begin: (head: Head) => void;
  #rendition: Rendition;
  #configs = new Map<TrackConfig['kind'], TrackConfig>();
  #waiting: Sample[] = [];
  #isBegun = false;

  constructor(plan: RungPlan, begin: (head: Head) => void, rendition: Rendition) {
    this.plan = plan;
    this.#begin = begin;
    this.#rendition = rendition;
  }

  take(tag: MediaTag, atMs: number): void {
    const read = readTag(tag, atMs);
    if (!read) return;
    if ('config' in read) this.#configure(read.config);
    else if (this.#isBegun) this.#rendition.add(read.sample);
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(read.sample);
  }

  #configure(config: TrackConfig): void {
    if (this.#isBegun) return;
    this.#configs.set(config.kind, config);
    const wanted = [this.plan.video && 'video', this.plan.audio && 'audio'] as const;
    const tracks = wanted.flatMap((kind) => (kind ? [this.#configs.get(kind)] : []));
    if (!tracks.every((track) => track !== undefined)) return;
    this.#isBegun = true;
    this.#begin(writeHead(tracks));
    // Sound waited for the picture's first frame or the other way round: in the order of time.
    const waiting = this.#waiting.splice(0).toSorted((a, b) => a.decodeMs - b.decodeMs);
    for (const sample of waiting) this.#rendition.add(sample);
  }
}
