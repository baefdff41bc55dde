import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seldom } from './seldom.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what is done seldom', () => {
  it('is done at once, and once more for all who ask while it rests', () => {
    const work = vi.fn();
    const { call } = seldom(work, 4000);
    for (const _ of [1, 2, 3]) call();
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(4000);
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('rests after each time', () => {
    const work = vi.fn();
    const { call } = seldom(work, 4000);
    call();
    call();
    vi.advanceTimersByTime(4000);
    call();
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(4000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('is forgotten when it is stopped', () => {
    const work = vi.fn();
    const { call, stop } = seldom(work, 4000);
    call();
    call();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
