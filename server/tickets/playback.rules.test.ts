import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { PlaybackState } from '#contract/tickets.ts';
import {
  broadcastFor,
  isLate,
  opensAt,
  type PlayableBroadcast,
  type PlayableProduct,
  type PlayableTicket,
  playbackState,
  sessionAhead,
  ticketExpiresAt,
} from './playback.rules.ts';

const start = '2026-12-03T20:00:00.000Z';
const at = (shift: string): Temporal.Instant =>
  Temporal.Instant.from(start).toZonedDateTimeISO('UTC').add(shift).toInstant();
const text = (shift: string): string => at(shift).toString({ fractionalSecondDigits: 3 });

const show: PlayableProduct = {
  type: 'broadcast',
  sessions: [{ id: 's1', startsAt: start, durationMinutes: 90 }],
  expirationHours: null,
  expiresAt: null,
};
const ticket: PlayableTicket = { sessionId: 's1', grantedAt: '2026-11-01T00:00:00.000Z' };

const idle: PlayableBroadcast = {
  state: 'idle',
  startedAt: null,
  endedAt: null,
  recordingReady: false,
  recordingSeconds: null,
};
const live: PlayableBroadcast = { ...idle, state: 'live', startedAt: text('-PT5M') };
const ended = (more: Partial<PlayableBroadcast> = {}): PlayableBroadcast => ({
  ...live,
  state: 'ended',
  endedAt: text('PT90M'),
  ...more,
});
const recorded = ended({ recordingReady: true, recordingSeconds: 5400 });

type Row = [
  title: string,
  expected: PlaybackState,
  given: {
    product?: Partial<PlayableProduct>;
    ticket?: PlayableTicket | null;
    broadcast?: PlayableBroadcast | null;
    now: Temporal.Instant;
    viewStartedAt?: string;
  },
];

/** Without showings; its tickets are for none. */
const room = { isRehearsal: true, sessions: [] };
const rental = { expirationHours: 48 };
const dated = { expiresAt: text('PT10H') };
const two: Partial<PlayableProduct> = {
  sessions: [
    { id: 's1', startsAt: start, durationMinutes: 90 },
    { id: 's2', startsAt: text('PT24H'), durationMinutes: 90 },
  ],
};
const second = { ...ticket, sessionId: 's2' };
const anySession = { ...ticket, sessionId: null };
const vod = { type: 'vod', sessions: [] } as const;

