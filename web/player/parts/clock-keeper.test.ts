import { afterEach, describe, expect, test, vi } from 'vitest';
import { correctionFor, keepToClock } from './clock-keeper.ts';

describe('a picture that is kept to the clock', () => {
  test.each([
    [0.03, { jump: false, rate: 1 }],
    [0.1, { jump: false, rate: 1.01 }],
    [2.9, { jump: false, rate: 1.03 }],
    [3.1, { jump: true }],
    [-0.1, { jump: false, rate: 0.99 }],
    [-2.9, { jump: false, rate: 0.97 }],
    [-3.1, { jump: true }],
  ])('%s s late: %o', (late, expected) => {
    expect(correctionFor(late, { settled: true })).toEqual(expected);
  });

  test('begins where the others are', () => {
    expect(correctionFor(0.5, { settled: false })).toEqual({ jump: true });
    expect(correctionFor(-0.2, { settled: false })).toMatchObject({ jump: false });
  });
});

/** A video that plays by the fake clock. */
class FakeVideo extends EventTarget {
  paused = false;
  seeking = false;
  readyState = 4;
  playbackRate = 1;
  #at = 0;
  #since = performance.now();
  get currentTime(): number {
    const passed = this.paused ? 0 : (performance.now() - this.#since) / 1000;
    return this.#at + passed * this.playbackRate;
  }
  set currentTime(at: number) {
    this.#at = at;
    this.#since = performance.now();
  }
}

describe('the keeper', () => {
  afterEach(() => vi.useRealTimers());

  test('brings a late picture to the clock without a jump, and a far one with one', () => {
    vi.useFakeTimers();
    const began = performance.now();
    const video = new FakeVideo();
    let lead = 0;
    const timeNow = () => (performance.now() - began) / 1000 + lead;
    const keeper = keepToClock({ video, timeNow });
    vi.advanceTimersByTime(1000);
    expect(Math.abs(timeNow() - video.currentTime)).toBeLessThan(0.05);
    lead = 5;
    vi.advanceTimersByTime(500);
    expect(Math.abs(timeNow() - video.currentTime)).toBeLessThan(0.05);
    video.paused = true;
    vi.advanceTimersByTime(60_000);
    video.paused = false;
    keeper.settle();
    expect(Math.abs(timeNow() - video.currentTime)).toBeLessThan(0.05);
    keeper.stop();
    expect(video.playbackRate).toBe(1);
  });
});
