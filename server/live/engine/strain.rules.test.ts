import { describe, expect, it } from 'vitest';
import { judgeStrain, nextToRest, type StrainSample, strainSamples } from './strain.rules.ts';

const samples = (lags: readonly number[], sinceMadeMs = 30): StrainSample[] =>
  lags.map((lagMs) => ({ lagMs, sinceMadeMs }));
const steady = (lagMs: number): number[] => new Array<number>(strainSamples).fill(lagMs);

describe('a machine that encodes', () => {
  it.each([
    ['keeps up', samples(steady(300)), 'fine'],
    [
      'works off what waited at the start',
      samples([4600, 4400, 4200, 4000, 3800, 3600, 3400, 3200]),
      'fine',
    ],
    ['has been late for less than two seconds', samples([2600, 2700, 2800]), 'fine'],
    ['is late and stays so', samples(steady(2600)), 'behind'],
    [
      'falls further and further behind',
      samples([2600, 2800, 3000, 3200, 3400, 3600, 3800, 4000]),
      'behind',
    ],
    ['is eight seconds late, whatever it does', samples([11_000, 10_100]), 'behind'],
    ['gives nothing any more', samples([2000], 12_500), 'stuck'],
    ['has nothing to do', samples([0], 60_000), 'fine'],
    ['has not begun', [], 'fine'],
  ] as const)('%s', (_what, given, verdict) => {
    expect(judgeStrain(given, { runMs: 60_000 })).toBe(verdict);
  });
});

it('gives a run eight seconds to come into its stride, and not to be ten seconds late', () => {
  expect(judgeStrain(samples(steady(4600)), { runMs: 5_000 })).toBe('fine');
  expect(judgeStrain(samples(steady(4600)), { runMs: 8_500 })).toBe('behind');
  expect(judgeStrain(samples(steady(10_500)), { runMs: 5_000 })).toBe('behind');
});

describe('what rests first', () => {
  const ladder = [1080, 720, 540, 360].map((side) => ({ name: `${side}p`, shortSide: side }));

  it('is what costs viewers least, and the size that every line can carry last', () => {
    const order: (string | null)[] = [];
    let left = ladder;
    for (;;) {
      const next = nextToRest(left, true);
      if (next === null) break;
      order.push(next);
      left = left.filter(({ name }) => name !== next);
    }
    expect(order).toEqual(['1080p', '540p', '720p', '360p']);
  });

  it('is never the last picture that there is', () => {
    expect(nextToRest(ladder.slice(3), false)).toBeNull();
    expect(nextToRest([], true)).toBeNull();
  });

  it('is an unusual size before a usual one', () => {
    const odd = { name: '180p', shortSide: 180 };
    expect(nextToRest([...ladder, odd], true)).toBe('180p');
  });
});
