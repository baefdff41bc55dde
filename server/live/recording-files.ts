import { Readable } from 'node:stream';
import { remembered } from '#server/platform/remembered.ts';
import { storage } from '#server/platform/storage/index.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { type MovieLayout, type Piece, piecesOf, piecesWithin } from './engine/movie-layout.ts';
import type { FileKey } from './recordings.queries.ts';
import { readFileOf } from './stored-recording.ts';

/** Names of what is kept of a file, below the recording. */
export const namesOf = ({ rendition, first, last }: Omit<FileKey, 'broadcastId'>) => ({
  head: `files/${rendition}-${first}-${last}.head`,
  layout: `files/${rendition}-${first}-${last}.json`,
});

const kept = remembered(new Map<string, Piece[]>());
const mostKept = 4;

/** How a file that is ready is put together; null when it is not kept any more. */
export async function findPieces(file: FileKey): Promise<Piece[] | null> {
  const key = `${file.broadcastId}/${namesOf(file).layout}`;
  const known = kept.get(key);
  if (known) return known;
  const text = await readFileOf(file.broadcastId, namesOf(file).layout);
  if (!text) return null;
  const layout = JSON.parse(text.toString('utf8')) as MovieLayout;
  const pieces = piecesOf(layout, namesOf(file).head, file.rendition);
  kept.set(key, pieces);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
  return pieces;
}

/** The bytes of the file between two of them, `end` inclusive: read from storage as they are taken. */
export function openFile(
  broadcastId: string,
  pieces: readonly Piece[],
  { start, end }: { start: number; end: number },
): Readable {
  const prefix = storagePrefix(broadcastId);
  async function* bytes() {
    for (const piece of piecesWithin(pieces, start, end)) {
      if ('bytes' in piece) {
        yield piece.bytes;
        continue;
      }
      const range = { start: piece.from, end: piece.from + piece.size - 1 };
      yield* await storage().stream(`${prefix}/${piece.name}`, range);
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}
