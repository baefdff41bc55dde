import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

const everyMs = 40;

/** Frames of 40 ms that come every `apart` milliseconds; answers the longest wait that was asked. */
function send(pace: Pace, frames: number, { from = { at: 0, arrived: 0 }, apart = everyMs } = {}) {
  const { at, arrived } = from;
  const waits = Array.from({ length: frames }, (_, index) =>
    pace.take(at + index * everyMs, arrived + index * apart),
  );
  const end = { at: at + frames * everyMs, arrived: arrived + frames * apart };
  return { longest: Math.max(...waits), end };
}

describe('the pace of an encoder', () => {
  it('never has a live encoder wait, also not one whose clock is a little fast', () => {
    const pace = new Pace();
    expect(send(pace, 90_000, { apart: everyMs * 0.9999 }).longest).toBe(0);
    expect(pace.isHurried).toBe(false);
  });

  it('takes what was waiting at first: eight seconds', () => {
    const pace = new Pace();
    expect(send(pace, 199, { apart: 0 }).longest).toBe(0);
    expect(pace.isHurried).toBe(true);
  });

  it('holds a file that nobody slowed down to real time', () => {
    const pace = new Pace();
    const { longest } = send(pace, 1_500, { apart: 2 });
    expect(longest).toBeGreaterThan(45_000);
    expect(longest).toBeLessThan(60_000);
  });

  it('takes at once what an encoder could not send while it stood still', () => {
    const pace = new Pace();
    const { end } = send(pace, 500);
    const later = { at: end.at, arrived: end.arrived + 20_000 };
    const { longest, end: caughtUp } = send(pace, 500, { from: later, apart: 1 });
    expect(longest).toBe(0);
    expect(pace.isHurried).toBe(true);
    expect(send(pace, 100, { from: caughtUp }).longest).toBe(0);
    expect(pace.isHurried).toBe(false);
  });
});
