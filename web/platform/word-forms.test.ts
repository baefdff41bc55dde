import { describe, expect, test } from 'vitest';
import { wordIn } from './word-forms.ts';

const words = {
  'flat.key': 'Flat',
  nested: { key: 'Nested', deep: { er: 'Deeper' } },
  rows_zero: 'No row',
  rows_other: '{{count}} rows',
  seats_one: '{{count}} seat of {{hall}}',
  seats_other: '{{count}} seats of {{hall}}',
};
const say = (key: string, values?: Record<string, string | number>, language = 'en') =>
  wordIn(words, language, { key, values });

describe('words', () => {
  test('keys are found flat or nested', () => {
    expect([say('flat.key'), say('nested.key'), say('nested.deep.er')]).toEqual([
      'Flat',
      'Nested',
      'Deeper',
    ]);
  });

  test('a missing key is shown as itself', () => {
    expect(say('nested.none')).toBe('nested.none');
    expect(say('nested')).toBe('nested');
  });

  test('the plural follows the language and falls back on other', () => {
    expect(say('seats', { count: 1, hall: 'A' })).toBe('1 seat of A');
    expect(say('seats', { count: 0, hall: 'A' })).toBe('0 seats of A');
    // A million has its own form, which this catalogue lacks.
    expect(say('seats', { count: 1_000_000, hall: 'A' }, 'es')).toBe('1.000.000 seats of A');
  });

  test('zero is more than one, in Portuguese too, or has words of its own', () => {
    expect(say('seats', { count: 0, hall: 'A' }, 'pt')).toBe('0 seats of A');
    expect(say('rows', { count: 0 }, 'pt')).toBe('No row');
  });

  test('values are put in as they are, also when they look like patterns', () => {
    expect(say('seats', { count: 2, hall: '$& {{count}}' })).toBe('2 seats of $& {{count}}');
  });

  test('a value that was not given leaves its place visible', () => {
    expect(say('seats', { count: 2 })).toBe('2 seats of {{hall}}');
  });
});
