import { wordsOf } from '#server/platform/words.ts';

/** The words of payments to organizers: letters, statements, files. */
export const say = wordsOf(new URL('./words/', import.meta.url));

/** Those of these rows, for lists that are read at once. */
export function among<Row extends { id: string }>(rows: readonly Row[], ids: string[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}
