import { describe, expect, it } from 'vitest';
import { carriesCode, checkoutPath, endsDue, unfinishedLetters } from './unfinished.rules.ts';

const endedAt = '2027-01-21T12:00:00Z';
const isDue = (letter: (typeof unfinishedLetters)[number], now: string): boolean => {
  const { after, until } = endsDue(letter, now);
  return after < endedAt && endedAt <= until;
};

describe('a letter about an order that ended at noon', () => {
  it.each([
    ['unfinished_1', '2027-01-21T12:14:59Z', false],
    ['unfinished_1', '2027-01-21T12:15:00Z', true],
    ['unfinished_1', '2027-01-21T13:14:59Z', true],
    ['unfinished_1', '2027-01-21T13:15:00Z', false],
    ['unfinished_2', '2027-01-21T17:59:59Z', false],
    ['unfinished_2', '2027-01-21T18:00:00Z', true],
    ['unfinished_2', '2027-01-21T20:59:59Z', true],
    ['unfinished_2', '2027-01-21T21:00:00Z', false],
    ['unfinished_3', '2027-01-22T11:59:59Z', false],
    ['unfinished_3', '2027-01-22T12:00:00Z', true],
    ['unfinished_3', '2027-01-22T17:59:59Z', true],
    ['unfinished_3', '2027-01-22T18:00:00Z', false],
  ] as const)('%s is due at %s: %s', (letter, now, due) => expect(isDue(letter, now)).toBe(due));

  it('carries a code when it is the last', () => {
    expect(unfinishedLetters.filter(carriesCode)).toEqual(['unfinished_3']);
  });
});

describe('the way back', () => {
  it.each([
    [{ sessionId: null, code: null }, '/products/a-show/checkout'],
    [{ sessionId: 's', code: null }, '/products/a-show/checkout?session=s'],
    [{ sessionId: 's', code: 'A&B' }, '/products/a-show/checkout?session=s&code=A%26B'],
  ])('leads to the same choice: %j', (choice, path) =>
    expect(checkoutPath('a-show', choice)).toBe(path),
  );
});
