import ical, { type VEvent } from 'node-ical';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, calendarOf } from './calendar.ts';

const event: CalendarEvent = {
  id: '01997f6e-2f1c-7abc-9def-0123456789ab',
  title: 'Noche',
  startsAt: '2026-12-03T19:30:00Z',
  endsAt: '2026-12-03T21:00:00Z',
  url: 'https://platea.test/player/noche',
  madeAt: '2026-11-28T11:00:00.123Z',
};

/** As a program that is not ours understands it. */
function read(given: Partial<CalendarEvent> = {}): VEvent {
  const entries = Object.values(ical.sync.parseICS(calendarOf([{ ...event, ...given }])));
  const [found, ...more] = entries.filter((entry) => entry?.type === 'VEVENT');
  expect(more).toEqual([]);
  return found as VEvent;
}

const instantOf = (date: unknown) =>
  Temporal.Instant.fromEpochMilliseconds((date as { getTime: () => number }).getTime());

describe('a showing in a calendar', () => {
  // On either side of the change of clocks in Madrid, in that very night, and at midnight elsewhere
  it.each([
    ['2026-10-24T19:30', 90],
    ['2026-10-25T01:30', 180],
    ['2026-10-25T19:30', 90],
    ['2027-03-28T01:30', 120],
    ['2027-03-28T20:00', 60],
    ['2026-12-31T23:30', 60],
  ])('typed in Madrid for %s is at the same instant in every zone', (typed, minutes) => {
    const starts = Temporal.PlainDateTime.from(typed).toZonedDateTime('Europe/Madrid');
    const ends = starts.add({ minutes });
    const entry = read({
      startsAt: starts.toInstant().toString(),
      endsAt: ends.toInstant().toString(),
    });
    for (const zone of ['Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kolkata']) {
      const shown = (date: unknown) =>
        instantOf(date).toZonedDateTimeISO(zone).toPlainDateTime().toString();
      expect(shown(entry.start)).toBe(starts.withTimeZone(zone).toPlainDateTime().toString());
      expect(shown(entry.end)).toBe(ends.withTimeZone(zone).toPlainDateTime().toString());
    }
  });

  it.each([
    'Hamlet; or, The Prince\\of "Denmark"',
    'First\nsecond\r\nthird',
    `${'Noche de años y façade — '.repeat(12)}end`,
    '🎭👩‍👩‍👧‍👦'.repeat(30),
    'محمد عبد الله',
    'END:VEVENT\r\nBEGIN:VEVENT',
  ])('says its title as it was typed: %j', (title) => {
    const { summary } = read({ title });
    expect(summary).toBe(title.replaceAll('\r\n', '\n'));
  });

  it('has no line longer than 75 bytes, and no character torn in two', () => {
    const text = calendarOf([
      {
        ...event,
        title: 'ñ🎭'.repeat(100),
        url: `https://a/${'b'.repeat(200)}`,
      },
    ]);
    const lines = text.split('\r\n');
    expect(lines.filter((line) => new TextEncoder().encode(line).length > 75)).toEqual([]);
    expect(text).not.toContain('\ufffd');
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('is one entry however often it is saved, and is struck out when it is cancelled', () => {
    const [first, later] = [read(), read({ madeAt: '2027-01-01T00:00:00Z' })];
    const cancelled = read({ isCancelled: true });
    expect(new Set([first.uid, later.uid, cancelled.uid])).toEqual(new Set([`${event.id}@platea`]));
    expect([first.status, cancelled.status]).toEqual(['CONFIRMED', 'CANCELLED']);
    expect(Number(cancelled.sequence)).toBeGreaterThan(Number(later.sequence));
    expect(instantOf(first.dtstamp).toString()).toBe('2026-11-28T11:00:00Z');
    expect(first.url).toBe(event.url);
    expect(first.description).toBe(event.url);
  });
});
