import { describe, expect, it } from 'vitest';
import { failuresAfterTry, secondsToWait } from './log-in.rules.ts';

const at = 1_000_000_000;
const hour = 3_600_000;

describe('waiting after wrong passwords', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [7, 120],
    [9, 480],
    [10, 900],
    [500, 900],
  ])('after %i failures is %i s', (failures, seconds) => {
    expect(secondsToWait({ failures, lastAtMs: at }, { free: 5, nowMs: at })).toBe(seconds);
  });

  it('is over when its time has passed', () => {
    const five = { failures: 5, lastAtMs: at };
    expect(secondsToWait(five, { free: 5, nowMs: at + 29_001 })).toBe(1);
    expect(secondsToWait(five, { free: 5, nowMs: at + 30_000 })).toBe(0);
  });

  it('is forgotten after a day without a try', () => {
    const many = { failures: 40, lastAtMs: at };
    expect(failuresAfterTry(many, at + 24 * hour - 1)).toBe(41);
    expect(failuresAfterTry(many, at + 24 * hour)).toBe(1);
  });
});
