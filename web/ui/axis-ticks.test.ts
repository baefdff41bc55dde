import { expect, test } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

test.each([
  [0, 1, [0, 1]],
  [3, 1, [0, 1, 2, 3]],
  [14, 1, [0, 5, 10, 15]],
  [40, 1, [0, 10, 20, 30, 40]],
  [1234, 1, [0, 500, 1000, 1500]],
  // Cents: half a euro still needs a whole one.
  [50, 100, [0, 100]],
  [1400, 100, [0, 500, 1000, 1500]],
  [350, 100, [0, 100, 200, 300, 400]],
])('the axis for at most %d, in steps of at least %d, is round', (most, unit, ticks) => {
  expect(axisTicks(most, unit)).toEqual(ticks);
});
