import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { giftStates } from '#contract/gifts.ts';
import {
  giftCan,
  giftComesFrom,
  giftEnd,
  giftFaults,
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
    const can = giftCan({ state, expiresAt: later, letters: 1, email: 'leo@example.test' }, now);
    expect(can).toEqual({ change: refusal === null, send: refusal === null });
  });

  it('is written of ten times', () => {
    const gift = { state: 'waiting', expiresAt: later, email: 'leo@example.test' } as const;
    expect(giftCan({ ...gift, letters: 9 }, now).send).toBe(true);
    expect(giftCan({ ...gift, letters: 10 }, now).send).toBe(false);
  });

  it('whose recipient has left is for somebody else first', () => {
    const gift = { state: 'waiting', expiresAt: later, letters: 1, email: '' } as const;
    expect(giftCan(gift, now)).toEqual({ change: true, send: false });
  });

  const show = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });
  const gone = show('2030-04-01T20:00:00Z', '2030-04-01T22:00:00Z');
  const ahead = show('2030-06-01T20:00:00Z', later);
  const running = show('2030-05-01T09:00:00Z', '2030-05-01T10:10:00Z');

  it.each([
    ['until its show is over', ahead, null, later],
    ['until its show is over, to the last minute', running, null, '2030-05-01T10:10:00Z'],
    ['for a year where only a recording is left', gone, null, '2031-05-01T10:00:00Z'],
    ['for a year without a showing', null, null, '2031-05-01T10:00:00Z'],
    ['no longer than its product', null, '2030-05-31T22:00:00Z', '2030-05-31T22:00:00Z'],
    ['no longer than its recording', gone, '2030-05-31T22:00:00Z', '2030-05-31T22:00:00Z'],
    ['not for a later end of its product', ahead, '2030-07-31T22:00:00Z', later],
  ])('can be taken %s', (_, session, expiresAt, end) => {
    expect(giftEnd({ session, expiresAt }, now).toString()).toBe(end);
  });

  it.each([
    ['before its show begins', ahead, '2030-06-01T19:59:59Z', null],
    ['not when its show has begun', ahead, '2030-06-01T20:00:00Z', 'after_end'],
    ['of a recording at any time', gone, '2031-04-30T10:00:00Z', null],
    ['of a recording not after its end', gone, '2031-05-01T10:00:00Z', 'after_end'],
  ])('is written of %s', (_, session, sendAt, fault) => {
    const to = { email: 'leo@example.test', name: 'Leo', message: '', sendAt };
    const about = {
      giver: { email: 'ana@example.test' },
      given: { session, expiresAt: null },
      now,
    };
    expect(giftFaults(to, about)?.['to.sendAt'] ?? null).toBe(fault);
  });

  it('without a showing is written of within a year', () => {
    const given = { session: null, expiresAt: null };
    const about = { giver: { email: 'ana@example.test' }, given, now };
    const to = { email: 'leo@example.test', name: 'Leo', message: '' };
    expect(giftFaults({ ...to, sendAt: '2031-04-30T10:00:00Z' }, about)).toBeNull();
    expect(giftFaults({ ...to, sendAt: '2031-05-01T10:00:00Z' }, about)).toEqual({
      'to.sendAt': 'after_end',
    });
  });
});
