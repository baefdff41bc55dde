import type { Fragment, Head, Track } from './mp4-boxes.ts';

export type Part = { seconds: number; isIndependent: boolean; bytes: Buffer };

export type Segment = {
  sequence: number;
  seconds: number;
  /** Wall clock of the first picture, milliseconds since 1970. */
  startsAtMs: number;
  /** The first one after a change of feed. */
  isDiscontinuous: boolean;
  /** Missing in this rendition while others have it. */
  isGap: boolean;
  isClosed: boolean;
  mapName: string;
  parts: Part[];
  /** The parts in one piece, once closed. */
  bytes: Buffer | null;
};

export type PackagingRules = {
  /** Seconds; the same for the whole broadcast and all renditions. */
  partTarget: number;
  target: number;
  /** A number that no earlier process of this broadcast had: file names never repeat. */
  epoch: number;
};

export type RunStart = { mapName: string; startsAtMs: number; startsAt: number };

export type RenditionEvents = { segmentClosed(rendition: Rendition, segment: Segment): void };

const minSegmentSeconds = 1.9;
const windowTargets = 10;
const keptAfterwards = 10;
const tolerance = 0.0005;

/**
 * One rendition of a broadcast: takes the fragments of its ffmpeg pipe, groups frames into parts
 * and parts into segments, and keeps the newest of them in memory. Segments begin on keyframes at
 * instants which depend on the picture's clock only, so that all renditions are cut alike.
 */
export class Rendition {
  readonly name: string;
  readonly rules: PackagingRules;
  /** Closed ones that the playlist names, oldest first, then the open one apart. */
  segments: Segment[] = [];
  open: Segment | null = null;
  discontinuitySequence = 0;
  isEnded = false;
  nextSequence: number;
  head: Head | null = null;
  readonly maps = new Map<string, Buffer>();
  #events: RenditionEvents;
  #departed: Segment[] = [];
  #run: RunStart | null = null;
  #lead: Track | null = null;
  #leading: Buffer[] = [];
  #part: { startsAt: number; isIndependent: boolean; pieces: Buffer[] } | null = null;
  #segmentAt = { decode: 0, present: 0 };
  #lastEnd = 0;
  #isFirstOfRun = false;
  #isFirstOfAll: boolean;
  #waiting = new Set<() => void>();

  constructor(
    name: string,
    start: { rules: PackagingRules; nextSequence: number; isContinued: boolean },
    events: RenditionEvents,
  ) {
    this.name = name;
    this.rules = start.rules;
    this.nextSequence = start.nextSequence;
    this.#isFirstOfAll = !start.isContinued;
    // What an earlier process showed has left the playlist, with a change of feed after it.
    this.#events = events;
  }

  beginRun(head: Head, run: RunStart): void {
    this.head = head;
    this.#run = run;
    this.#lead = head.tracks.find((track) => track.kind === 'video') ?? head.tracks[0] ?? null;
    this.#leading = [];
    this.#isFirstOfRun = true;
    this.maps.set(run.mapName, head.bytes);
  }

