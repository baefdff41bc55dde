import type { Numbers, RecordedSegment, RecordingMeta } from './recording.ts';
import {
  numbersAfter,
  pieceName,
  pieceSize,
  recordedSeconds,
  recordingPlaylists,
} from './recording.ts';
import type { Segment } from './rendition.ts';
import type { SegmentSink } from './segment-sink.ts';

const maxWaitingBytes = 256 * 1024 * 1024;

export type RecordingEnd = { seconds: number; segments: number; isComplete: boolean };

/**
 * Writes what a broadcast makes to its sink, beside the show: a sink that is slow or full costs
 * the recording some segments, never the show anything.
 */
export class Recorder {
  meta: RecordingMeta;
  segments: RecordedSegment[];
  /** Files that could not be kept. */
  lost = 0;
  #sink: SegmentSink;
  #open = new Map<number, RecordedSegment & { missing: Set<string> }>();
  #waitingBytes = 0;
  #writes = new Set<Promise<void>>();
  #saving: Promise<void> = Promise.resolve();
  #dirtyFrom: number | null = null;
  #lostBreak = false;

  constructor(sink: SegmentSink, meta: RecordingMeta, segments: RecordedSegment[] = []) {
    this.#sink = sink;
    this.meta = meta;
    this.segments = segments;
  }

  /** What an earlier process left, or null when nothing was kept. */
  static async recover(sink: SegmentSink): Promise<Recorder | null> {
    const meta = await sink.read('meta.json');
    if (!meta) return null;
    const segments: RecordedSegment[] = [];
    for (let piece = 0; ; piece += 1) {
      const bytes = await sink.read(pieceName(piece));
      if (!bytes) break;
      segments.push(...(JSON.parse(bytes.toString('utf8')) as RecordedSegment[]));
    }
    return new Recorder(sink, JSON.parse(meta.toString('utf8')) as RecordingMeta, segments);
  }

  /** A new process goes on, under an epoch and with numbers that no earlier one has used. */
  beginEpoch(): Numbers {
    const from = numbersAfter(this.meta, this.segments);
    const { slates: _before, ...meta } = this.meta;
    this.meta = { ...meta, epoch: meta.epoch + 1, from };
    this.saveMeta();
    return from;
  }

  saveMeta(): void {
    this.#write('meta.json', Buffer.from(JSON.stringify(this.meta)));
  }

  saveMap(rendition: string, name: string, bytes: Buffer): void {
    this.#write(`${rendition}/${name}`, bytes);
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
    const { bytes } = segment;
    const done = (isKept: boolean) => {
      if (isKept && bytes) {
        entry.files[rendition] = { seconds: segment.seconds, bytes: bytes.length };
      }
      entry.missing.delete(rendition);
      this.#settle();
    };
    if (!bytes || segment.isGap) done(false);
    else this.#write(`${rendition}/${fileName}`, bytes, done);
  }

  #entryOf(segment: Segment): RecordedSegment & { missing: Set<string> } {
    const known = this.#open.get(segment.sequence);
    if (known) return known;
    const entry = {
      sequence: segment.sequence,
      epoch: this.meta.epoch,
      map: segment.mapName,
      startsAtMs: segment.startsAtMs,
      isDiscontinuous: segment.isDiscontinuous,
      files: {},
      missing: new Set(this.meta.rungs.map((rung) => rung.name)),
    };
    this.#open.set(segment.sequence, entry);
    return entry;
  }

  #write(name: string, bytes: Buffer, done: (isKept: boolean) => void = () => undefined): void {
    if (this.#waitingBytes + bytes.length > maxWaitingBytes) {
      this.lost += 1;
      done(false);
      return;
    }
    this.#waitingBytes += bytes.length;
    const write = this.#sink
      .put(name, bytes)
      .then(
        () => done(true),
        () => {
          this.lost += 1;
          done(false);
        },
      )
      .finally(() => {
        this.#waitingBytes -= bytes.length;
        this.#writes.delete(write);
      });
    this.#writes.add(write);
  }

  /** Moves finished entries, in order, into the index. */
  #settle(): void {
    for (const [sequence, entry] of [...this.#open].toSorted(([a], [b]) => a - b)) {
      if (entry.missing.size > 0) return;
      this.#open.delete(sequence);
      const { missing: _none, ...recorded } = entry;
      // What is left out takes no discontinuity with it: the clock of what follows is another one.
      recorded.isDiscontinuous ||= this.#lostBreak;
      this.#lostBreak = false;
      if (Object.keys(recorded.files).length === 0) {
        this.#lostBreak = recorded.isDiscontinuous;
        continue;
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
          this.lost += 1;
          this.#dirtyFrom = Math.min(piece, this.#dirtyFrom ?? piece);
        });
      }
    });
  }

  /** Everything that was handed over is written. */
  async flush(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes);
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
