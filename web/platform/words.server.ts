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

/** Words never change while we run: each area is written once in each language. */
const written = new Map<string, string>();

function areaAsJson(language: Language, area: string): string {
  const name = `${language}/${area}`;
  let json = written.get(name);
  if (json === undefined) {
    const words = JSON.stringify(catalogues.get(language)?.get(area) ?? {});
    json = `${JSON.stringify(area)}:${words}`.replaceAll('<', '\\u003c');
    written.set(name, json);
  }
  return json;
}

/** The words that a page used, as JSON that may stand inside a script element. */
export function wordsAsJson(language: Language, areas: Iterable<string>): string {
  const all = [...areas].map((area) => areaAsJson(language, area));
  return `{"language":"${language}","areas":{${all.join(',')}}}`;
}
