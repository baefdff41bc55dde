import { expect, test } from 'vitest';
import { isNear } from './near-show.ts';

const show = { startsAt: '2026-12-01T19:30:00.000Z', durationMinutes: 90 };
const later = { startsAt: '2026-12-20T19:30:00.000Z', durationMinutes: 90 };

test.each([
  ['2026-11-30T19:29:00Z', false],
  ['2026-11-30T19:31:00Z', true],
  ['2026-12-01T20:00:00Z', true],
  ['2026-12-01T23:59:00Z', true],
  ['2026-12-02T00:01:00Z', false],
])('at %s the show of half past seven is near: %s', (now, near) => {
  expect(isNear([later, show], Date.parse(now))).toBe(near);
});

test('without a date nothing is near', () => {
  expect(isNear([], Date.parse(show.startsAt))).toBe(false);
});
