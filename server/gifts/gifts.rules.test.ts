import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { giftStates } from '#contract/gifts.ts';
import {
  giftCan,
  giftComesFrom,
  giftFaults,
  isGiveable,
  stateNow,
  whyNotAccept,
} from './gifts.rules.ts';

const now = Temporal.Instant.from('2030-05-01T10:00:00Z');
const later = '2030-06-01T22:00:00Z';

describe('a gift', () => {
  it('comes to each state from these and no others', () => {
    expect(Object.fromEntries(giftStates.map((to) => [to, giftComesFrom(to)]))).toEqual({
      waiting: [],
      accepted: ['waiting'],
      expired: ['waiting'],
      ended: ['waiting', 'accepted', 'expired'],
    });
  });

  it('is over to the second', () => {
    const gift = { state: 'waiting', expiresAt: later } as const;
    const end = Temporal.Instant.from(later);
    expect(stateNow(gift, end.subtract({ seconds: 1 }))).toBe('waiting');
    expect(stateNow(gift, end)).toBe('expired');
    expect(stateNow({ ...gift, state: 'accepted' }, end)).toBe('accepted');
  });

  it.each([
    ['waiting', null],
    ['accepted', 'GIFT_STATE'],
    ['expired', 'GIFT_EXPIRED'],
    ['ended', 'GIFT_STATE'],
  ] as const)('that is %s is refused with %s', (state, refusal) => {
    expect(whyNotAccept({ state, expiresAt: later }, now)).toBe(refusal);
    const can = giftCan({ state, expiresAt: later, letters: 1 }, now);
    expect(can).toEqual({ change: refusal === null, send: refusal === null });
  });

  it('is written of ten times', () => {
    const gift = { state: 'waiting', expiresAt: later } as const;
    expect(giftCan({ ...gift, letters: 9 }, now).send).toBe(true);
    expect(giftCan({ ...gift, letters: 10 }, now).send).toBe(false);
  });

  it.each([
    [{}, true],
    [{ plan: 'free' }, false],
    [{ status: 'private' }, false],
    [{ status: 'draft' }, false],
    [{ type: 'bundle' }, false],
    [{ type: 'physical' }, false],
    [{ type: 'vod' }, true],
  ] as const)('of %o can be given: %s', (given, can) => {
    const show = { type: 'broadcast', plan: 'paid', status: 'published' } as const;
    expect(isGiveable({ ...show, ...given })).toBe(can);
  });

  it('without a showing is written of within a year', () => {
    const about = { giver: { email: 'ana@example.test' }, startsAt: null, now };
    const to = { email: 'leo@example.test', name: 'Leo', message: '' };
    expect(giftFaults({ ...to, sendAt: '2031-04-30T10:00:00Z' }, about)).toBeNull();
    expect(giftFaults({ ...to, sendAt: '2031-05-01T10:00:00Z' }, about)).toEqual({
      'to.sendAt': 'after_end',
    });
  });
});
