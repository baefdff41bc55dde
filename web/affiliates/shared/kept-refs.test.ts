import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isFirstToday, keepRefOf, refFor } from './kept-refs.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2027-01-10T10:00:00Z');

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a code is kept for its channel alone, for thirty days', () => {
  keepRefOf('cellar', 'ANA', start);
  expect(refFor('cellar', start + 30 * day - 1)).toBe('ANA');
  expect(refFor('cellar', start + 30 * day)).toBeUndefined();
  expect(refFor('attic', start)).toBeUndefined();
  expect(refFor(undefined, start)).toBeUndefined();
});

it('the last one wins, and leaves those of other channels alone', () => {
  keepRefOf('cellar', 'ANA', start);
  keepRefOf('attic', 'LEO', start + day);
  keepRefOf('cellar', 'ZOE', start + 2 * day);
  expect(refFor('cellar', start + 31 * day)).toBe('ZOE');
  expect(refFor('attic', start + 30 * day)).toBe('LEO');
});

it('a browser is counted once a day by each code', () => {
  expect(isFirstToday('ANA', start)).toBe(true);
  keepRefOf('cellar', 'ANA', start);
  expect(isFirstToday('ANA', start + 1000)).toBe(false);
  expect(isFirstToday('LEO', start)).toBe(true);
  expect(isFirstToday('ANA', start + day)).toBe(true);
});

it('what is kept and cannot be read is nothing', () => {
  stored.set('platea.ref', 'no json');
  expect(refFor('cellar', start)).toBeUndefined();
  stored.set('platea.ref', 'null');
  expect(refFor('cellar', start)).toBeUndefined();
  keepRefOf('cellar', 'ANA', start);
  expect(refFor('cellar', start)).toBe('ANA');
});
