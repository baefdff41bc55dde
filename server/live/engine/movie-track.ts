import type { ReadSample, ReadTrack } from './read-mp4.ts';

/** Samples of one track as they stand in a file, and when the first of them is decoded. */
export type Chunk = { offset: number; seconds: number; timescale: number; samples: ReadSample[] };

/** A run of equal values, as the tables of a file keep them. */
export type Repeated = { count: number; value: number };

/** Where the samples of one chunk lie, and by which description they are decoded. */
export type Placed = { offset: number; count: number; description: number };

/**
 * One track of a film that is put together of several runs. Every run may describe its samples
 * otherwise; time never runs backwards.
 */
export class MovieTrack {
  readonly kind: ReadTrack['kind'];
  /** Units per second, the same for the whole film. */
  readonly timescale: number;
  width = 0;
  height = 0;
  readonly descriptions: Buffer[] = [];
  readonly sizes: number[] = [];
  readonly durations: Repeated[] = [];
  readonly shifts: Repeated[] = [];
  /** Numbers of the samples that can be begun with, from 1. */
  readonly keyframes: number[] = [];
  readonly chunks: Placed[] = [];
  /** When the first sample is decoded and shown, in seconds of the film. */
  beginsAt = 0;
  firstShift = 0;
  #startAt = 0;
  #shownUntil = 0;
  #lastAt: number | null = null;
  #lastDuration = 0;
  #description = 0;

  constructor(kind: ReadTrack['kind'], timescale: number) {
    this.kind = kind;
    this.timescale = timescale;
  }

  /** The samples that follow are those of another run. */
  describe({ entry, width, height }: ReadTrack): void {
    this.width = Math.max(this.width, width);
    this.height = Math.max(this.height, height);
    const known = this.descriptions.findIndex((one) => one.equals(entry));
    this.#description = known >= 0 ? known + 1 : this.descriptions.push(entry);
  }

  /** When the last sample ends, in seconds of the film. */
  get endsAt(): number {
    return this.#lastAt === null ? 0 : (this.#lastAt + this.#lastDuration) / this.timescale;
  }

  /** When the last picture has been shown, in seconds: later than it is decoded where some lean on later ones. */
  get shownUntil(): number {
    return this.#shownUntil / this.timescale;
  }

  /** Length in units of the track, from its own first sample on. */
  get length(): number {
    return this.#lastAt === null ? 0 : this.#lastAt + this.#lastDuration - this.#startAt;
  }

  add({ offset, seconds, timescale, samples }: Chunk): void {
    let at = offset;
    let units = 0;
    const placed = { offset, count: 0, description: this.#description };
    for (const sample of samples) {
      const isPlaced = this.#addSample(sample, seconds + units / timescale, timescale);
      if (isPlaced) placed.count += 1;
      // What would be played before it is its turn stays where it lies, and is not named.
      else if (placed.count === 0) placed.offset = at + sample.size;
      at += sample.size;
      units += sample.duration;
    }
    if (placed.count > 0) this.chunks.push(placed);
  }

  #addSample(sample: ReadSample, seconds: number, timescale: number): boolean {
    const scaled = (units: number) => Math.round((units * this.timescale) / timescale);
    const at = Math.round(seconds * this.timescale);
    const shift = scaled(sample.shift);
    if (this.#lastAt === null) {
      this.#startAt = at;
      this.beginsAt = seconds;
      this.firstShift = shift;
    } else {
      if (at <= this.#lastAt) return false;
      repeat(this.durations, at - this.#lastAt);
    }
    this.#lastAt = at;
    this.#lastDuration = Math.max(1, scaled(sample.duration));
    this.#shownUntil = Math.max(this.#shownUntil, at + shift + this.#lastDuration);
    this.sizes.push(sample.size);
    repeat(this.shifts, shift);
    if (sample.isKeyframe) this.keyframes.push(this.sizes.length);
    return true;
  }

  /** No more samples come: the last one has its own length. */
  finish(): void {
    if (this.#lastAt !== null) repeat(this.durations, this.#lastDuration);
  }

  get presentedAt(): number {
    return this.beginsAt + this.firstShift / this.timescale;
  }
}

function repeat(values: Repeated[], value: number): void {
  const last = values.at(-1);
  if (last?.value === value) last.count += 1;
  else values.push({ count: 1, value });
}
