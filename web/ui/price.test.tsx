import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Words, WordsContext } from '#web/platform/words.ts';
import { Price } from './price.tsx';
import words from './words/en.json' with { type: 'json' };

const english: Words = {
  language: () => 'en',
  find: () => words,
  load: async () => {},
  subscribe: () => () => {},
  version: () => 0,
};
const shown = (amount: number, freeWord?: boolean) =>
  renderToStaticMarkup(
    <WordsContext value={english}>
      <Price amount={amount} currency="EUR" freeWord={freeWord} />
    </WordsContext>,
  ).replaceAll(/<[^>]+>/g, '');

test('a price of nothing is said in a word', () => {
  expect(shown(0, true)).toBe('Free');
  expect(shown(1, true)).toBe('€0.01');
});

test('a part of a price, such as its tax, stays a figure', () => {
  expect(shown(0)).toBe('€0.00');
});
