import type { Numbers, RecordedSegment, RecordingMeta } from './recording.ts';
import {
  numbersAfter,
  pieceName,
  pieceSize,
  readRecordingIndex,
  recordedSeconds,
  recordingPlaylists,
} from './recording.ts';
import type { Segment } from './rendition.ts';
import type { SegmentSink } from './segment-sink.ts';

const maxWaitingBytes = 256 * 1024 * 1024;

/** A segment that not every rendition has closed yet. */
type OpenEntry = RecordedSegment & { seconds: number; missing: Set<string> };

export type RecordingEnd = { seconds: number; segments: number; isComplete: boolean };

/**
 * Writes what a broadcast makes to its sink, beside the show: a sink that is slow or full costs
 * the recording some segments, never the show anything.
 */
export class Recorder {
  meta: RecordingMeta;
  segments: RecordedSegment[];
  /** Segments of a rendition that could not be kept. */
  lost = 0;
  #sink: SegmentSink;
  #open = new Map<number, OpenEntry>();
  #waitingBytes = 0;
  #works = new Set<Promise<void>>();
  /** Files that other ones are worth nothing without, until they are kept; and who writes them now. */
  #owed = new Map<string, Buffer>();
  #paying = new Map<string, Promise<boolean>>();
  #saving: Promise<void> = Promise.resolve();
  #dirtyFrom: number | null = null;
  /** Of segments that no rendition has and that were left out just now. */
  #lostSeconds = 0;

  constructor(sink: SegmentSink, meta: RecordingMeta, segments: RecordedSegment[] = []) {
    this.#sink = sink;
    this.meta = meta;
    this.segments = segments;
  }

  /** What an earlier process left, or null when nothing was kept. */
  static async recover(sink: SegmentSink): Promise<Recorder | null> {
    const found = await readRecordingIndex(sink);
    return found && new Recorder(sink, found.meta, found.segments);
  }

  /** A new process goes on, under an epoch and with numbers that no earlier one has used. */
  beginEpoch(): Numbers {
    const from = numbersAfter(this.meta, this.segments);
    const { slates: _before, ...meta } = this.meta;
    this.meta = { ...meta, epoch: meta.epoch + 1, from };
    this.saveMeta();
    return from;
  }

  /** Somebody else goes on with these files: nothing more is written from here. */
  abandon(): void {
    this.#sink = { put: async () => undefined, read: async () => null };
  }

  saveMeta(): void {
    this.#owe('meta.json', Buffer.from(JSON.stringify(this.meta)));
  }

  saveMap(rendition: string, name: string, bytes: Buffer): void {
    this.#owe(`${rendition}/${name}`, bytes);
  }

