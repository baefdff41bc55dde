import { createContext, use, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Language } from '#contract/shared/language-list.ts';
import { type Catalogue, type Values, wordIn } from '#web/platform/word-forms.ts';
import type { Area, WordKey } from '#web/platform/word-keys.ts';

/**
 * The words of one language. The catalogues have the form of i18next, which the server uses for
 * its mails; the browser reads them with these few lines, because i18next itself would take an
 * eighth of the script that a public page may weigh.
 */
export type Words = {
  language: () => Language;
  /** The words of an area, or null while they are not loaded. */
  find: (area: string) => Catalogue | null;
  load: (area: string) => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  /** Grows with every change, so that React knows. */
  version: () => number;
};

export type Say<A extends Area> = (key: WordKey<A>, values?: Values) => string;

export const WordsContext = createContext<Words | null>(null);

/**
 * The words of an area, for components: `const { t, language } = useTranslation('catalog')`.
 * Waits (suspends) while the area's words are on their way.
 */
export function useTranslation<A extends Area>(area: A): { t: Say<A>; language: Language } {
  const words = useContext(WordsContext);
  if (!words) throw new Error('no words above this component');
  const version = useSyncExternalStore(words.subscribe, words.version, words.version);
  const catalogue = words.find(area);
  if (!catalogue) use(words.load(area));
  const language = words.language();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the words
  const t = useCallback<Say<A>>(
    (key, values) => wordIn(catalogue ?? {}, language, { key, values }),
    [catalogue, language, version],
  );
  return { t, language };
}

/** Set once by each entry: how to reach the words of a language outside of components. */
let speak: (language?: Language) => Words | null = () => null;
export const provideWords = (source: typeof speak): void => {
  speak = source;
};

/**
 * Words outside of components, such as titles: the server says in which language, the browser
 * speaks its own. Null while the area is not loaded; loading is started then, and told to all.
 */
export function sayIn<A extends Area>(area: A, language?: Language): Say<A> | null {
  const words = speak(language);
  const catalogue = words?.find(area);
  if (!words) return null;
  if (!catalogue) {
    void words.load(area);
    return null;
  }
  return (key, values) => wordIn(catalogue, words.language(), { key, values });
}

/** The language on the screen; in the browser only, where there is but one. */
export const currentLanguage = (): Language => speak()?.language() ?? 'en';
