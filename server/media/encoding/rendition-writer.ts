import type { Readable } from 'node:stream';
import type { CountingSink } from './asset-sink.ts';
import { clockSeconds } from './encode-arguments.rules.ts';
import { segmentSeconds } from './ladder.rules.ts';
import { FragmentSplitter, readSpans, readTracks, type Track } from './mp4-fragments.ts';
import {
  bandwidthsOf,
  headName,
  mediaPlaylist,
  type RenditionFacts,
  type SegmentFacts,
  segmentName,
  targetOf,
} from './playlists.rules.ts';
import { MediaRefused } from './refusals.rules.ts';

/** The picture's keyframes lie so far apart, or it is so heavy, that it has to be encoded. */
export class CannotCopy extends Error {}

export type RenditionOptions = {
  name: string;
  sink: CountingSink;
  isCopy: boolean;
  /** Called once, when the playlist can be watched but is not whole; from then on it grows. */
  grown?: (writer: RenditionWriter) => Promise<void>;
};

const largestCopied = 128 * 1024 * 1024;
const largestEncoded = 512 * 1024 * 1024;
/** Keyframes of a copied picture may be ten seconds apart; a little more is let pass. */
const farthestCut = 15;
const rewriteMs = 4_000;
const listName = 'index.m3u8';
/** What a growing list promises as its longest segment, for it must not change. */
const growingTarget = { copied: farthestCut, encoded: segmentSeconds + 1 };
/** So much has to be there before a player is told: it wants to be ahead. */
const segmentsToWatch = 3;

/** Takes one result of ffmpeg from its pipe and puts it into the sink, segment by segment. */
export class RenditionWriter {
  readonly segments: SegmentFacts[] = [];
  /** Where segments after the first begin, on the source's clock. */
  readonly cuts: number[] = [];
  readonly #options: RenditionOptions;
  #tracks: Track[] = [];
  /** How many pictures there are, and how long they last. */
  #pictures = { count: 0, from: Number.NaN, to: 0 };
  /** Begin of the latest segment, and the end so far. */
  #times = { latest: clockSeconds, end: clockSeconds };
  #hasGrown = false;
  /** What stands in the sink, the list apart: names with their bytes. */
  readonly #kept = new Map<string, number>();
  /** What is whole within seconds is not shown before: its list may then say exactly what it holds. */
  #rewrittenAt = performance.now();

  constructor(options: RenditionOptions) {
    this.#options = options;
  }

  /** Reads to the end of the pipe. What the sink throws comes through; ffmpeg then waits no more. */
  readonly take = async (pipe: Readable): Promise<void> => {
    const { isCopy } = this.#options;
    const splitter = new FragmentSplitter(isCopy ? largestCopied : largestEncoded);
    for await (const chunk of pipe) {
      for (const piece of this.#split(splitter, chunk as Buffer)) {
        if (piece.kind === 'head') await this.#begin(piece.bytes);
        else await this.#add(piece.bytes, piece.moof);
      }
    }
  };

