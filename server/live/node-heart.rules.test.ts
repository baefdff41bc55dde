import { describe, expect, it } from 'vitest';
import { Heart } from './node-heart.rules.ts';

/** Beats at these seconds; the seconds of the first two minutes at which it may inherit. */
function inherits(beats: number[]): number[] {
  const heart = new Heart(12_000);
  return Array.from({ length: 121 }, (_none, second) => {
    if (beats.includes(second)) heart.beat(second * 1000);
    return heart.mayInherit(second * 1000) ? second : -1;
  }).filter((second) => second >= 0);
}
const every5 = (from: number, to: number) =>
  Array.from({ length: (to - from) / 5 + 1 }, (_none, index) => from + index * 5);
const seconds = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_none, index) => from + index);

describe('what others held that are not heard of', () => {
  it('may be taken once the others had time to be heard', () => {
    expect(inherits(every5(0, 120))).toEqual(seconds(13, 120));
    expect(inherits([])).toEqual([]);
  });

  it('may not be taken while the database is away, nor right after', () => {
    // Written until 30 and from 60 on.
    expect(inherits([...every5(0, 30), ...every5(60, 120)])).toEqual([
      ...seconds(13, 41),
      ...seconds(73, 120),
    ]);
  });

  it('may be taken although one beat was missed', () => {
    expect(inherits([...every5(0, 30), ...every5(40, 120)])).toEqual(seconds(13, 120));
  });
});
