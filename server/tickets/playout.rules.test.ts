import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { PlaybackState } from '#contract/tickets.ts';
import {
  broadcastFor,
  type PlayableBroadcast,
  type PlayableProduct,
  type PlayableTicket,
  playbackState,
  sessionFor,
} from './playback.rules.ts';

const start = '2026-12-03T20:00:00.000Z';
const at = (shift: string): Temporal.Instant =>
  Temporal.Instant.from(start).toZonedDateTimeISO('UTC').add(shift).toInstant();
const text = (shift: string): string => at(shift).toString({ fractionalSecondDigits: 3 });

/** Two evenings of a film of 80 minutes and 4.5 seconds, played by the clock. */
const film: PlayableBroadcast = {
  ...{ state: 'ended', startedAt: null, endedAt: null, recordingReady: true },
  recordingSeconds: 4805,
};
const filmEnds = 'PT1H20M4.5S';
const evenings: PlayableProduct = {
  ...{ type: 'live', expirationHours: null, expiresAt: null },
  sessions: [
    { id: 's1', startsAt: start, durationMinutes: 81, endsAt: text(filmEnds) },
    {
      ...{ id: 's2', startsAt: text('PT24H'), durationMinutes: 81 },
      endsAt: text('PT25H20M4.5S'),
    },
  ],
};
const off: PlayableProduct = {
  ...evenings,
  sessions: evenings.sessions.map((one, index) =>
    index === 0 ? { ...one, cancelledAt: text('-PT1H') } : one,
  ),
};
const ticket: PlayableTicket = { sessionId: 's1', grantedAt: text('-P30D') };
const second: PlayableTicket = { ...ticket, sessionId: 's2' };
const anySession: PlayableTicket = { ...ticket, sessionId: null };

type Given = {
  product?: PlayableProduct;
  ticket?: PlayableTicket | null;
  broadcast?: PlayableBroadcast | null;
  now: Temporal.Instant;
  viewStartedAt?: string;
};

const playoutRows: [string, PlaybackState, Given][] = [
  ['more than a day before', 'not_yet_available', { now: at('-P1DT0.001S') }],
  ['a day before', 'countdown', { now: at('-P1D') }],
  ['a millisecond before its start', 'countdown', { now: at('-PT0.001S') }],
  ['at its start', 'live', { now: at('PT0S') }],
  ['a millisecond before what is played ends', 'live', { now: at('PT1H20M4.499S') }],
  ['when what is played ends, within the last minute', 'finished', { now: at(filmEnds) }],
  ['the day after', 'finished', { ticket, now: at('PT23H') }],
  [
    'for a ticket of any session, between two',
    'countdown',
    { ticket: anySession, now: at('PT2H') },
  ],
  ['… at the start of the second', 'live', { ticket: anySession, now: at('PT24H') }],
  ['… and when all is over', 'finished', { ticket: anySession, now: at('P2D') }],
  [
    'for a ticket of the second, during the first',
    'countdown',
    { ticket: second, now: at('PT1M') },
  ],
  ['without anything to play, before', 'countdown', { broadcast: null, now: at('-PT1S') }],
  ['without anything to play, at its hour', 'misconfigured', { broadcast: null, now: at('PT0S') }],
  ['without anything to play, afterwards', 'finished', { broadcast: null, now: at('PT2H') }],
  [
    'while what is chosen does not play yet',
    'misconfigured',
    { broadcast: { ...film, recordingReady: false }, now: at('PT0S') },
  ],
  ['of a session that is cancelled', 'cancelled', { product: off, now: at('PT1M') }],
  [
    '… for a ticket of any, the next',
    'countdown',
    { product: off, ticket: anySession, now: at('PT1M') },
  ],
  ['without a ticket', 'no_ticket', { ticket: null, now: at('PT1M') }],
  [
    'whose right is over before it begins',
    'expired',
    { product: { ...evenings, expiresAt: text('-PT1S') }, now: at('PT1M') },
  ],
  [
    'whose right ends while somebody watches',
    'live',
    {
      product: { ...evenings, expiresAt: text('PT30M') },
      ...{ now: at('PT40M'), viewStartedAt: text('PT1M') },
    },
  ],
  [
    '… who comes back afterwards',
    'expired',
    {
      product: { ...evenings, expiresAt: text('PT30M') },
      ...{ now: at('PT40M'), viewStartedAt: text('PT35M') },
    },
  ],
];

describe('what is played by the clock', () => {
  it.each(playoutRows)('%s: %s', (_, expected, given) => {
    const held = given.ticket === undefined ? ticket : given.ticket;
    const product = given.product ?? evenings;
    const { broadcast = film, now, viewStartedAt = null } = given;
    expect(playbackState(product, held, broadcast, now, viewStartedAt)).toBe(expected);
  });

  it('is the same film for every session', () => {
    expect(broadcastFor(evenings, ticket, [film], at('PT1M'))).toEqual(film);
    expect(broadcastFor(evenings, second, [film], at('PT24H'))).toEqual(film);
  });

  it('is shown for the hour of the ticket’s own session, or of the one that comes', () => {
    expect(sessionFor(evenings, ticket, at('PT30H'))).toMatchObject({ id: 's1', startsAt: start });
    expect(sessionFor(evenings, anySession, at('PT1H20M4.499S'))?.id).toBe('s1');
    expect(sessionFor(evenings, anySession, at(filmEnds))?.id).toBe('s2');
    expect(sessionFor(off, ticket, at('PT1M'))).toBeNull();
  });
});