  add(fragment: Fragment): void {
    if (!this.#run) return;
    if (fragment.track.id !== this.#lead?.id) {
      if (this.#part) this.#part.pieces.push(fragment.bytes);
      else this.#leading.push(fragment.bytes);
      return;
    }
    if (!this.open && !fragment.isKeyframe) return;
    if (this.open && this.#cutsSegment(fragment)) this.#closeSegment(fragment.decodeAt);
    if (!this.open) this.#openSegment(fragment);
    else if (this.#fillsPart(fragment)) this.#closePart(fragment.decodeAt);
    this.#part ??= {
      startsAt: fragment.decodeAt,
      isIndependent: fragment.isKeyframe,
      pieces: this.#leading.splice(0),
    };
    this.#part.pieces.push(fragment.bytes);
    this.#lastEnd = fragment.decodeAt + fragment.seconds;
  }

  /** The feed has stopped: what is open is closed as it is. */
  endRun(): void {
    if (this.open) this.#closeSegment(this.#lastEnd);
    this.#run = null;
    this.#leading = [];
  }

  /** Stands in for a segment that only other renditions have. */
  addGap(like: Segment): void {
    const mapName = this.segments.at(-1)?.mapName ?? '';
    const gap = {
      ...like,
      sequence: this.nextSequence,
      parts: [],
      bytes: null,
      isGap: true,
      mapName,
    };
    this.nextSequence += 1;
    this.#keep(gap);
    this.changed();
  }

  end(): void {
    this.endRun();
    this.isEnded = true;
    this.changed();
  }

  #cutsSegment(fragment: Fragment): boolean {
    const seconds = fragment.presentAt - this.#segmentAt.present;
    if (fragment.track.kind === 'audio') return seconds >= 2 - tolerance;
    // Never longer than the target allows, even when the encoder forgets its keyframes.
    if (seconds >= this.rules.target + 0.4) return true;
    return fragment.isKeyframe && seconds >= minSegmentSeconds - tolerance;
  }

  #fillsPart(fragment: Fragment): boolean {
    if (!this.#part) return false;
    const seconds = fragment.decodeAt + fragment.seconds - this.#part.startsAt;
    return seconds > this.rules.partTarget + tolerance;
  }

  #openSegment(fragment: Fragment): void {
    const run = this.#run;
    if (!run) return;
    this.#segmentAt = { decode: fragment.decodeAt, present: fragment.presentAt };
    this.open = {
      sequence: this.nextSequence,
      seconds: 0,
      startsAtMs: Math.round(run.startsAtMs + (fragment.presentAt - run.startsAt) * 1000),
      isDiscontinuous: this.#isFirstOfRun && !this.#isFirstOfAll,
      isGap: false,
      isClosed: false,
      mapName: run.mapName,
      parts: [],
      bytes: null,
    };
    this.nextSequence += 1;
    this.#isFirstOfRun = false;
    this.#isFirstOfAll = false;
  }

  #closePart(endsAt: number): void {
    const part = this.#part;
    this.#part = null;
    if (!part || !this.open) return;
    const seconds = Math.max(0.001, endsAt - part.startsAt);
    const bytes = Buffer.concat(part.pieces);
    this.open.parts.push({ seconds, isIndependent: part.isIndependent, bytes });
    this.changed();
  }

  #closeSegment(endsAt: number): void {
    this.#closePart(endsAt);
    const segment = this.open;
    this.open = null;
    if (!segment) return;
    segment.seconds = Math.max(0.001, endsAt - this.#segmentAt.decode);
    segment.isClosed = true;
    segment.bytes = Buffer.concat(segment.parts.map((part) => part.bytes));
    let at = 0;
    for (const part of segment.parts) {
      const { length } = part.bytes;
      part.bytes = segment.bytes.subarray(at, at + length);
      at += length;
    }
    this.#keep(segment);
    this.#events.segmentClosed(this, segment);
    this.changed();
  }

  #keep(segment: Segment): void {
    this.segments.push(segment);
    const window = this.rules.target * windowTargets;
    let seconds = this.segments.reduce((sum, one) => sum + one.seconds, 0);
    while (this.segments.length > 6 && seconds - (this.segments[0]?.seconds ?? 0) >= window) {
      const departed = this.segments.shift();
      if (!departed) break;
      seconds -= departed.seconds;
      if (departed.isDiscontinuous) this.discontinuitySequence += 1;
      this.#departed.push(departed);
    }
    this.#departed.splice(0, this.#departed.length - keptAfterwards);
    this.#forgetMaps();
  }

  #forgetMaps(): void {
    const used = new Set([...this.#departed, ...this.segments].map((segment) => segment.mapName));
    if (this.#run) used.add(this.#run.mapName);
    for (const name of this.maps.keys()) if (!used.has(name)) this.maps.delete(name);
  }

  /** A segment that is still in memory, named by the playlist or gone from it a short while ago. */
  find(sequence: number): Segment | null {
    if (this.open?.sequence === sequence) return this.open;
    const known = (one: Segment) => one.sequence === sequence;
    return this.segments.find(known) ?? this.#departed.find(known) ?? null;
  }

  /** Resolves at the next new part or segment, or at the end. */
  nextChange(): { promise: Promise<void>; cancel: () => void } {
    let wake: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#waiting.add(wake);
    return { promise, cancel: () => this.#waiting.delete(wake) };
  }

  version = 0;

  changed(): void {
    this.version += 1;
    const woken = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of woken) wake();
  }
}
