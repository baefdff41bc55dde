import { expect, it } from 'vitest';
import { readEnds } from './trim-ends.ts';

it.each([
  ['0:10', '0:20', { startSeconds: 10, endSeconds: 20 }],
  ['0:10,7', '0:21.5', { startSeconds: 10.7, endSeconds: 21.5 }],
  ['0:10,1', '0:20', { faults: { start: 'short', end: 'short' } }],
  ['0:20', '0:10', { faults: { start: 'short', end: 'short' } }],
  ['soon', '0:10', { faults: { start: 'wrong' } }],
  ['0:10', '', { faults: { end: 'wrong' } }],
  ['', '4:60', { faults: { start: 'wrong', end: 'wrong' } }],
])('a recording from %j to %j reads as %j', (start, end, read) => {
  expect(readEnds({ start, end })).toEqual(read);
});
