import { expect, it } from 'vitest';
import { afterCalm, afterStall, atStart, type Distance } from './live-distance.ts';

const stalled = (times: number): Distance => {
  let distance = atStart(0);
  for (let time = 0; time < times; time += 1) distance = afterStall(distance, 0);
  return distance;
};

it('keeps a third of a second more with each stall, two seconds at most', () => {
  expect(stalled(1).extraSeconds).toBeCloseTo(1 / 3);
  expect(stalled(3).extraSeconds).toBeCloseTo(1);
  expect(stalled(60).extraSeconds).toBe(2);
});

it('gives a step back after half a minute without a stall, and no sooner', () => {
  const distance = stalled(2);
  expect(afterCalm(distance, 29_999)).toBe(distance);
  const nearer = afterCalm(distance, 30_000);
  expect(nearer.extraSeconds).toBeCloseTo(1 / 3);
  expect(afterCalm(nearer, 59_999)).toBe(nearer);
  expect(afterCalm(nearer, 60_000)).toEqual({ extraSeconds: 0, since: 60_000 });
});

it('counts the half minute from the last stall', () => {
  const again = afterStall(stalled(1), 20_000);
  expect(afterCalm(again, 45_000)).toBe(again);
});

it('has nothing to give back at the start', () => {
  const distance = atStart(0);
  expect(afterCalm(distance, 90_000)).toBe(distance);
});
