import { randomBytes } from 'node:crypto';

/** A text in UTF-8, and where in it a mark stands that each copy writes anew. */
export type MarkedText = { bytes: Buffer; places: readonly number[] };

/** 24 letters that nobody can guess; as long as every other one, so that it can take its place. */
export const newMark = (): string => randomBytes(18).toString('base64url');

/** Encodes a text once, however often it is sent, and finds the mark in it. */
export function marked(text: string, mark: string): MarkedText {
  const bytes = Buffer.from(text);
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    places.push(at);
  }
  return { bytes, places };
}

/** A copy with another mark of the same length in all its places. */
export function withMark({ bytes, places }: MarkedText, mark: string): Buffer {
  const copy = Buffer.from(bytes);
  for (const place of places) copy.write(mark, place, 'latin1');
  return copy;
}
