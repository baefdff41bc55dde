import { expect, test } from 'vitest';
import { clockOf, lengthParts, playableUntil, windedBy } from './play-time.ts';

test('a time is written as a clock shows it, with hours only where there are some', () => {
  expect([0, 7.9, 70, 760, 3600, 3723.4].map(clockOf)).toEqual([
    '0:00',
    '0:07',
    '1:10',
    '12:40',
    '1:00:00',
    '1:02:03',
  ]);
});

test('a length that is not known yet is none', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -1].map(clockOf)).toEqual(['0:00', '0:00', '0:00']);
});

test('a length is said to the second, without the parts that it has not', () => {
  expect([0, 7.9, 60, 3723, 93_600].map(lengthParts)).toEqual([
    [['seconds', 0]],
    [['seconds', 7]],
    [['minutes', 1]],
    [
      ['hours', 1],
      ['minutes', 2],
      ['seconds', 3],
    ],
    [['hours', 26]],
  ]);
});

const ranges = (...pairs: [number, number][]) => ({
  length: pairs.length,
  start: (at: number) => pairs[at]?.[0] ?? 0,
  end: (at: number) => pairs[at]?.[1] ?? 0,
});

test('what can be played is what has come after the present moment without a gap', () => {
  const buffered = ranges([0, 4], [10, 12.5]);
  expect([3, 4, 6, 11].map((from) => playableUntil(buffered, from))).toEqual([4, 4, 6, 12.5]);
});

test('winding stays inside of the recording, and inside of what is known of it', () => {
  const recording = { currentTime: 5, duration: 60 };
  expect([10, -10, 600].map((by) => windedBy(recording, by))).toEqual([15, 0, 60]);
  expect(windedBy({ currentTime: 5, duration: Number.NaN }, 10)).toBe(5);
});
