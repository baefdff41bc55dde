import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { isWithin, localTime, minutesAfter, offsetAt, readTime } from './times.rules.ts';

const madrid = 'Europe/Madrid';

describe('a typed time', () => {
  it.each([
    ['2026-12-24T21:00', madrid, '2026-12-24T20:00:00.000Z'],
    ['2026-07-01T21:00', madrid, '2026-07-01T19:00:00.000Z'],
    ['2026-07-01T21:00', 'America/Sao_Paulo', '2026-07-02T00:00:00.000Z'],
    ['2028-02-29T00:00', madrid, '2028-02-28T23:00:00.000Z'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(readTime(local, zone)).toEqual({ instant, ambiguous: false });
    expect(localTime(instant, zone)).toBe(local);
  });

  it.each(['2026-03-29T02:00', '2026-03-29T02:30', '2026-03-29T02:59'])(
    'of an hour that the clocks skip does not exist: %s',
    (local) => {
      expect(readTime(local, madrid)).toEqual({ fault: 'time_missing' });
    },
  );

  it.each([
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ])('beside the skipped hour is plain: %s', (local, instant) => {
    expect(readTime(local, madrid)).toEqual({ instant, ambiguous: false });
  });

  it.each([
    ['2026-10-25T02:00', '2026-10-25T00:00:00.000Z', true],
    ['2026-10-25T02:59', '2026-10-25T00:59:00.000Z', true],
    ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z', false],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z', false],
  ])('of an hour that exists twice means the earlier: %s', (local, instant, ambiguous) => {
    expect(readTime(local, madrid)).toEqual({ instant, ambiguous });
  });

  it.each([
    ['2026-02-31T10:00', madrid],
    ['2027-02-29T10:00', madrid],
    ['2026-12-24T21:00', 'Europe/Atlantis'],
  ])('that no calendar or map has is invalid: %s in %s', (local, zone) => {
    expect(readTime(local, zone)).toEqual({ fault: 'invalid' });
  });

  it('says how far its zone is from UTC', () => {
    expect(offsetAt('2026-12-24T20:00:00.000Z', madrid)).toBe('+01:00');
    expect(offsetAt('2026-07-01T19:00:00.000Z', madrid)).toBe('+02:00');
  });

  it('runs on in real minutes over the change of clocks', () => {
    expect(minutesAfter('2026-10-25T00:30:00.000Z', 90)).toBe('2026-10-25T02:00:00.000Z');
  });
});

describe('a window of time', () => {
  const from = '2026-05-01T10:00:00.000Z';
  const to = '2026-05-01T12:00:00.000Z';
  it.each([
    ['2026-05-01T09:59:59.999Z', false],
    ['2026-05-01T10:00:00.000Z', true],
    ['2026-05-01T11:59:59.999Z', true],
    ['2026-05-01T12:00:00.000Z', false],
  ])('has its start inside and its end outside: %s → %s', (now, inside) => {
    expect(isWithin(Temporal.Instant.from(now), from, to)).toBe(inside);
  });

  it('without a limit has no end on that side', () => {
    const now = Temporal.Instant.from('2026-05-01T11:00:00Z');
    expect(isWithin(now, null, null)).toBe(true);
    expect(isWithin(now, to, null)).toBe(false);
    expect(isWithin(now, null, from)).toBe(false);
  });
});
