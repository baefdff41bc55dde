import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  canBeIncluded,
  forGood,
  graceUntil,
  isDue,
  isIncluded,
  isLeftToPerson,
  isOver,
  isToBeAnnounced,
  mayMove,
  monthEnd,
  nextTry,
  priceChange,
  priceOfMonth,
  type SubscriptionState,
  sourcesOf,
  statusOf,
  subscriptionCan,
  subscriptionStates,
  waitedForRate,
} from './subscriptions.rules.ts';

const at = (text: string) => Temporal.Instant.from(text);

describe('a month of a subscription', () => {
  it.each([
    // [begun, month, end]: all in Madrid at the hour of the beginning
    ['2026-01-31T11:00:00.000Z', 1, '2026-02-28T11:00:00.000Z'],
    ['2026-01-31T11:00:00.000Z', 2, '2026-03-31T10:00:00.000Z'],
    ['2026-01-31T11:00:00.000Z', 3, '2026-04-30T10:00:00.000Z'],
    ['2026-01-31T11:00:00.000Z', 13, '2027-02-28T11:00:00.000Z'],
    ['2027-01-30T11:00:00.000Z', 13, '2028-02-29T11:00:00.000Z'],
    // Half past eleven at night in Madrid is the first of the month there, and the last in London.
    ['2025-12-31T23:00:00.000Z', 1, '2026-01-31T23:00:00.000Z'],
    ['2026-09-30T22:00:00.000Z', 1, '2026-10-31T23:00:00.000Z'],
    // Half past two on 29 March does not exist: an hour later. In October there are two: the first.
    ['2026-02-28T01:30:00.000Z', 1, '2026-03-28T01:30:00.000Z'],
    ['2026-01-29T01:30:00.000Z', 2, '2026-03-29T01:30:00.000Z'],
    ['2026-09-25T00:30:00.000Z', 1, '2026-10-25T00:30:00.000Z'],
  ])('begun %s ends for the %sth time at %s', (since, number, end) => {
    expect(monthEnd(since, number)).toBe(end);
  });
});

describe('the states', () => {
  it('lead from each to those of the table alone', () => {
    const table = subscriptionStates.map((from) =>
      subscriptionStates.filter((to) => mayMove(from, to)),
    );
    expect(table).toEqual([
      ['past_due', 'cancelled', 'ended'],
      ['active', 'cancelled', 'ended'],
      ['active', 'ended'],
      [],
    ]);
    expect(sourcesOf('active')).toEqual(['past_due', 'cancelled']);
  });

  it('are three to people: a payment that is due leaves one subscribed', () => {
    expect(subscriptionStates.map(statusOf)).toEqual([
      'subscribed',
      'subscribed',
      'cancelled',
      'ended',
    ]);
  });
});

const validUntil = '2026-03-31T10:00:00.000Z';
const life = (state: SubscriptionState, accessUntil = validUntil) => ({
  ...{ state, validUntil, accessUntil },
});

describe('the renewal', () => {
  it.each([
    ['2026-03-31T03:59:59.999Z', false],
    ['2026-03-31T04:00:00Z', true],
    ['2026-04-07T09:59:59.999Z', true],
    ['2026-04-07T10:00:00Z', false],
  ])('is due at %s: %s', (now, due) => {
    expect(isDue(life('active'), at(now))).toBe(due);
    for (const state of ['past_due', 'cancelled', 'ended'] as const) {
      expect(isDue(life(state), at(now))).toBe(false);
    }
  });

  it('is tried again after one day, three and five, and not after that', () => {
    const firstTriedAt = '2026-03-31T04:00:00.000Z';
    const days = [
      '2026-04-01T04:00:00.000Z',
      '2026-04-03T04:00:00.000Z',
      '2026-04-05T04:00:00.000Z',
      null,
    ];
    const declined = [firstTriedAt, ...days.slice(0, 3)];
    expect(declined.map((at) => nextTry({ firstTriedAt, at: at ?? '' }, 'card_declined'))).toEqual(
      days,
    );
    expect(nextTry({ firstTriedAt, at: firstTriedAt }, 'not_confirmed')).toBeNull();
  });

  it('is tried again although the answers of three tries on the first day were lost', () => {
    const firstTriedAt = '2026-03-31T04:00:00.000Z';
    expect(nextTry({ firstTriedAt, at: '2026-03-31T07:00:00.000Z' }, 'card_declined')).toBe(
      '2026-04-01T04:00:00.000Z',
    );
  });

  it('is left to its person alone once it is due and no bank is asked any more', () => {
    const next = '2026-04-01T04:00:00.000Z';
    const isLeft = (state: SubscriptionState, nextTryAt: string | null) =>
      isLeftToPerson({ state }, { nextTryAt });
    expect(isLeft('past_due', null)).toBe(true);
    expect([isLeft('past_due', next), isLeft('active', null)]).toEqual([false, false]);
  });

  it('costs the new price from the first month that begins when it was announced for', () => {
    const price = { net: 1000, taxRate: 2100, tax: 210, total: 1210 };
    const dearer = { net: 2000, taxRate: 2100, tax: 420, total: 2420 };
    const next = { price: dearer, from: '2026-03-31T10:00:00.000Z' };
    expect(priceOfMonth({ price, next }, '2026-03-31T10:00:00.000Z')).toBe(dearer);
    expect(priceOfMonth({ price, next }, '2026-03-31T09:59:59.999Z')).toBe(price);
    expect(priceOfMonth({ price, next: null }, validUntil)).toBe(price);
  });
});