  #split(splitter: FragmentSplitter, chunk: Buffer) {
    try {
      return splitter.push(chunk);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw this.#options.isCopy ? new CannotCopy() : new MediaRefused('too_large', 'segment');
    }
  }

  async #begin(head: Buffer): Promise<void> {
    this.#tracks = readTracks(head);
    await this.#put(headName, head);
  }

  async #add(bytes: Buffer, moof: Buffer): Promise<void> {
    const start = this.#measure(moof, bytes.length);
    const before = this.segments.at(-2);
    const isTooFar = before && before.seconds > farthestCut;
    if (this.#options.isCopy && isTooFar) throw new CannotCopy();
    if (this.segments.length > 1) this.cuts.push(start - clockSeconds);
    await this.#put(segmentName(this.segments.length - 1), bytes);
    await this.#grow();
  }

  async #put(name: string, bytes: Buffer): Promise<void> {
    await this.#options.sink.put(this.#path(name), bytes);
    this.#kept.set(name, bytes.length);
  }

  /** A segment lasts until the next one begins, the last one until its last picture or sound. */
  #measure(moof: Buffer, bytes: number): number {
    const spans = readSpans(moof).flatMap(({ id, start, end, samples }) => {
      const track = this.#tracks.find((one) => one.id === id);
      const scale = track?.timescale ?? 1;
      return track ? [{ kind: track.kind, start: start / scale, end: end / scale, samples }] : [];
    });
    const leading = spans.find(({ kind }) => kind === 'video') ?? spans[0];
    // A picture that leans back more than our clock allows has a time below zero, which reads as huge.
    if (!leading || leading.start > 1e6) {
      throw this.#options.isCopy ? new CannotCopy() : new MediaRefused('damaged', 'times');
    }
    if (leading.kind === 'video') {
      const { count, from } = this.#pictures;
      this.#pictures = {
        count: count + leading.samples,
        from: Number.isNaN(from) ? leading.start : from,
        to: leading.end,
      };
    }
    const isFirst = this.segments.length === 0;
    const start = isFirst ? Math.min(leading.start, clockSeconds) : leading.start;
    const previous = this.segments.at(-1);
    if (previous) previous.seconds = start - this.#times.latest;
    const end = Math.max(this.#times.end, ...spans.map((span) => span.end));
    this.#times = { latest: start, end };
    this.segments.push({ seconds: Math.max(0.001, end - start), bytes });
    return start;
  }

  async #grow(): Promise<void> {
    const { grown } = this.#options;
    // The length of the latest segment is final only when the next one has begun.
    const count = this.segments.length - 1;
    const isTime = performance.now() - this.#rewrittenAt > rewriteMs;
    if (!grown || count < segmentsToWatch || !isTime) return;
    this.#rewrittenAt = performance.now();
    await this.#putPlaylist(this.segments.slice(0, count), false);
    if (!this.#hasGrown) await grown(this);
    this.#hasGrown = true;
  }

  /** Writes the whole playlist. Throws `damaged` when nothing came. */
  async finish(): Promise<RenditionFacts> {
    if (this.segments.length === 0) throw new MediaRefused('damaged', 'nothing came of it');
    if (this.#options.isCopy && targetOf(this.segments) > farthestCut) throw new CannotCopy();
    await this.#putPlaylist(this.segments, true);
    return this.facts();
  }

  /** Has anybody been told that it can be watched? */
  get isShown(): boolean {
    return this.#hasGrown;
  }

  /** Nothing of it stays in the sink. */
  async remove(): Promise<void> {
    const { sink } = this.#options;
    await sink.remove(this.#path(listName), 0);
    for (const [name, bytes] of this.#kept) await sink.remove(this.#path(name), bytes);
    this.#kept.clear();
  }

  #putPlaylist(segments: readonly SegmentFacts[], isWhole: boolean): Promise<void> {
    const promised = growingTarget[this.#options.isCopy ? 'copied' : 'encoded'];
    const least = this.#hasGrown || !isWhole ? promised : 0;
    const target = Math.max(targetOf(segments), least);
    const text = mediaPlaylist(segments, { target, isWhole });
    return this.#options.sink.rewrite(this.#path(listName), text);
  }

  get #picture(): Track | undefined {
    return this.#tracks.find(({ kind }) => kind === 'video');
  }

  #path(name: string): string {
    return `${this.#options.name}/${name}`;
  }

  #frameRate(): number {
    const { count, from, to } = this.#pictures;
    return to > from ? Math.round((count / (to - from)) * 1000) / 1000 : 0;
  }

  facts(): RenditionFacts {
    const { peak, average } = bandwidthsOf(this.segments);
    const seconds = this.segments.reduce((sum, segment) => sum + segment.seconds, 0);
    const picture = this.#picture;
    return {
      name: this.#options.name,
      width: picture?.width ?? 0,
      height: picture?.height ?? 0,
      bandwidth: peak,
      averageBandwidth: average,
      codecs: this.#tracks.map(({ codec }) => codec).join(','),
      frameRate: this.#frameRate(),
      seconds,
    };
  }
}
