import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearers } from '#contract/shared/refunds.ts';
import { largerHalfToPlatform, refundEntries, refundShare, saleEntries } from './ledger.rules.ts';

const sum = (entries: { amount: number }[]) =>
  entries.reduce((total, { amount }) => total + amount, 0);

const sales = fc
  .record({
    total: fc.integer({ min: 1, max: 10_000_000 }),
    taxPart: fc.integer({ min: 0, max: 5000 }),
    feePart: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ total, taxPart, feePart }) => ({
    total,
    tax: Math.floor((total * taxPart) / 10_000),
    fee: Math.floor((total * feePart) / 10_000),
  }));

describe('a sale in the books', () => {
  it('gives each what is theirs', () => {
    expect(saleEntries({ total: 1210, tax: 210, fee: 154 })).toEqual([
      { account: 'provider', amount: 1210 },
      { account: 'tax', amount: -210 },
      { account: 'platform_fee', amount: -154 },
      { account: 'organizer', amount: -846 },
    ]);
  });

  it('leaves out what is nothing', () => {
    expect(saleEntries({ total: 50, tax: 0, fee: 50 })).toEqual([
      { account: 'provider', amount: 50 },
      { account: 'platform_fee', amount: -50 },
    ]);
  });

  it('always sums to zero', () => {
    fc.assert(
      fc.property(sales, (sale) => {
        expect(sum(saleEntries(sale))).toBe(0);
      }),
    );
  });
});

describe('a refund', () => {
  const sale = { total: 1210, tax: 210, fee: 154 };
  const nothing = { amount: 0, tax: 0, fee: 0 };
  const whole = { amount: 1210, before: nothing };

  it('of the whole is borne by the organizer: the platform keeps its fee', () => {
    expect(refundShare(sale, { ...whole, bearer: 'organizer' })).toEqual({
      ...{ tax: 210, fee: 0, platform: 0, organizer: 1000 },
    });
  });

  it('is the platform’s with its fee when the fault was ours: the organizer loses nothing', () => {
    expect(refundShare(sale, { ...whole, bearer: 'platform' })).toEqual({
      ...{ tax: 210, fee: 154, platform: 846, organizer: 0 },
    });
  });

  it('is halved when nobody is at fault, the larger part of an odd sum to the platform', () => {
    expect(refundShare(sale, { ...whole, bearer: 'half' })).toEqual({
      ...{ tax: 210, fee: 77, platform: 423, organizer: 500 },
    });
    expect([1, 2, 3, 0].map(largerHalfToPlatform)).toEqual([1, 1, 2, 0]);
    const odd = refundShare(
      { total: 101, tax: 0, fee: 0 },
      { amount: 101, before: nothing, bearer: 'half' },
    );
    expect([odd.platform, odd.organizer]).toEqual([51, 50]);
  });

  it('in parts takes as much tax as at once, never more fee than there is, and adds up', () => {
    const cuts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(...bearers)),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(sales, cuts, (sold, parts) => {
        const all = parts.reduce((total, [part]) => total + part, 0);
        const before = { ...nothing };
        for (const [index, [part, bearer]] of parts.entries()) {
          const isLast = index === parts.length - 1;
          const left = sold.total - before.amount;
          const amount = isLast ? left : Math.min(left, Math.floor((sold.total * part) / all));
          if (amount === 0) continue;
          const share = refundShare(sold, { amount, before, bearer });
          expect(sum(refundEntries(share))).toBe(0);
          expect(share.tax + share.fee + share.platform + share.organizer).toBe(amount);
          expect(Math.min(...Object.values(share))).toBeGreaterThanOrEqual(0);
          before.amount += amount;
          before.tax += share.tax;
          before.fee += share.fee;
        }
        expect([before.amount, before.tax]).toEqual([sold.total, sold.tax]);
        expect(before.fee).toBeLessThanOrEqual(sold.fee);
      }),
    );
  });
});
