import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundEntries, refundShare, saleEntries } from './ledger.rules.ts';

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
  const whole = { amount: 1210, before: 0, feeReturned: 0 };

  it('of the whole is borne by the organizer: the platform keeps its fee', () => {
    expect(refundShare(sale, { ...whole, returnFee: false })).toEqual({
      tax: 210,
      fee: 0,
      organizer: 1000,
    });
  });

  it('gives the fee back too when the fault was ours', () => {
    expect(refundShare(sale, { ...whole, returnFee: true })).toEqual({
      tax: 210,
      fee: 154,
      organizer: 846,
    });
  });

  it('in parts takes as much tax and fee as at once, and no part goes below zero', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sales, cuts, (sold, parts) => {
        const all = parts.reduce((total, part) => total + part, 0);
        let before = 0;
        let feeReturned = 0;
        let tax = 0;
        for (const [index, part] of parts.entries()) {
          const isLast = index === parts.length - 1;
          const amount = isLast ? sold.total - before : Math.floor((sold.total * part) / all);
          if (amount === 0) continue;
          const share = refundShare(sold, { amount, before, returnFee: true, feeReturned });
          expect(sum(refundEntries(share))).toBe(0);
          expect(Math.min(share.tax, share.fee)).toBeGreaterThanOrEqual(0);
          before += amount;
          feeReturned += share.fee;
          tax += share.tax;
        }
        expect([before, tax]).toEqual([sold.total, sold.tax]);
        expect(feeReturned).toBeLessThanOrEqual(sold.fee);
      }),
    );
  });
});