describe('another price', () => {
  const at = '2026-03-01T08:40:00.000Z';
  const from = '2026-03-31T08:40:00.000Z';
  const told = '2026-03-11T08:40:00.000Z';
  const price = { net: 1000, taxRate: 2100, tax: 210, total: 1210 };
  const dearer = { net: 2000, taxRate: 2100, tax: 420, total: 2420 };
  const sameSum = { net: 1100, taxRate: 1000, tax: 110, total: 1210 };
  const dearerToo = { net: 2200, taxRate: 1000, tax: 220, total: 2420 };
  const known = { price: dearer, from: told };
  it.each([
    // [what is known to come, what is asked, what comes then, the letter]
    ['nothing, the same', null, price, null],
    ['nothing, another', null, dearer, { next: { price: dearer, from }, told: 'price' }],
    ['nothing, another tax', null, sameSum, { next: { price: sameSum, from }, told: null }],
    ['another, that one', known, dearer, null],
    ['another, the old one', known, price, { next: null, told: 'same' }],
    [
      'another, with another tax',
      known,
      dearerToo,
      { next: { price: dearerToo, from: told }, told: null },
    ],
    [
      'another, the old sum with another tax',
      known,
      sameSum,
      { next: { price: sameSum, from }, told: 'same' },
    ],
  ] as const)('%s', (_, next, asked, change) => {
    expect(priceChange({ price, next }, asked, at)).toEqual(change);
  });
});

describe('the end', () => {
  const grace = graceUntil(validUntil);
  it.each([
    ['cancelled', true, '2026-03-31T09:59:59.999Z', false],
    ['cancelled', true, '2026-03-31T10:00:00Z', true],
    ['active', true, '2026-03-31T10:00:00Z', false],
    ['active', true, '2026-04-07T10:00:00Z', true],
    ['active', false, '2026-03-31T09:59:59.999Z', false],
    ['active', false, '2026-03-31T10:00:00Z', true],
    ['ended', true, '2026-01-01T00:00:00Z', true],
  ] as const)('of one that is %s, offered %s, at %s: %s', (state, isOffered, now, over) => {
    expect(isOver(life(state), { now: at(now), isOffered })).toBe(over);
  });

  it('of one that waits for a payment comes with the grace, seven days after the month', () => {
    expect(grace).toBe('2026-04-07T10:00:00.000Z');
    const waiting = life('past_due', grace);
    const over = (now: string) => isOver(waiting, { now: at(now), isOffered: true });
    expect([over('2026-04-07T09:59:59.999Z'), over('2026-04-07T10:00:00Z')]).toEqual([false, true]);
  });
});

describe('one that waits for a rate', () => {
  const long = at('2027-01-01T10:00:00Z');
  it.each(['active', 'past_due'] as const)('is not over while it is offered: %s', (state) => {
    const waiting = { ...life(state), waitsForRate: true };
    expect(isOver(waiting, { now: long, isOffered: true })).toBe(false);
    expect(isOver(waiting, { now: long, isOffered: false })).toBe(true);
  });
});

