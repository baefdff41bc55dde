/** Without case and accents, as people type. */
export const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** Whether every word of the query begins a word of one of the texts. */
export function matches(query: string, ...texts: string[]): boolean {
  const words = plain(texts.join(' ')).split(/[^\p{L}\p{N}]+/u);
  return plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every((asked) => words.some((word) => word.startsWith(asked)));
}

/** Letters and figures that a search takes at least. */
export const canSearch = (query: string): boolean =>
  (query.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3;

/** One step up or down a list, around its ends. */
export const stepped = (at: number, by: 1 | -1, count: number): number =>
  count === 0 ? -1 : (at + by + count) % count;
