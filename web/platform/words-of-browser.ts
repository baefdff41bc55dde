import type { Language } from '#contract/shared/language-list.ts';
import { localStore } from '#web/platform/local-store.ts';
import type { Catalogue } from '#web/platform/word-forms.ts';
import { provideWords, type Words } from '#web/platform/words.ts';

/** The id of the data block in which the server sends the words that the page uses. */
export const wordsBlock = 'words';

/** Each area and language is a chunk of its own, fetched when a screen needs it. */
const chunks = import.meta.env.SSR
  ? {}
  : import.meta.glob<{ default: Catalogue }>('/web/*/words/*.json');
const choice = localStore<Language>('platea.language');

let language: Language = 'en';
let version = 0;
const loaded = new Map<string, Catalogue>();
const loading = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

function tell() {
  version += 1;
  for (const listener of listeners) listener();
}

async function fetchWords(area: string, of: Language): Promise<void> {
  const chunk = chunks[`/web/${area}/words/${of}.json`];
  loaded.set(`${of}/${area}`, chunk ? (await chunk()).default : {});
}

/** So long, in milliseconds, words that did not come are not asked for again: React looks often. */
const restMs = 3000;

/** One promise per area and language: React must see the same one, also when it failed. */
function load(area: string, of = language): Promise<void> {
  const name = `${of}/${area}`;
  let promise = loading.get(name);
  if (!promise) {
    promise = fetchWords(area, of).then(() => {
      if (of === language) tell();
    });
    promise.catch(() => setTimeout(() => loading.delete(name), restMs));
    loading.set(name, promise);
  }
  return promise;
}

const words: Words = {
  language: () => language,
  find: (area) => loaded.get(`${language}/${area}`) ?? null,
  load: (area) => load(area),
  version: () => version,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Starts the words of the browser with those that came inside the page. */
export function startWords(): Words {
  const block = document.getElementById(wordsBlock)?.textContent;
  if (block?.startsWith('{')) {
    const sent = JSON.parse(block) as { language: Language; areas: Record<string, Catalogue> };
    language = sent.language;
    for (const [area, catalogue] of Object.entries(sent.areas)) {
      loaded.set(`${language}/${area}`, catalogue);
    }
  }
  provideWords(() => words);
  return words;
}

/** Switches every word on the screen without a reload. */
export async function switchLanguage(next: Language): Promise<void> {
  const areas = [...loaded.keys()].map((name) => name.split('/')[1] ?? '');
  await Promise.all([...new Set(areas)].map((area) => load(area, next)));
  language = next;
  document.documentElement.lang = next;
  tell();
}

/** Switches and remembers: here in local storage, and in the cookie that public pages obey. */
export async function chooseLanguage(next: Language): Promise<void> {
  choice.write(next);
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `lang=${next}; path=/; max-age=31536000; samesite=lax${secure}`;
  await switchLanguage(next);
}

/** The language chosen on this browser, if one was. */
export const chosenLanguage = (): Language | null => choice.read();
