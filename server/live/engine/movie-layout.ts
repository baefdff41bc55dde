import type { Insertion } from './parameter-sets.ts';
import { segmentName } from './playlists.ts';

/**
 * How the file of a film is put together: its head, then the segments as they stand in storage, with
 * what is written into some of them. Kept as JSON beside the head.
 */
export type MovieLayout = {
  headBytes: number;
  /** What is inserted, each once, in base64. */
  sets: string[];
  /** Epoch, number, bytes; then by twos where something is inserted, and which. */
  segments: number[][];
};

/** A stretch of the file: bytes of the layout's own, or a part of a stored file. */
export type Piece = { at: number; size: number } & (
  | { bytes: Buffer }
  | { name: string; from: number }
);

/** Notes one segment after the other. */
export class LayoutWriter {
  readonly #sets: string[] = [];
  readonly #segments: number[][] = [];

  add(segment: { epoch: number; sequence: number; bytes: number }, insertions: Insertion[]): void {
    const places = insertions.flatMap(({ at, bytes }) => [at, this.#setOf(bytes)]);
    this.#segments.push([segment.epoch, segment.sequence, segment.bytes, ...places]);
  }

  #setOf(bytes: Buffer): number {
    const text = bytes.toString('base64');
    const known = this.#sets.indexOf(text);
    return known >= 0 ? known : this.#sets.push(text) - 1;
  }

  finish(headBytes: number): MovieLayout {
    return { headBytes, sets: this.#sets, segments: this.#segments };
  }
}

/** The whole file in order. `head` is the name of the stored head. */
export function piecesOf(layout: MovieLayout, head: string, rendition: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const put = (size: number, what: { bytes: Buffer } | { name: string; from: number }) => {
    if (size > 0) pieces.push({ at, size, ...what });
    at += size;
  };
  const sets = layout.sets.map((text) => Buffer.from(text, 'base64'));
  put(layout.headBytes, { name: head, from: 0 });
  for (const [epoch = 0, sequence = 0, size = 0, ...places] of layout.segments) {
    const name = `${rendition}/${segmentName(epoch, sequence)}`;
    let from = 0;
    for (let index = 0; index + 1 < places.length; index += 2) {
      const bytes = sets[places[index + 1] ?? 0] ?? Buffer.alloc(0);
      put((places[index] ?? 0) - from, { name, from });
      put(bytes.length, { bytes });
      from = places[index] ?? 0;
    }
    put(size - from, { name, from });
  }
  return pieces;
}

export const sizeOf = (pieces: readonly Piece[]): number => {
  const last = pieces.at(-1);
  return last ? last.at + last.size : 0;
};

/** What of the pieces lies between two bytes of the file, `end` inclusive. */
export function piecesWithin(pieces: readonly Piece[], start: number, end: number): Piece[] {
  return pieces
    .filter(({ at, size }) => at + size > start && at <= end)
    .map((piece) => {
      const skipped = Math.max(0, start - piece.at);
      const size = Math.min(piece.size, end - piece.at + 1) - skipped;
      const at = piece.at + skipped;
      if ('bytes' in piece) {
        return { at, size, bytes: piece.bytes.subarray(skipped, skipped + size) };
      }
      return { at, size, name: piece.name, from: piece.from + skipped };
    });
}