const rows: Row[] = [
  // The right
  ['no ticket', 'no_ticket', { ticket: null, now: at('PT0S') }],
  [
    'no ticket, though it is on air',
    'no_ticket',
    { ticket: null, broadcast: live, now: at('PT0S') },
  ],
  [
    'a ticket that was ended',
    'no_ticket',
    { ticket: { ...ticket, endedAt: text('-PT1H') }, broadcast: live, now: at('PT0S') },
  ],
  // The dates
  ['no sessions', 'no_sessions', { product: { sessions: [] }, now: at('PT0S') }],
  [
    'a session that is not the product’s',
    'misconfigured',
    { ticket: { ...ticket, sessionId: 'x' }, now: at('PT0S') },
  ],
  ['a week before', 'not_yet_available', { now: at('-P7D') }],
  [
    'a millisecond more than a day before',
    'not_yet_available',
    { now: at('-PT24H').subtract({ milliseconds: 1 }) },
  ],
  ['exactly a day before', 'countdown', { now: at('-PT24H') }],
  ['a second before', 'countdown', { now: at('-PT1S') }],
  ['at the hour, nobody on air', 'countdown', { now: at('PT0S') }],
  ['after the hour, the encoder is late', 'countdown', { broadcast: idle, now: at('PT20M') }],
  [
    'a moment before the end of the session',
    'countdown',
    { now: at('PT90M').subtract({ milliseconds: 1 }) },
  ],
  ['at the end of the session, never on air', 'finished', { now: at('PT90M') }],
  // On air
  ['on air before the hour', 'live', { broadcast: live, now: at('-PT4M') }],
  ['on air days before', 'live', { broadcast: live, now: at('-P3D') }],
  ['on air at the hour', 'live', { broadcast: live, now: at('PT0S') }],
  ['on air after the planned end', 'live', { broadcast: live, now: at('PT3H') }],
  // Over
  ['ended with a recording', 'ready', { broadcast: recorded, now: at('PT91M') }],
  ['ended with a recording, a year later', 'ready', { broadcast: recorded, now: at('P365D') }],
  ['ended without a recording', 'finished', { broadcast: ended(), now: at('PT91M') }],
  [
    'ended early, inside the session',
    'finished',
    { broadcast: ended({ endedAt: text('PT1M') }), now: at('PT2M') },
  ],
  [
    'a test that ended before the hour',
    'countdown',
    { broadcast: ended({ endedAt: text('-PT1M') }), now: at('-PT1S') },
  ],
  [
    'a test that was recorded is not the show',
    'countdown',
    { broadcast: { ...recorded, endedAt: text('-PT1M') }, now: at('PT1M') },
  ],
  [
    'a show that ends at the hour itself was the show',
    'ready',
    { broadcast: { ...recorded, endedAt: start }, now: at('PT0S') },
  ],
  // Rentals: hours count from the show when it was bought before
  [
    'a rental, a moment before its end',
    'ready',
    { product: rental, broadcast: recorded, now: at('PT48H').subtract({ milliseconds: 1 }) },
  ],
  ['a rental at its end', 'expired', { product: rental, broadcast: recorded, now: at('PT48H') }],
  [
    'a rental bought after the show counts from then',
    'ready',
    {
      product: rental,
      broadcast: recorded,
      ticket: { ...ticket, grantedAt: text('P10D') },
      now: at('P12D').subtract({ milliseconds: 1 }),
    },
  ],
  [
    '… and ends then',
    'expired',
    {
      product: rental,
      broadcast: recorded,
      ticket: { ...ticket, grantedAt: text('P10D') },
      now: at('P12D'),
    },
  ],
  [
    'a rental before the show has not begun',
    'countdown',
    { product: { expirationHours: 1 }, now: at('-PT1H') },
  ],
  // The date on which every right ends
  [
    'before the expiration date',
    'ready',
    { product: dated, broadcast: recorded, now: at('PT10H').subtract({ milliseconds: 1 }) },
  ],
  ['at the expiration date', 'expired', { product: dated, broadcast: recorded, now: at('PT10H') }],
  [
    'the earlier of the two ends counts',
    'expired',
    { product: { ...rental, ...dated }, broadcast: recorded, now: at('PT10H') },
  ],
  [
    'expired before it was shown',
    'expired',
    { product: { expiresAt: text('-PT1H') }, now: at('PT0S') },
  ],
  // A view under way
  [
    'a view begun before the end goes on',
    'ready',
    { product: dated, broadcast: recorded, viewStartedAt: text('PT9H59M'), now: at('PT11H') },
  ],
  [
    '… until the length of the recording',
    'ready',
    {
      product: dated,
      broadcast: recorded,
      viewStartedAt: text('PT9H59M'),
      now: at('PT11H29M').subtract({ milliseconds: 1 }),
    },
  ],
  [
    '… and no longer',
    'expired',
    { product: dated, broadcast: recorded, viewStartedAt: text('PT9H59M'), now: at('PT11H29M') },
  ],
  [
    'a view begun at the end does not begin',
    'expired',
    { product: dated, broadcast: recorded, viewStartedAt: text('PT10H'), now: at('PT10H') },
  ],
  [
    'a live is not cut for those inside',
    'live',
    {
      product: { expiresAt: text('PT1H') },
      broadcast: live,
      viewStartedAt: text('PT59M'),
      now: at('PT5H'),
    },
  ],
  [
    '… and is closed to those outside',
    'expired',
    { product: { expiresAt: text('PT1H') }, broadcast: live, now: at('PT5H') },
  ],
  // Several sessions
  [
    'a ticket for tomorrow does not open tonight',
    'countdown',
    { product: two, ticket: second, broadcast: live, now: at('PT1M') },
  ],
  ['the ticket for tonight does', 'live', { product: two, broadcast: live, now: at('PT1M') }],
  [
    'a broadcast says itself whose it is',
    'live',
    { product: two, ticket: second, broadcast: { ...live, sessionId: 's2' }, now: at('PT1M') },
  ],
  [
    'tonight’s recording is not tomorrow’s show',
    'countdown',
    { product: two, ticket: second, broadcast: recorded, now: at('PT2H') },
  ],
  [
    'a ticket for any session takes the next one',
    'countdown',
    { product: two, ticket: anySession, now: at('PT2H') },
  ],
  [
    '… and the last one when all are over',
    'finished',
    { product: two, ticket: anySession, now: at('P2D') },
  ],
  // Other types
  [
    'a video without a file',
    'misconfigured',
    { product: vod, ticket: anySession, now: at('PT0S') },
  ],
  ['a video', 'ready', { product: vod, ticket: anySession, broadcast: recorded, now: at('PT0S') }],
  [
    'a video before its day',
    'not_yet_available',
    { product: { type: 'vod' }, broadcast: recorded, now: at('-P7D') },
  ],
  ['a meeting in its hour', 'live', { product: { type: 'meet' }, now: at('PT0S') }],
  ['a meeting at its end', 'finished', { product: { type: 'meet' }, now: at('PT90M') }],
  [
    'a post',
    'ready',
    { product: { type: 'post', sessions: [] }, ticket: anySession, now: at('PT0S') },
  ],
  ['a rehearsal room nobody sends to', 'waiting', { product: room, now: at('PT0S') }],
  [
    '… whose encoder was called for',
    'waiting',
    { product: room, broadcast: idle, now: at('PT0S') },
  ],
  ['a rehearsal on air', 'live', { product: room, broadcast: live, now: at('P9D') }],
  [
    'a rehearsal that was recorded, to a guest',
    'waiting',
    { product: room, broadcast: recorded, now: at('P9D') },
  ],
  [
    'a rehearsal, to a guest who was sent out',
    'no_ticket',
    { product: room, ticket: { ...ticket, endedAt: start }, broadcast: live, now: at('PT0S') },
  ],
];

