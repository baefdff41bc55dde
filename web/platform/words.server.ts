import { type Language, languages } from '#contract/shared/language-list.ts';
import type { Catalogue } from '#web/platform/word-forms.ts';
import type { Words } from '#web/platform/words.ts';

const files = import.meta.glob<Catalogue>('/web/*/words/*.json', {
  eager: true,
  import: 'default',
});

const catalogues = new Map<Language, Map<string, Catalogue>>(
  languages.map((language) => [
    language,
    new Map(
      Object.entries(files)
        .filter(([path]) => path.endsWith(`/${language}.json`))
        .map(([path, words]) => [path.split('/')[2] ?? '', words]),
    ),
  ]),
);

const never = () => () => {};

/** The words for one page; `used` tells afterwards which areas it asked for. */
export function wordsOfPage(language: Language): { words: Words; used: Set<string> } {
  const used = new Set<string>();
  const words: Words = {
    language: () => language,
    find: (area) => {
      used.add(area);
      return catalogues.get(language)?.get(area) ?? {};
    },
    load: async () => {},
    subscribe: never,
    version: () => 0,
  };
  return { words, used };
}

/** The words that a page used, as JSON that may stand inside a script element. */
export function wordsAsJson(language: Language, areas: Iterable<string>): string {
  const chosen = Object.fromEntries(
    [...areas].map((area) => [area, catalogues.get(language)?.get(area) ?? {}]),
  );
  return JSON.stringify({ language, areas: chosen }).replaceAll('<', '\\u003c');
}