  #owe(name: string, bytes: Buffer): void {
    this.#owed.set(name, bytes);
    this.#await(this.#pay(name).then(() => undefined));
  }

  /** Is it kept? What storage refused before is tried again, one attempt at a time. */
  #pay(name: string): Promise<boolean> {
    const bytes = this.#owed.get(name);
    if (!bytes) return Promise.resolve(true);
    const before = this.#paying.get(name) ?? Promise.resolve(false);
    const paying = before.then(async () => {
      if (this.#owed.get(name) !== bytes) return !this.#owed.has(name);
      const isKept = await this.#write(name, bytes);
      if (isKept && this.#owed.get(name) === bytes) this.#owed.delete(name);
      return isKept;
    });
    this.#paying.set(name, paying);
    return paying;
  }

  /** The slate is no part of the recording, but its numbers are used up. */
  noteSlate({ sequence, isDiscontinuous }: Segment): void {
    const { slates = { sequence: -1, breaks: 0 } } = this.meta;
    if (sequence <= slates.sequence) return;
    this.meta.slates = { sequence, breaks: slates.breaks + (isDiscontinuous ? 1 : 0) };
    this.saveMeta();
  }

  /** A rendition has closed a segment; it counts as recorded when every rendition has. */
  add(rendition: string, segment: Segment, fileName: string): void {
    const entry = this.#entryOf(segment);
    const { bytes, seconds } = segment;
    if (!bytes || segment.isGap) {
      entry.missing.delete(rendition);
      this.#settle();
      return;
    }
    const keep = async () => {
      const head = this.#pay(`${rendition}/${segment.mapName}`);
      const isKept = await this.#write(`${rendition}/${fileName}`, bytes);
      // Without the head of its run nobody can play it.
      if (isKept && (await head)) entry.files[rendition] = { seconds, bytes: bytes.length };
      else this.lost += 1;
      entry.missing.delete(rendition);
      this.#settle();
    };
    if (this.#owed.has('meta.json')) this.#await(this.#pay('meta.json').then(() => undefined));
    this.#await(keep());
  }

  #await(work: Promise<void>): void {
    this.#works.add(work);
    void work.finally(() => this.#works.delete(work));
  }

  #entryOf(segment: Segment): OpenEntry {
    const known = this.#open.get(segment.sequence);
    if (known) return known;
    const entry = {
      sequence: segment.sequence,
      epoch: this.meta.epoch,
      map: segment.mapName,
      startsAtMs: segment.startsAtMs,
      isDiscontinuous: segment.isDiscontinuous,
      seconds: segment.seconds,
      files: {},
      missing: new Set(this.meta.rungs.map((rung) => rung.name)),
    };
    this.#open.set(segment.sequence, entry);
    return entry;
  }

  /** Answers whether it is kept: storage may refuse it, and what waits for it must not fill the memory. */
  async #write(name: string, bytes: Buffer): Promise<boolean> {
    if (this.#waitingBytes + bytes.length > maxWaitingBytes) return false;
    this.#waitingBytes += bytes.length;
    const isKept = await this.#sink.put(name, bytes).then(
      () => true,
      () => false,
    );
    this.#waitingBytes -= bytes.length;
    return isKept;
  }

  /** Moves finished entries, in order, into the index. */
  #settle(): void {
    for (const [sequence, entry] of [...this.#open].toSorted(([a], [b]) => a - b)) {
      if (entry.missing.size > 0) return;
      this.#open.delete(sequence);
      const { missing: _none, seconds, ...recorded } = entry;
      if (Object.keys(recorded.files).length === 0) {
        this.#lostSeconds += seconds;
        continue;
      }
      if (this.#lostSeconds > 0) {
        // What no rendition has is left out. What follows it stands on a clock that has gone on.
        recorded.isDiscontinuous = true;
        recorded.lostSeconds = this.#lostSeconds;
        this.#lostSeconds = 0;
      }
      this.#dirtyFrom ??= Math.floor(this.segments.length / pieceSize);
      this.segments.push(recorded);
    }
    this.#saveIndex();
  }

  #saveIndex(): void {
    this.#saving = this.#saving.then(async () => {
      if (this.#dirtyFrom === null) return;
      const from = this.#dirtyFrom;
      this.#dirtyFrom = null;
      const last = Math.floor((this.segments.length - 1) / pieceSize);
      for (let piece = from; piece <= last; piece += 1) {
        const part = this.segments.slice(piece * pieceSize, (piece + 1) * pieceSize);
        await this.#sink.put(pieceName(piece), Buffer.from(JSON.stringify(part))).catch(() => {
          this.#dirtyFrom = Math.min(piece, this.#dirtyFrom ?? piece);
        });
      }
    });
  }

  /** Everything that was handed over is written. */
  async flush(): Promise<void> {
    while (this.#works.size > 0) await Promise.all(this.#works);
    for (const entry of this.#open.values()) entry.missing.clear();
    this.#settle();
    await this.#saving;
  }

  /** Writes the playlists of the recording; throws when the sink refuses them. */
  async finish(): Promise<RecordingEnd> {
    await this.flush();
    for (const { name, text } of recordingPlaylists(this.meta, this.segments)) {
      await this.#sink.put(name, Buffer.from(text));
    }
    return {
      seconds: recordedSeconds(this.segments),
      segments: this.segments.length,
      isComplete: this.lost === 0,
    };
  }
}
