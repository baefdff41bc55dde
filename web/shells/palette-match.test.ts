import { expect, test } from 'vitest';
import { canSearch, matches, stepped } from './palette-match.ts';

test.each([
  ['channel', ['New channel'], true],
  ['new chan', ['New channel'], true],
  ['anal', ['New channel'], false],
  ['configuracion', ['Configuración'], true],
  ['mi esp', ['Mi espacio'], true],
  ['sala fado', ['Fado à meia-luz', 'Sala Atlântico'], true],
  ['', ['Anything'], true],
  ['  ', ['Anything'], true],
  ['new show', ['New channel'], false],
])('“%s” among %j: %s', (query, texts, found) => {
  expect(matches(query, ...texts)).toBe(found);
});

test('shows and channels are looked up from three letters on', () => {
  expect(canSearch('ab ')).toBe(false);
  expect(canSearch('a b')).toBe(false);
  expect(canSearch('fã1')).toBe(true);
});

test('arrows go around the ends of the list', () => {
  expect(stepped(0, -1, 3)).toBe(2);
  expect(stepped(2, 1, 3)).toBe(0);
  expect(stepped(-1, 1, 3)).toBe(0);
  expect(stepped(0, 1, 0)).toBe(-1);
});
