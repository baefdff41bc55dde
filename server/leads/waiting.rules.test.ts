import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { placeStates } from '#contract/leads.ts';
import { canMovePlace, offerEnd, placeCan, whyNotJoin } from './waiting.rules.ts';

const startsAt = '2027-01-21T19:30:00Z';
const at = (text: string) => Temporal.Instant.from(text);
const endAt = (text: string) => offerEnd(startsAt, at(text))?.toString() ?? null;

describe('an offered seat is held', () => {
  it.each([
    ['two hours when the show is days away', '2027-01-10T10:00:00Z', '2027-01-10T12:00:00Z'],
    ['two hours a moment more than a day before', '2027-01-20T19:29:59Z', '2027-01-20T21:29:59Z'],
    ['a quarter of an hour from a day before', '2027-01-20T19:30:00Z', '2027-01-20T19:45:00Z'],
    ['until it begins and no longer', '2027-01-21T19:20:00Z', '2027-01-21T19:30:00Z'],
    ['not once it has begun', '2027-01-21T19:30:00Z', null],
    ['not afterwards', '2027-01-22T00:00:00Z', null],
  ])('%s', (_, now, end) => expect(endAt(now)).toBe(end));
});

describe('the line of a session', () => {
  const line = { startsAt, isCancelled: false, seatsLeft: 0, onSale: true };
  const now = at('2027-01-10T10:00:00Z');
  it.each([
    ['can be joined when it is sold out', {}, null],
    ['not while there are seats', { seatsLeft: 1 }, 'SEATS_LEFT'],
    ['not where seats are not counted', { seatsLeft: null }, 'SEATS_LEFT'],
    ['not when it does not take place', { isCancelled: true }, 'SESSION_CANCELLED'],
    ['not when its sale is over', { onSale: false }, 'PRODUCT_NOT_FOR_SALE'],
    ['not once it has begun', { startsAt: '2027-01-10T10:00:00Z' }, 'PRODUCT_NOT_FOR_SALE'],
  ] as const)('%s', (_, change, code) =>
    expect(whyNotJoin({ ...line, ...change }, now)).toBe(code),
  );
});

describe('a place', () => {
  it('ends for good once it was bought, left, lapsed or over', () => {
    const ends = placeStates.filter((from) => placeStates.every((to) => !canMovePlace(from, to)));
    expect(ends).toEqual(['bought', 'left', 'lapsed', 'over']);
  });

  it('is never taken without having been offered', () => {
    const from = placeStates.filter((state) => canMovePlace(state, 'taken'));
    expect(from).toEqual(['offered']);
  });

  it.each([
    [null, true, { join: true, leave: false, buy: false }],
    [null, false, { join: false, leave: false, buy: false }],
    ['waiting', true, { join: false, leave: true, buy: false }],
    ['offered', true, { join: false, leave: true, buy: true }],
    ['taken', true, { join: false, leave: false, buy: true }],
  ] as const)('that is %s (can join: %s)', (state, canJoin, can) =>
    expect(placeCan(state, { canJoin })).toEqual(can),
  );
});
