import { expect, test } from 'vitest';
import spanish from '../words/es.json' with { type: 'json' };
import { categoryKey, categoryWord, knownCategories } from './categories.ts';

const t = (key: keyof typeof spanish) => spanish[key];

test('a known category is read in the language of the reader, others as they were written', () => {
  expect(categoryWord(t, 'theatre')).toBe('Teatro');
  expect(categoryWord(t, 'Theatre')).toBe('Teatro');
  expect(categoryWord(t, 'Títeres')).toBe('Títeres');
});

test('what is chosen from the list, or written as it stands there, is kept for every language', () => {
  expect(knownCategories(t).map((word) => categoryKey(t, word))).toContain('theatre');
  expect(categoryKey(t, 'teatro')).toBe('theatre');
  expect(categoryKey(t, 'Títeres')).toBe('Títeres');
});
