import { describe, expect, it } from 'vitest';
import { isReminderDue, type ReminderKind, startsDue } from './reminders.rules.ts';

const startsAt = '2027-01-21T19:30:00Z';
const show = { startsAt, onAirSince: null, isOver: false };
const longAgo = '2027-01-01T00:00:00Z';
const due = (kind: ReminderKind, now: string, more = {}, grantedAt = longAgo) =>
  isReminderDue(kind, { ...show, ...more }, { grantedAt, now });

describe('a reminder is due', () => {
  it.each<[ReminderKind, string, boolean]>([
    ['day', '2027-01-20T19:29:59Z', false],
    ['day', '2027-01-20T19:30:00Z', true],
    ['day', '2027-01-20T20:29:59Z', true],
    ['day', '2027-01-20T20:30:00Z', false],
    ['hour', '2027-01-21T18:29:59Z', false],
    ['hour', '2027-01-21T18:30:00Z', true],
    ['hour', '2027-01-21T18:44:59Z', true],
    ['hour', '2027-01-21T18:45:00Z', false],
    ['now', '2027-01-21T19:29:59Z', false],
    ['now', '2027-01-21T19:30:00Z', true],
    ['now', '2027-01-21T19:44:59Z', true],
    ['now', '2027-01-21T19:45:00Z', false],
  ])('%s at %s: %s', (kind, now, expected) => {
    expect(due(kind, now)).toBe(expected);
  });

  it('as soon as the show is on air, but not by a test of the encoder in the afternoon', () => {
    const onAirSince = '2027-01-21T19:20:00Z';
    expect(due('now', '2027-01-21T19:19:59Z', { onAirSince })).toBe(false);
    expect(due('now', '2027-01-21T19:20:00Z', { onAirSince })).toBe(true);
    const test = { onAirSince: '2027-01-21T16:00:00Z' };
    expect(due('now', '2027-01-21T16:00:00Z', test)).toBe(false);
    expect(due('now', '2027-01-21T19:14:59Z', test)).toBe(false);
    expect(due('now', '2027-01-21T19:15:00Z', test)).toBe(true);
    // It has begun late: its hour was the moment
    expect(due('now', '2027-01-21T19:50:00Z', { onAirSince: '2027-01-21T19:50:00Z' })).toBe(false);
  });

  it('never when the show is over', () => {
    for (const kind of ['day', 'hour', 'now'] as const) {
      expect(due(kind, '2027-01-21T19:31:00Z', { isOver: true })).toBe(false);
    }
    expect(due('now', '2027-01-21T19:31:00Z')).toBe(true);
  });

  it('not to whoever bought after its moment: half an hour before there is only the start', () => {
    const bought = '2027-01-21T19:00:00Z';
    expect(due('hour', '2027-01-21T18:40:00Z', {}, '2027-01-21T18:30:00Z')).toBe(true);
    expect(due('hour', '2027-01-21T18:40:00Z', {}, '2027-01-21T18:30:01Z')).toBe(false);
    expect(due('day', bought, {}, bought)).toBe(false);
    expect(due('hour', bought, {}, bought)).toBe(false);
    expect(due('now', startsAt, {}, bought)).toBe(true);
    expect(due('now', '2027-01-21T19:31:00Z', {}, '2027-01-21T19:30:30Z')).toBe(false);
  });
});

describe('the sessions to look at', () => {
  it.each<[ReminderKind, string, string]>([
    ['day', '2027-01-21T18:30:00Z', '2027-01-21T19:30:00Z'],
    ['hour', '2027-01-20T20:15:00Z', '2027-01-20T20:30:00Z'],
    ['now', '2027-01-20T19:15:00Z', '2027-01-20T19:45:00Z'],
  ])('%s: after %s until %s', (kind, after, until) => {
    expect(startsDue(kind, '2027-01-20T19:30:00Z')).toEqual({ after, until });
  });
});
