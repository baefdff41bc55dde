import { expect, test } from 'vitest';
import { heard, type Loudness, louderBy, loudnessIn, putTo, turned } from './loudness.ts';

const on = (volume: number): Loudness => ({ volume, muted: false });
const off = (volume: number): Loudness => ({ volume, muted: true });

test('softer and softer ends in silence that says so, and louder comes back from it', () => {
  let now = on(1);
  for (let press = 0; press < 10; press += 1) now = louderBy(now, -0.1);
  expect([heard(now), now.muted]).toEqual([0, true]);
  expect(heard(louderBy(now, 0.1))).toBeGreaterThanOrEqual(0.25);
});

test('no more than all, and in whole hundredths', () => {
  expect(louderBy(on(0.95), 0.1)).toEqual(on(1));
  expect(putTo(on(1), 0.1 + 0.2)).toEqual(on(0.3));
});

test('silence keeps the volume, and the sound comes back with it', () => {
  expect(putTo(on(0.6), 0)).toEqual(off(0.6));
  expect(turned(on(0.6))).toEqual(off(0.6));
  expect(turned(off(0.6))).toEqual(on(0.6));
  expect(louderBy(off(0.8), 0.1)).toEqual(on(0.8));
});

test('who pulled it down to nothing hears something again', () => {
  expect(turned(off(0.03))).toEqual(on(0.25));
  expect(turned(on(0))).toEqual(on(0.25));
});

test('softer in silence is nothing to remember', () => {
  const silent = off(0.5);
  expect(louderBy(silent, -0.1)).toBe(silent);
});

test.each([
  null,
  'loud',
  [],
  { volume: 7, muted: false },
  { volume: -1, muted: false },
  { volume: Number.NaN, muted: false },
  { volume: 'x', muted: false },
  { volume: 0.5 },
])('%o is no loudness, and changes nothing', (kept) => {
  expect(loudnessIn(kept)).toBeNull();
});

test('what was kept is a loudness and nothing else', () => {
  expect(loudnessIn({ volume: 0.5, muted: true, src: '/x' })).toEqual(off(0.5));
});
