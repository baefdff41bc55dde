import { Departed } from './departed.ts';
import type { FragmentTrack, Head } from './mp4-boxes.ts';
import { timescaleOf, videoTimescale, writeFragment } from './mp4-boxes.ts';
import type { Sample } from './samples.ts';
import { SoundClock } from './samples.ts';

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
  /** Shown while no encoder sends; it is no part of the recording. */
  isSlate: boolean;
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

/** `clockMs` on the run's clock is the instant `shownFromMs` of the wall clock. */
export type RunStart = { mapName: string; shownFromMs: number; clockMs: number; isSlate?: boolean };

export type RenditionStart = {
  rules: PackagingRules;
  /** The number of the first segment. */
  sequence: number;
  /** How many discontinuities have left the playlist already. */
  discontinuity: number;
  /** What an earlier process showed has left the playlist, with a change of feed after it. */
  isContinued: boolean;
};

export type RenditionEvents = { segmentClosed(rendition: Rendition, segment: Segment): void };

const minSegmentMs = 1_900;
const windowTargets = 10;
const toleranceMs = 0.5;
const usualFrameMs = 40;
/** Sound that is so far ahead of the picture, or so much of it, waits for a picture in vain. */
const soundAhead = { ms: 15_000, bytes: 4 * 1024 * 1024 };