describe('what a ticket opens', () => {
  it.each(rows)('%s: %s', (_, expected, given) => {
    const held = given.ticket === undefined ? ticket : given.ticket;
    const product = { ...show, ...given.product };
    const { broadcast = null, now, viewStartedAt = null } = given;
    expect(playbackState(product, held, broadcast, now, viewStartedAt)).toBe(expected);
  });
});

describe('the broadcast that a ticket opens', () => {
  const late = at('P1D');
  const newer = { ...recorded, endedAt: text('PT100M') };
  const rehearsal = { ...recorded, endedAt: text('-PT1H') };
  const ofSecond = { ...recorded, sessionId: 's2' };

  it.each<[string, PlayableBroadcast[], PlayableBroadcast | null]>([
    ['is none before the first', [], null],
    ['is the one that waits, when there is no other', [idle], idle],
    ['is the one on air, whatever was recorded', [live, recorded], live],
    ['… also when another one waits', [idle, live], live],
    ['is the recorded one while the next waits for its encoder', [idle, recorded], recorded],
    ['is the recorded one after a start that recorded nothing', [ended(), recorded], recorded],
    ['is the newest of two recordings', [newer, recorded], newer],
    ['is an ended one while the next waits for its encoder', [idle, ended()], ended()],
    ['is the show, not the rehearsal that was recorded', [ended(), rehearsal], ended()],
    ['is the one that waits, not the rehearsal', [idle, rehearsal], idle],
  ])('%s', (_, newestFirst, expected) => {
    expect(broadcastFor(show, ticket, newestFirst, late)).toEqual(expected);
  });

  it('is the one of its own session, also while another session is on air', () => {
    const product = { ...show, ...two };
    const onAir = { ...live, sessionId: 's2' };
    const tonight = { ...recorded, sessionId: 's1' };
    expect(broadcastFor(product, ticket, [onAir, tonight], late)).toEqual(tonight);
    expect(broadcastFor(product, second, [onAir, tonight], late)).toEqual(onAir);
    expect(broadcastFor(product, ticket, [ofSecond], late)).toBeNull();
    expect(broadcastFor(product, { sessionId: 'x' }, [onAir, tonight], late)).toBeNull();
  });

  it('is for a ticket of any session that of the next one, and of the last when all are over', () => {
    const product = { ...show, ...two };
    const tonight = { ...recorded, sessionId: 's1' };
    expect(broadcastFor(product, anySession, [ofSecond, tonight], at('PT1H'))).toEqual(tonight);
    expect(broadcastFor(product, null, [ofSecond, tonight], at('P2D'))).toEqual(ofSecond);
  });

  it('leaves the recording to its viewers when the organizer starts again', () => {
    const opened = broadcastFor(show, ticket, [idle, recorded], late);
    expect(playbackState(show, ticket, opened, late)).toBe('ready');
  });
});

