import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { refundReasons } from '#contract/shared/refunds.ts';
import {
  bearerBy,
  bearerOf,
  isGranted,
  isHopeless,
  isPayoutDue,
  reasonOfDispute,
  refundComesFrom,
  requestCan,
  requestComesFrom,
  strandedCan,
} from './refunds.rules.ts';

describe('a refund', () => {
  it('is done or failed once asked for; one that was given up, or came back, may yet go through', () => {
    expect(refundComesFrom('requested')).toEqual(['failed']);
    expect(refundComesFrom('failed')).toEqual(['requested']);
    expect(refundComesFrom('done')).toEqual(['requested', 'failed', 'bounced']);
    expect(refundComesFrom('bounced')).toEqual(['done']);
  });

  it.each([
    ['2026-11-24T10:00:00.001Z', false],
    ['2026-11-24T10:00:00.000Z', true],
  ])('asked for at %s is given up three days later: %s', (requestedAt, hopeless) => {
    expect(isHopeless(requestedAt, Temporal.Instant.from('2026-11-27T10:00:00Z'))).toBe(hopeless);
  });
});

describe('a refund that did not arrive', () => {
  const failed = { state: 'failed', isStray: false, isOwed: true, isWithheld: false } as const;
  const nothing = { askAgain: false, returnOtherwise: false };

  it.each([
    [failed, { askAgain: false, returnOtherwise: true }],
    [
      { ...failed, isStray: true },
      { askAgain: true, returnOtherwise: true },
    ],
    [
      { ...failed, isStray: true, state: 'bounced' as const },
      { askAgain: false, returnOtherwise: true },
    ],
    [{ ...failed, isOwed: false }, nothing],
    [{ ...failed, isWithheld: true }, nothing],
    [{ ...failed, state: 'requested' as const }, nothing],
    [{ ...failed, state: 'done' as const }, nothing],
  ])('as %o can be settled by administrators so: %o', (refund, can) => {
    expect(strandedCan({ isAdmin: true }, refund)).toEqual(can);
    expect(strandedCan({ isAdmin: false }, refund)).toEqual(nothing);
  });
});

describe('who bears a refund', () => {
  const given = { amount: 1210, total: 1210, promoted: 0 };

  it('follows from why it is given', () => {
    const borne = refundReasons.map((reasonCode) => [
      reasonCode,
      bearerOf({ ...given, reasonCode }),
    ]);
    expect(Object.fromEntries(borne)).toEqual({
      show_cancelled: 'organizer',
      broadcast_error: 'organizer',
      complaint: 'organizer',
      platform_fault: 'platform',
      viewer_connection: 'half',
      goodwill: 'organizer',
      duplicate: 'platform',
      fraud: 'platform',
    });
  });

  it.each([
    [200, 1000, 0, 'platform'],
    [201, 1000, 0, 'organizer'],
    [100, 1000, 100, 'platform'],
    [101, 1000, 100, 'organizer'],
    // 20 % of 12.10 is 2.42.
    [242, 1210, 0, 'platform'],
    [243, 1210, 0, 'organizer'],
  ] as const)('is the platform for a kindness of up to a fifth: %d of %d after %d', (...row) => {
    const [amount, total, promoted, bearer] = row;
    expect(bearerOf({ reasonCode: 'goodwill', amount, total, promoted })).toBe(bearer);
  });

  it('is the organizer, for whatever they give back themselves', () => {
    const borne = refundReasons.map((reasonCode) =>
      bearerBy({ isAdmin: false }, { ...given, amount: 1, reasonCode }),
    );
    expect(new Set(borne)).toEqual(new Set(['organizer']));
  });

  it('of a lost dispute follows from what the bank says of it', () => {
    const bearer = (reason: string) => bearerOf({ ...given, reasonCode: reasonOfDispute(reason) });
    expect(['product_not_received', 'product_unacceptable'].map(bearer)).toEqual([
      ...['organizer', 'organizer'],
    ]);
    expect(
      ['fraudulent', 'unrecognized', 'general', 'duplicate', 'never heard of'].map(bearer),
    ).toEqual(Array(5).fill('platform'));
  });
});

describe('what a buyer asks for', () => {
  it.each([
    [{ total: 2310, given: 1210, taken: 0 }, false, 'a part of it is back'],
    [{ total: 2310, given: 2310, taken: 0 }, true, 'all of it is'],
    [{ total: 2310, given: 1210, taken: 1100 }, true, 'the rest was somebody else’s'],
  ])('with %o is granted: %s, as %s', (sums, granted) => {
    expect(isGranted(sums)).toBe(granted);
  });

  it('is granted or refused, once', () => {
    expect(requestComesFrom('granted')).toEqual(['asked']);
    expect(requestComesFrom('refused')).toEqual(['asked']);
    expect(requestComesFrom('asked')).toEqual([]);
  });

  it('is answered by the organizer until it is paid out, and then recommended, once', () => {
    const can = (
      person: { isAdmin: boolean; isOwner: boolean },
      at: string,
      request: Parameters<typeof requestCan>[1],
    ) =>
      requestCan(
        { ...person, settlesAt: '2026-10-31T22:30:00Z', now: Temporal.Instant.from(at) },
        request,
      );
    const owner = { isAdmin: false, isOwner: true };
    const admin = { isAdmin: true, isOwner: false };
    const asked = { state: 'asked', recommended: false } as const;
    const [before, after] = ['2026-10-31T22:59:59Z', '2026-10-31T23:00:00Z'];
    expect(can(owner, before, asked)).toEqual({ refuse: true, recommend: false });
    expect(can(owner, after, asked)).toEqual({ refuse: true, recommend: true });
    expect(can(owner, after, { ...asked, recommended: true }).recommend).toBe(false);
    expect(can(admin, after, asked)).toEqual({ refuse: true, recommend: false });
    const nothing = { refuse: false, recommend: false };
    expect(can({ isAdmin: false, isOwner: false }, after, asked)).toEqual(nothing);
    expect(can(owner, after, { state: 'refused', recommended: false })).toEqual(nothing);
    expect(can(owner, after, null)).toEqual(nothing);
  });

  it.each([
    // The end of October in Madrid is an hour before that of UTC.
    ['2026-10-31T22:30:00Z', '2026-10-31T22:59:59Z', false],
    ['2026-10-31T22:30:00Z', '2026-10-31T23:00:00Z', true],
    ['2026-10-31T23:30:00Z', '2026-11-30T22:59:59Z', false],
    ['2026-12-15T20:00:00Z', '2026-12-31T23:00:00Z', true],
    [null, '2030-01-01T00:00:00Z', false],
  ])('sold and shown by %s, is up to administrators at %s: %s', (settlesAt, at, due) => {
    expect(isPayoutDue(settlesAt, Temporal.Instant.from(at))).toBe(due);
  });
});