/**
 * One rendition of a broadcast: takes coded pictures and sound, groups them into parts and parts
 * into segments, and keeps the newest of them in memory. Segments begin on keyframes at instants
 * which depend on the picture's clock only, so that all renditions are cut alike.
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
  #departed: Departed;
  #run: RunStart | null = null;
  #lead: Sample['kind'] = 'video';
  #soundClock: SoundClock | null = null;
  /** Sound that the picture has not reached yet. */
  #sound: Sample[] = [];
  #soundBytes = 0;
  #part: { frames: Sample[] } | null = null;
  #segmentAt = { decode: 0, present: 0 };
  #lastFrame: { decodeMs: number; lengthMs: number } | null = null;
  #fragments = 0;
  #isFirstOfRun = false;
  #isFirstOfAll: boolean;
  #waiting = new Set<() => void>();

  constructor(name: string, start: RenditionStart, events: RenditionEvents) {
    this.name = name;
    this.rules = start.rules;
    this.nextSequence = start.sequence;
    this.discontinuitySequence = start.discontinuity;
    this.#isFirstOfAll = !start.isContinued;
    this.#events = events;
    this.#departed = new Departed(start.rules.target * (windowTargets + 1));
  }

  beginRun(head: Head, run: RunStart): void {
    this.head = head;
    this.#run = run;
    const sound = head.tracks.find((track) => track.kind === 'audio');
    this.#lead = head.tracks[0]?.kind ?? 'video';
    this.#soundClock = sound ? new SoundClock(sound.sampleRate) : null;
    this.#keepSound([]);
    this.#lastFrame = null;
    this.#isFirstOfRun = true;
    this.maps.set(run.mapName, head.bytes);
  }

  add(given: Sample): void {
    if (!this.#run) return;
    const sample = given.kind === 'audio' ? this.#soundClock?.place(given) : given;
    if (!sample) return;
    if (sample.kind === this.#lead) this.#addFrame(sample);
    else this.#addSound(sample);
  }

  /** A picture that stops while the microphone goes on must not fill the memory: old sound goes. */
  #addSound(sample: Sample): void {
    this.#sound.push(sample);
    this.#soundBytes += sample.bytes.length;
    for (let oldest = this.#sound[0]; oldest; oldest = this.#sound[0]) {
      const aheadMs = sample.decodeMs - oldest.decodeMs;
      if (aheadMs <= soundAhead.ms && this.#soundBytes <= soundAhead.bytes) return;
      this.#sound.shift();
      this.#soundBytes -= oldest.bytes.length;
    }
  }

  #keepSound(sound: Sample[]): void {
    this.#sound = sound;
    this.#soundBytes = sound.reduce((sum, sample) => sum + sample.bytes.length, 0);
  }

  #addFrame(frame: Sample): void {
    if (!this.open && !frame.isKeyframe) return;
    const lengthMs = this.#frameLength(frame);
    if (this.open && this.#cutsSegment(frame)) this.#closeSegment(frame.decodeMs);
    if (!this.open) this.#openSegment(frame);
    else if (this.#fillsPart(frame.decodeMs + lengthMs)) this.#closePart(frame.decodeMs);
    this.#part ??= { frames: [] };
    this.#part.frames.push(frame);
    this.#lastFrame = { decodeMs: frame.decodeMs, lengthMs };
  }

  /** How long a frame will be shown, judged by the one before. */
  #frameLength(frame: Sample): number {
    if (frame.kind === 'audio') return this.#soundClock?.frameMs ?? usualFrameMs;
    if (!this.#lastFrame) return usualFrameMs;
    return Math.max(1, frame.decodeMs - this.#lastFrame.decodeMs);
  }

  /** The feed has stopped: what is open is closed as it is. */
  endRun(): void {
    const last = this.#lastFrame;
    if (this.open && last) this.#closeSegment(last.decodeMs + last.lengthMs);
    this.#run = null;
    this.#keepSound([]);
  }

  /** What its last segments took, sound included; null before there is one. */
  get bitsPerSecond(): number | null {
    const recent = this.segments.slice(-3).filter(({ bytes }) => bytes !== null);
    const seconds = recent.reduce((sum, one) => sum + one.seconds, 0);
    const bytes = recent.reduce((sum, one) => sum + (one.bytes?.length ?? 0), 0);
    return seconds > 0 ? Math.round((bytes * 8) / seconds) : null;
  }

  /** Bytes of sound that wait for a picture. */
  get waitingBytes(): number {
    return this.#soundBytes;
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

  #cutsSegment(frame: Sample): boolean {
    const length = frame.presentMs - this.#segmentAt.present;
    if (frame.kind === 'audio') return length >= 2_000 - toleranceMs;
    // Never longer than the target allows, even when the encoder forgets its keyframes.
    if (length >= this.rules.target * 1000 + 400) return true;
    return frame.isKeyframe && length >= minSegmentMs - toleranceMs;
  }

  #fillsPart(endsAtMs: number): boolean {
    const first = this.#part?.frames[0];
    if (!first) return false;
    return endsAtMs - first.decodeMs > this.rules.partTarget * 1000 + toleranceMs;
  }

  #openSegment(frame: Sample): void {
    const run = this.#run;
    if (!run) return;
    this.#segmentAt = { decode: frame.decodeMs, present: frame.presentMs };
    // Sound from before the first picture of a run has nothing to go with.
    if (this.#isFirstOfRun) {
      this.#keepSound(this.#sound.filter((sample) => sample.decodeMs >= frame.decodeMs));
    }
    this.open = {
      sequence: this.nextSequence,
      seconds: 0,
      startsAtMs: Math.round(run.shownFromMs + frame.presentMs - run.clockMs),
      isDiscontinuous: this.#isFirstOfRun && !this.#isFirstOfAll,
      isGap: false,
      isSlate: run.isSlate ?? false,
      isClosed: false,
      mapName: run.mapName,
      parts: [],
      bytes: null,
    };
    this.nextSequence += 1;
    this.#isFirstOfRun = false;
    this.#isFirstOfAll = false;
  }

  #closePart(endsAtMs: number): void {
    const frames = this.#part?.frames ?? [];
    this.#part = null;
    const [first] = frames;
    if (!first || !this.open) return;
    // A picture that stood still for longer must not break the promise of the part's length.
    const seconds = Math.min(this.rules.partTarget, Math.max(1, endsAtMs - first.decodeMs) / 1000);
    const bytes = this.#writePart(frames, endsAtMs);
    this.open.parts.push({ seconds, isIndependent: first.isKeyframe, bytes });
    this.changed();
  }

  #writePart(frames: readonly Sample[], endsAtMs: number): Buffer {
    const sound = this.#sound.filter((sample) => sample.decodeMs < endsAtMs);
    this.#keepSound(this.#sound.slice(sound.length));
    const leading = trackOf(1, frames, this.#scaleOf(this.#lead), endsAtMs);
    const frameMs = this.#soundClock?.frameMs ?? 0;
    const soundEnd = (sound.at(-1)?.decodeMs ?? 0) + frameMs;
    const following = trackOf(2, sound, this.#scaleOf('audio'), soundEnd);
    this.#fragments += 1;
    return writeFragment(this.#fragments, [leading, following]);
  }

  #scaleOf(kind: Sample['kind']): number {
    const track = this.head?.tracks.find((one) => one.kind === kind);
    return track ? timescaleOf(track) : videoTimescale;
  }

  #closeSegment(endsAtMs: number): void {
    this.#closePart(endsAtMs);
    const segment = this.open;
    this.open = null;
    if (!segment) return;
    const longest = this.rules.target + 0.49;
    segment.seconds = Math.min(longest, Math.max(1, endsAtMs - this.#segmentAt.decode) / 1000);
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
      this.#departed.add(departed);
    }
    this.#forgetMaps();
  }

  #forgetMaps(): void {
    const used = new Set([...this.#departed.maps, ...this.segments.map((one) => one.mapName)]);
    if (this.#run) used.add(this.#run.mapName);
    for (const name of this.maps.keys()) if (!used.has(name)) this.maps.delete(name);
  }

  /** A segment that is still in memory, named by the playlist or gone from it a short while ago. */
  find(sequence: number): Segment | null {
    if (this.open?.sequence === sequence) return this.open;
    const known = this.segments.find((one) => one.sequence === sequence);
    return known ?? this.#departed.find(sequence);
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

/** Samples as a fragment wants them: every length is the distance to the next one. */
function trackOf(
  id: number,
  samples: readonly Sample[],
  timescale: number,
  endsAtMs: number,
): FragmentTrack {
  const ticks = (ms: number) => Math.round((ms * timescale) / 1000);
  return {
    id,
    kind: samples[0]?.kind ?? 'video',
    decodeAt: ticks(samples[0]?.decodeMs ?? 0),
    samples: samples.map(({ decodeMs, presentMs, isKeyframe, bytes }, index) => ({
      duration: Math.max(1, ticks(samples[index + 1]?.decodeMs ?? endsAtMs) - ticks(decodeMs)),
      shift: ticks(presentMs) - ticks(decodeMs),
      isKeyframe,
      bytes,
    })),
  };
}
