import { describe, expect, it } from 'vitest';
import { aSource } from '#test/factories/sources.ts';
import { canPassThrough, chooseLadder, partTarget, planRungs, scaled } from './ladder.rules.ts';
import type { Source } from './source-probe.ts';

const names = (source: Source, cores: number, sides?: number[]) =>
  chooseLadder(source, { cores, ...(sides ? { sides } : {}) }).map((rung) => rung.name);

describe('the ladder', () => {
  it.each<[string, Source, number, string[]]>([
    ['1080p with good keyframes on two cores', aSource(), 2, ['1080p', '720p', '360p']],
    ['the same on eight cores', aSource(), 8, ['1080p', '720p', '540p', '360p']],
    ['720p on two cores', aSource({ width: 1280, height: 720 }), 2, ['720p', '540p', '360p']],
    ['360p is passed on alone', aSource({ width: 640, height: 360 }), 2, ['360p']],
    ['480p is never scaled up', aSource({ width: 854, height: 480 }), 8, ['480p', '360p']],
    [
      'a portrait picture counts by its short side',
      aSource({ width: 720, height: 1280 }),
      2,
      ['720p', '540p', '360p'],
    ],
    [
      'keyframes 10 s apart: all encoded',
      aSource({ keyframeSeconds: 10 }),
      8,
      ['1080p', '720p', '540p', '360p'],
    ],
    ['keyframes 10 s apart on two cores', aSource({ keyframeSeconds: 10 }), 2, ['720p', '360p']],
    [
      'a tiny picture that must be encoded',
      aSource({ width: 320, height: 240, codec: 'vp9' }),
      2,
      ['240p'],
    ],
  ])('%s', (_what, source, cores, expected) => {
    expect(names(source, cores)).toEqual(expected);
  });

  it('obeys the operator, still never above the source', () => {
    expect(names(aSource({ width: 1280, height: 720 }), 2, [1080, 540])).toEqual(['720p', '540p']);
  });

  it('makes one rendition of sound alone', () => {
    expect(names({ video: null, audio: { codec: 'aac', shape: null } }, 2)).toEqual(['audio']);
  });

  it.each([
    [1, true],
    [2, true],
    [4, true],
    [0.5, false],
    [5, false],
    [null, false],
  ])('passes a picture with a keyframe every %s s through: %s', (keyframeSeconds, passes) => {
    expect(canPassThrough(aSource({ keyframeSeconds }))).toBe(passes);
  });

  it('fits another source into the ladder that players know', () => {
    const rungs = chooseLadder(aSource(), { cores: 2 });
    const smaller = planRungs(rungs, aSource({ width: 1280, height: 720 }));
    expect(smaller.map((plan) => plan.video)).toEqual([
      { copy: true },
      { copy: false, width: 1280, height: 720, bits: 2_500_000 },
      { copy: false, width: 640, height: 360, bits: 700_000 },
    ]);
    const larger = planRungs(rungs, aSource({ width: 3840, height: 2160 }));
    expect(larger[0]?.video).toMatchObject({ copy: false, width: 1920, height: 1080 });
  });

  it('scales to even sizes', () => {
    expect(scaled(aSource({ width: 1920, height: 817 }), 360)).toEqual({ width: 846, height: 360 });
    expect(scaled(aSource({ width: 607, height: 1080 }), 361)).toEqual({ width: 362, height: 642 });
  });

  it.each([24, 25, 29.97, 30, 48, 50, 59.94, 60, 20, 15, 12, 10, 7.5, 5, 3, 2])(
    'fills at least 85 %% of a part with whole frames at %s a second',
    (rate) => {
      const target = partTarget(1 / rate);
      const filled = Math.floor((target + 0.0005) * rate) / rate;
      expect(filled / target).toBeGreaterThanOrEqual(0.85);
      expect(target).toBeLessThanOrEqual(0.5);
    },
  );
});
