import { describe, expect, it } from 'vitest';
import type { PreflightCheck } from '#contract/live.ts';
import { isSound, preflightOf, type Received, wantedBits } from './preflight.rules.ts';

const good: Received = {
  receiving: true,
  width: 1280,
  height: 720,
  hasPicture: true,
  sourceFrames: 25,
  framesPerSecond: 25,
  bitsPerSecond: 3_000_000,
  keyframeSeconds: 2,
  droppedFrames: 0,
  hasSound: true,
};
const stateOf = (check: PreflightCheck['check'], given: Partial<Received>) =>
  preflightOf({ ...good, ...given }, 20).checks.find((one) => one.check === check)?.state;

describe('before a show', () => {
  it('is not ready while no encoder sends, and says of nothing that it is bad', () => {
    for (const received of [null, { ...good, receiving: false }]) {
      const { verdict, checks, steadySeconds } = preflightOf(received, 30);
      expect([verdict, steadySeconds]).toEqual(['not_yet', 0]);
      expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(['wait']));
    }
  });

  it('is ready when all is good for twenty seconds, and almost until then', () => {
    expect(preflightOf(good, 19.9)).toMatchObject({ verdict: 'almost', steadySeconds: 19 });
    expect(preflightOf(good, 20)).toMatchObject({ verdict: 'ready', steadySeconds: 20 });
  });

  it('is almost ready with what could be better, and not yet with what must be mended', () => {
    expect(preflightOf({ ...good, keyframeSeconds: 3 }, 20).verdict).toBe('almost');
    expect(preflightOf({ ...good, hasSound: false }, 20).verdict).toBe('not_yet');
  });

  it.each<[PreflightCheck['check'], Partial<Received>, PreflightCheck['state']]>([
    ['picture', { hasPicture: false }, 'bad'],
    ['picture', { width: 640, height: 360 }, 'warn'],
    ['picture', { width: 720, height: 1280 }, 'good'],
    ['frames', { framesPerSecond: 0 }, 'wait'],
    ['frames', { framesPerSecond: 14 }, 'bad'],
    ['frames', { sourceFrames: 60, framesPerSecond: 47 }, 'bad'],
    ['frames', { sourceFrames: 60, framesPerSecond: 56 }, 'warn'],
    ['frames', { sourceFrames: 24, framesPerSecond: 23.9 }, 'good'],
    ['bitrate', { bitsPerSecond: 1_000_000 }, 'warn'],
    ['bitrate', { bitsPerSecond: 1_200_000 }, 'good'],
    ['bitrate', { bitsPerSecond: 6_100_000 }, 'warn'],
    ['bitrate', { bitsPerSecond: 12_000_001 }, 'bad'],
    ['keyframes', { keyframeSeconds: 0 }, 'wait'],
    ['keyframes', { keyframeSeconds: 2.6 }, 'good'],
    ['keyframes', { keyframeSeconds: 4.2 }, 'warn'],
    ['keyframes', { keyframeSeconds: 4.3 }, 'bad'],
    ['sound', { hasSound: false }, 'bad'],
  ])('looks at %s: %o is %s', (check, given, state) => {
    expect(stateOf(check, given)).toBe(state);
  });

  it('wants as many bits as the picture is large', () => {
    expect([1080, 720, 700, 360, 240].map(wantedBits)).toEqual([
      5_000_000, 3_000_000, 3_000_000, 900_000, 900_000,
    ]);
  });

  it('lets the time run while nothing must be mended', () => {
    expect(isSound({ ...good, width: 640, height: 360 })).toBe(true);
    expect([isSound(null), isSound({ ...good, receiving: false })]).toEqual([false, false]);
    expect(isSound({ ...good, hasSound: false })).toBe(false);
  });
});
