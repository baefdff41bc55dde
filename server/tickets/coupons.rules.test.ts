import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { CouponCode, couponAlphabet } from '#contract/tickets.ts';
import {
  codeFault,
  codeFrom,
  codeState,
  couponFaults,
  priceWith,
  spendsCode,
} from './coupons.rules.ts';

const now = Temporal.Instant.from('2026-11-27T10:00:00Z');
const product = {
  status: 'published',
  plan: 'paid',
  taxRate: 2100,
  total: 1210,
  sessions: [],
} as const;
const form = { sessionId: null, quantity: 1, net: 500, tax: 105, validUntil: null };

describe('a code', () => {
  it('is three groups of four letters that cannot be mistaken', () => {
    let next = 0;
    expect(codeFrom((below) => next++ % below)).toBe('ABCD-EFGH-JKMN');
    expect(couponAlphabet).not.toMatch(/[01OILUV]/);
    expect(new Set(couponAlphabet).size).toBe(couponAlphabet.length);
  });

  it('is read however it is typed', () => {
    for (const typed of ['abcd-efgh-jkmn', ' ABCD EFGH JKMN ', 'abcdefghjkmn', 'AbCd–EfGh–JkMn']) {
      expect(CouponCode.parse(typed)).toBe('ABCD-EFGH-JKMN');
    }
    expect(CouponCode.parse('!')).toBe('');
  });

  it.each([
    ['free', null, null, 'free', null],
    ['free', null, '2026-11-27T10:00:00.001Z', 'free', null],
    ['free', null, '2026-11-27T10:00:00.000Z', 'expired', 'COUPON_INVALID'],
    ['reserved', '2026-11-27T10:00:00.001Z', null, 'reserved', 'COUPON_USED'],
    ['reserved', '2026-11-27T10:00:00.000Z', null, 'free', null],
    [
      'reserved',
      '2026-11-27T10:00:00.000Z',
      '2026-11-27T09:00:00.000Z',
      'expired',
      'COUPON_INVALID',
    ],
    ['used', null, '2026-11-27T09:00:00.000Z', 'used', 'COUPON_USED'],
    ['revoked', null, null, 'revoked', 'COUPON_INVALID'],
  ] as const)(
    'that is %s until %s, valid until %s, is %s',
    (state, reservedUntil, validUntil, shown, fault) => {
      const seen = codeState({ state, reservedUntil, validUntil }, '2026-11-27T10:00:00.000Z');
      expect([seen, codeFault(seen)]).toEqual([shown, fault]);
    },
  );
});

describe('a batch', () => {
  it.each([
    [{}, null],
    [{ net: 0, tax: 0 }, null],
    [{ net: 1000, tax: 210 }, null],
    [{ net: 1001, tax: 210 }, { net: 'above_price' }],
    [{ tax: 106 }, null],
    [{ tax: 107 }, { tax: 'invalid' }],
    [{ validUntil: '2026-11-27T10:00:00Z' }, { validUntil: 'time_past' }],
    [{ validUntil: '2026-11-27T10:00:01Z' }, null],
    [{ sessionId: '0192f0c1-0000-7000-8000-000000000000' }, { sessionId: 'invalid' }],
  ] as const)('with %o has the faults %o', (change, faults) => {
    expect(couponFaults({ ...form, ...change }, product, now)).toEqual(faults);
  });

  it('for a free product gives it away', () => {
    const free = { ...product, plan: 'free', total: 0 } as const;
    expect(couponFaults({ ...form, net: 0, tax: 0 }, free, now)).toBeNull();
    expect(couponFaults(form, free, now)).toEqual({ net: 'above_price' });
  });
});

describe('what is paid with a code', () => {
  const amounts = { net: 1000, taxRate: 2100, tax: 210, total: 1210 };
  const price = { currency: 'EUR', ...amounts, before: null } as const;
  const own = { ...amounts, from: 'product' };

  it.each([
    ['without one', null, 'product', own],
    ['with one that is cheaper', 605, 'product', { net: 500, tax: 105, total: 605 }],
    ['with one that gives it away', 0, 'product', { net: 0, tax: 0, total: 0 }],
    ['with one that is as dear', 1210, 'product', own],
    ['with one that is dearer', 1211, 'product', own],
    ['with one that is dearer than the offer', 1211, 'offer', { ...amounts, from: 'offer' }],
    ['with one that is cheaper than the offer', 605, 'offer', { total: 605, from: 'coupon' }],
  ] as const)('%s', (_, code, from, paid) => {
    const given = code === null ? null : { total: code };
    expect(priceWith(given, { ...price, from })).toMatchObject(paid);
  });

  it('has the tax of the day in it, so that net and tax add up', () => {
    const made = { total: 550 };
    expect(priceWith(made, { ...price, from: 'product' })).toEqual({
      net: 455,
      taxRate: 2100,
      tax: 95,
      total: 550,
      from: 'coupon',
    });
  });

  it.each([
    ['published', 'coupon', true],
    ['published', 'product', false],
    ['published', 'offer', false],
    ['private', 'product', true],
  ] as const)('uses the code up, %s at the price of the %s: %s', (status, from, spent) => {
    expect(spendsCode({ status }, { from })).toBe(spent);
  });
});
