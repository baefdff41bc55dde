import { expect, test } from 'vitest';
import { changedQuery } from './change-address.ts';

test('a change of the address leaves what it does not name', () => {
  expect(changedQuery('?q=jazz', { sort: 'name', page: null })).toBe('?q=jazz&sort=name');
  expect(changedQuery('?q=jazz&page=3', { q: 'rock', page: null })).toBe('?q=rock');
  expect(changedQuery('?q=jazz', { q: '' })).toBe('?');
  expect(changedQuery('', { q: 'a b' })).toBe('?q=a+b');
});
