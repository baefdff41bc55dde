import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Words, WordsContext } from '#web/platform/words.ts';
import words from '#web/ui/words/en.json' with { type: 'json' };

const english: Words = {
  language: () => 'en',
  find: () => words,
  load: async () => {},
  subscribe: () => () => {},
  version: () => 0,
};

/** The HTML of a piece of `web/ui` as the server sends it, in English. */
export const inEnglish = (piece: ReactNode): string =>
  renderToStaticMarkup(<WordsContext value={english}>{piece}</WordsContext>);