describe('when a ticket ends', () => {
  it('is told by the earlier of hours and date', () => {
    expect(ticketExpiresAt(show, ticket)).toBeNull();
    expect(ticketExpiresAt({ ...show, ...rental }, ticket)).toBe('2026-12-05T20:00:00.000Z');
    expect(ticketExpiresAt({ ...show, ...rental, ...dated }, ticket)).toBe(
      '2026-12-04T06:00:00.000Z',
    );
  });
});

describe('the countdown', () => {
  it('ends at the start of the ticket’s session', () => {
    const product = { ...show, ...two };
    expect(opensAt(product, ticket, at('-PT1H'))).toBe(start);
    expect(opensAt(product, second, at('-PT1H'))).toBe(text('PT24H'));
    expect(opensAt(product, null, at('PT2H'))).toBe(text('PT24H'));
    expect(opensAt(product, ticket, at('PT0S'))).toBeNull();
    expect(sessionAhead(product, ticket, at('-PT1H'))).toMatchObject({ startsAt: start });
    expect(opensAt({ ...show, sessions: [] }, ticket, at('PT0S'))).toBeNull();
  });
});

describe('a show that has not begun', () => {
  it.each([
    ['before its hour', 'PT0S', false],
    ['for five minutes', 'PT4M59S', false],
    ['from then on', 'PT5M', true],
    ['until its time is over', 'PT89M', true],
  ])('is late %s: %s %s', (_, shift, late) => {
    expect(isLate('countdown', show, ticket, at(shift))).toBe(late);
    expect(isLate('live', show, ticket, at(shift))).toBe(false);
  });

  it('is late to whoever has a ticket of that evening, and not of the next', () => {
    const product = { ...show, ...two };
    expect(isLate('countdown', product, ticket, at('PT12M'))).toBe(true);
    expect(isLate('countdown', product, second, at('PT12M'))).toBe(false);
    expect(isLate('countdown', { ...show, sessions: [] }, ticket, at('PT12M'))).toBe(false);
  });
});

describe('of a cancelled showing', () => {
  const off = (...ids: string[]): PlayableProduct => ({
    ...show,
    sessions: [
      { id: 's1', startsAt: start, durationMinutes: 90 },
      { id: 's2', startsAt: text('P1D'), durationMinutes: 90 },
    ].map((one) => ({ ...one, cancelledAt: ids.includes(one.id) ? start : null })),
  });
  const any = { ...ticket, sessionId: null };
  const lost = { ...ticket, endedAt: start, isCancelled: true };
  it.each([
    ['its own ticket opens nothing', off('s1'), ticket, 'cancelled'],
    ['a ticket that ended by it says why', off('s1'), lost, 'cancelled'],
    ['the ticket of another one waits as before', off('s2'), ticket, 'countdown'],
    ['a ticket for any waits for the next that takes place', off('s1'), any, 'not_yet_available'],
    ['a ticket for any is lost with the last', off('s1', 's2'), any, 'cancelled'],
  ] as const)('%s', (_, product, held, state) => {
    expect(playbackState(product, held, null, at('-PT2H'))).toBe(state);
  });

  it('nobody counts the time', () => {
    expect(sessionAhead(off('s1'), ticket, at('-PT2H'))).toBeNull();
    expect(sessionAhead(off('s1'), any, at('-PT2H'))?.id).toBe('s2');
  });
});

describe('a ticket that a subscription gave', () => {
  const film: PlayableProduct = { type: 'vod', sessions: [], expirationHours: 48, expiresAt: null };
  const validUntil = text('PT0S');
  const given: PlayableTicket = { sessionId: null, grantedAt: text('-P9D'), validUntil };
  const stateAt = (shift: string, viewStartedAt: string | null = null) =>
    playbackState(film, given, recorded, at(shift), viewStartedAt);

  it('opens to the instant at which the subscription ends, whatever the hours of a rental', () => {
    expect(stateAt('-PT0.001S')).toBe('ready');
    expect(stateAt('PT0S')).toBe('expired');
    expect(ticketExpiresAt(film, given)).toBe(validUntil);
  });

  it('does not cut who watches by then before the length of the recording', () => {
    expect(stateAt('PT60M', text('-PT10M'))).toBe('ready');
    expect(stateAt('PT80M', text('-PT10M'))).toBe('expired');
  });

  it('ends with the product, should that end before', () => {
    const over = { ...film, expiresAt: text('-P1D') };
    expect(playbackState(over, given, recorded, at('-PT1H'))).toBe('expired');
  });
});
