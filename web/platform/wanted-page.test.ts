import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepWanted, takeWanted, wantedKind, withNext } from './wanted-page.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('the page that was wanted is found again once, for a day', () => {
  keepWanted('/products/a/checkout?session=1', 0);
  expect(takeWanted(1000)).toBe('/products/a/checkout?session=1');
  expect(takeWanted(1000)).toBe('/');
  keepWanted('/mystuff', 0);
  expect(takeWanted(24 * 60 * 60 * 1000)).toBe('/');
});

it('no other site is ever wanted', () => {
  keepWanted('//evil.example', 0);
  expect(takeWanted(1)).toBe('/');
  localStorage.setItem('platea.next', JSON.stringify({ next: 'https://evil.example', until: 9 }));
  expect(takeWanted(1)).toBe('/');
  localStorage.setItem('platea.next', 'no json');
  expect(takeWanted(1)).toBe('/');
});

it('an address says where to go on, unless that is home', () => {
  expect(withNext('/logup', '/')).toBe('/logup');
  expect(withNext('/logup', '/a?b=1&c=2')).toBe('/logup?next=%2Fa%3Fb%3D1%26c%3D2');
});

it.each([
  ['/', 'nothing'],
  ['/rehearsals/abc-DEF_1', 'rehearsal'],
  ['/account/rehearsals/room', 'page'],
  ['/products/a/checkout?session=1', 'page'],
])('whoever goes on to %s is told of: %s', (next, kind) => {
  expect(wantedKind(next)).toBe(kind);
});
