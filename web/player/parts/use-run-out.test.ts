import { expect, test } from 'vitest';
import { secondsLeft } from './use-run-out.ts';

const ranges = (...pairs: [number, number][]) =>
  ({
    length: pairs.length,
    start: (at: number) => pairs[at]?.[0] ?? 0,
    end: (at: number) => pairs[at]?.[1] ?? 0,
  }) satisfies TimeRanges;

test('what is left to play is what has come after the present moment without a gap', () => {
  const buffered = ranges([0, 4], [10, 12.5]);
  const at = (currentTime: number) => secondsLeft({ paused: false, currentTime, buffered });
  expect(at(11)).toBe(1.5);
  expect(at(3)).toBe(1);
  expect(at(4)).toBe(0);
  expect(at(6)).toBe(0);
  expect(at(12.5)).toBe(0);
});

test('nothing is left for whoever has paused', () => {
  expect(secondsLeft({ paused: true, currentTime: 1, buffered: ranges([0, 4]) })).toBe(0);
});
