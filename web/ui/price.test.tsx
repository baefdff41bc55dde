import { expect, test } from 'vitest';
import { inEnglish } from '#test/in-english.tsx';
import { Price } from './price.tsx';

const shown = (amount: number, freeWord?: boolean) =>
  inEnglish(<Price amount={amount} currency="EUR" freeWord={freeWord} />).replaceAll(
    /<[^>]+>/g,
    '',
  );

test('a price of nothing is said in a word', () => {
  expect(shown(0, true)).toBe('Free');
  expect(shown(1, true)).toBe('€0.01');
});

test('a part of a price, such as its tax, stays a figure', () => {
  expect(shown(0)).toBe('€0.00');
});
