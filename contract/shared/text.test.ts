import { expect, it } from 'vitest';
import { Line, Lines } from './text.ts';

it('a line loses what no screen shows and what turns the direction of its neighbours', () => {
  expect(Line(40).parse(' Ann\u0000 \u202Eeil\u2066 \n Lee ')).toBe('Ann eil   Lee');
  expect(Line(40).parse('שלום')).toBe('שלום');
});

it('lines keep their breaks', () => {
  expect(Lines(40).parse('one\r\ntwo\u202E')).toBe('one\ntwo');
});