describe('what its person can do', () => {
  const during = at('2026-03-15T10:00:00Z');
  const nothing = {
    cancel: false,
    resume: false,
    resumeToPay: false,
    pay: false,
    changeCard: false,
  };
  it.each([
    ['active', true, { ...nothing, cancel: true, pay: true, changeCard: true }],
    ['active', false, { ...nothing, cancel: true }],
    // Paying what is due changes the card.
    ['past_due', true, { ...nothing, cancel: true, pay: true }],
    ['cancelled', true, { ...nothing, resume: true }],
    ['cancelled', false, nothing],
    ['ended', true, nothing],
  ] as const)('while it is %s, offered %s', (state, isOffered, can) => {
    const given = { now: during, isOffered };
    expect(subscriptionCan(life(state), { ...given, keepsCards: true })).toEqual(can);
    const withoutCards = { ...can, changeCard: false };
    expect(subscriptionCan(life(state), { ...given, keepsCards: false })).toEqual(withoutCards);
  });

  it('is nothing once it is over, though the clock has not been by', () => {
    const now = at('2026-04-08T10:00:00Z');
    for (const state of ['cancelled', 'active'] as const) {
      const can = subscriptionCan(life(state), { now, isOffered: true, keepsCards: true });
      expect(can).toEqual(nothing);
    }
  });

  it('is to take a cancellation back until the promised day, where a rate was missing', () => {
    const open = life('cancelled', '2026-04-09T04:00:00.000Z');
    const resume = (now: string, isOffered = true) =>
      subscriptionCan(open, { now: at(now), isOffered }).resume;
    const { resume: back, resumeToPay } = subscriptionCan(open, { now: during, isOffered: true });
    expect([back, resumeToPay]).toEqual([true, true]);
    expect(resume('2026-04-09T03:59:59.999Z')).toBe(true);
    expect(resume('2026-04-09T03:59:59.999Z', false)).toBe(false);
    expect(resume('2026-04-09T04:00:00Z')).toBe(false);
    expect([waitedForRate(open), waitedForRate(life('cancelled'))]).toEqual([true, false]);
  });

  it('is nothing with what was bought for good', () => {
    const owned = { ...life('active'), term: 'once' as const, validUntil: forGood };
    const given = { now: during, isOffered: true, keepsCards: true };
    expect(subscriptionCan({ ...owned, accessUntil: forGood }, given)).toEqual(nothing);
  });
});

describe('what it opens', () => {
  const film = { type: 'vod', status: 'published', isRehearsal: false, hasSeats: false } as const;
  it.each([
    ['a film', film, null, true],
    ['a film that was taken out', film, false, false],
    ['a show with an hour', { ...film, type: 'broadcast' }, null, false],
    ['a show that was taken in', { ...film, type: 'broadcast' }, true, true],
    ['a show with seats, whatever was decided', { ...film, hasSeats: true }, true, false],
    ['a draft', { ...film, status: 'draft' }, true, false],
    ['what is private', { ...film, status: 'private' }, true, false],
    ['a rehearsal', { ...film, isRehearsal: true }, true, false],
    ['a thing that is sent', { ...film, type: 'physical' }, true, false],
    ['a bundle', { ...film, type: 'bundle' }, true, false],
  ] as const)('%s', (_, product, mark, included) => {
    expect(isIncluded(product, mark)).toBe(included);
    expect(canBeIncluded(product)).toBe(
      included || mark === false || (mark === null && product.type === 'broadcast'),
    );
  });
});

describe('a year is announced', () => {
  const life = {
    state: 'active' as const,
    term: 'year' as const,
    validUntil: '2027-03-10T11:00:00Z',
    accessUntil: '2027-03-10T11:00:00Z',
  };
  const at = (instant: string, given: Partial<Parameters<typeof isToBeAnnounced>[0]> = {}) =>
    isToBeAnnounced({ ...life, ...given }, Temporal.Instant.from(instant));

  it('from sixteen days before it is charged until it is', () => {
    expect(at('2027-02-22T04:59:59.999Z')).toBe(false);
    expect(at('2027-02-22T05:00:00Z')).toBe(true);
    expect(at('2027-03-10T04:59:59.999Z')).toBe(true);
    expect(at('2027-03-10T05:00:00Z')).toBe(false);
  });

  it('never where it does not go on, or goes on by the month or for good', () => {
    const day = '2027-03-01T05:00:00Z';
    const states = ['past_due', 'cancelled', 'ended'] as const;
    expect(states.map((state) => at(day, { state }))).toEqual([false, false, false]);
    expect(at(day, { term: 'month' })).toBe(false);
    expect(at(day, { term: 'once', validUntil: forGood })).toBe(false);
  });
});
