import { expect, test } from 'vitest';
import type { TicketCard } from '#contract/sales.ts';
import type { PlaybackState } from '#contract/tickets.ts';
import { isDue, sortShows, timeOf, wayOf } from './my-shows.ts';

const ticket = (name: string, state: PlaybackState, startsAt: string | null = null) =>
  ({
    ticket: { id: name, grantedAt: '2026-01-01T00:00:00Z' },
    session: startsAt && { startsAt: `${startsAt}T19:00:00Z` },
    state,
  }) as unknown as TicketCard;
const named = (items: TicketCard[]) => items.map((item) => item.ticket.id);

test('the nearest date is the next show, whatever order the tickets come in', () => {
  const { next, coming } = sortShows([
    ticket('june', 'not_yet_available', '2026-06-01'),
    ticket('no date', 'no_sessions'),
    ticket('may', 'countdown', '2026-05-01'),
    ticket('july', 'not_yet_available', '2026-07-01'),
  ]);
  expect(next?.ticket.id).toBe('may');
  expect(named(coming)).toEqual(['june', 'july', 'no date']);
});

test('a cancelled show is never the next one, and hangs among those to come', () => {
  const { next, coming } = sortShows([
    ticket('cancelled', 'cancelled', '2026-05-01'),
    ticket('june', 'not_yet_available', '2026-06-01'),
  ]);
  expect(next?.ticket.id).toBe('june');
  expect(named(coming)).toEqual(['cancelled']);
});

test('what is on air stands before everything', () => {
  const { next } = sortShows([
    ticket('tomorrow', 'countdown', '2026-05-02'),
    ticket('on air', 'live', '2026-05-03'),
  ]);
  expect(next?.ticket.id).toBe('on air');
});

test('recordings and past shows have a place of their own, the newest first', () => {
  const { next, coming, recordings, past } = sortShows([
    ticket('old film', 'ready', '2025-01-01'),
    ticket('expired', 'expired', '2025-02-01'),
    ticket('new film', 'ready', '2025-03-01'),
    ticket('finished', 'finished', '2025-04-01'),
  ]);
  expect(next).toBeNull();
  expect(coming).toEqual([]);
  expect(named(recordings)).toEqual(['new film', 'old film']);
  expect(named(past)).toEqual(['finished', 'expired']);
});

test('a show without a date is not the next one', () => {
  const { next, coming } = sortShows([ticket('some day', 'no_sessions')]);
  expect(next).toBeNull();
  expect(named(coming)).toEqual(['some day']);
});

test.each([
  ['not_yet_available', 'enter'],
  ['countdown', 'enter'],
  ['live', 'enter'],
  ['ready', 'watch'],
  ['no_sessions', 'more'],
  ['misconfigured', 'more'],
  ['finished', 'more'],
  ['expired', 'more'],
  ['cancelled', 'more'],
] as const)('a ticket whose show is %s leads on to: %s', (state, way) => {
  expect(wayOf(state)).toBe(way);
});

test('a show is due when its hour has come and nothing is on air', () => {
  expect(isDue({ state: 'countdown', opensAt: null })).toBe(true);
  expect(isDue({ state: 'countdown', opensAt: '2026-05-01T19:00:00Z' })).toBe(false);
  expect(isDue({ state: 'live', opensAt: null })).toBe(false);
});

test.each([
  ['2026-04-30T18:59:59Z', 'ahead'],
  ['2026-04-30T19:00:00Z', 'near'],
  ['2026-05-01T20:59:59Z', 'near'],
  ['2026-05-01T21:00:00Z', 'recorded'],
] as const)('what is bought at %s is %s', (now, time) => {
  const session = { startsAt: '2026-05-01T19:00:00Z', endsAt: '2026-05-01T21:00:00Z' };
  expect(timeOf(session, now)).toBe(time);
});

test('what has no date is near', () => {
  expect(timeOf(null, '2026-05-01T19:00:00Z')).toBe('near');
});
