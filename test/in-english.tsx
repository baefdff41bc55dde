import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
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

/** The same of a piece of an area, which needs a page around it; the words of areas stand there by their keys. */
export function onAPage(piece: ReactNode): string {
  const element = <MantineProvider>{piece}</MantineProvider>;
  return inEnglish(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}
