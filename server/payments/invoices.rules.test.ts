import { describe, expect, it } from 'vitest';
import { priceFromNet, priceFromTotal } from '#contract/shared/money.ts';
import { formOf, printedNumber, taxesByRate } from './invoices.rules.ts';

describe('an invoice', () => {
  it('is numbered by year, corrections apart', () => {
    expect(printedNumber({ kind: 'sale', year: 2026, number: 41 })).toBe('2026-000041');
    expect(printedNumber({ kind: 'rectifying', year: 2026, number: 3 })).toBe('R2026-000003');
  });

  it.each([
    [40_000, 'EUR', '', 'simplified'],
    [40_001, 'EUR', '', 'full'],
    [1210, 'EUR', 'B58818501', 'full'],
    [1210, 'USD', '', 'full'],
    [-1210, 'EUR', '', 'simplified'],
  ] as const)('of %d %s for "%s" is %s', (total, currency, buyerTaxId, form) => {
    expect(formOf({ total, currency, buyerTaxId })).toBe(form);
  });

  it('sums its lines by rate, and every line’s cents arrive', () => {
    const line = (total: number, taxRate: number) => ({
      taxRate,
      ...priceFromTotal(total, taxRate),
    });
    expect(taxesByRate([line(1210, 2100), line(1100, 1000), line(1210, 2100)])).toEqual([
      { rate: 2100, net: 2000, tax: 420, total: 2420 },
      { rate: 1000, net: 1000, tax: 100, total: 1100 },
    ]);
  });
});

/** Single prices of pretix' documentation and rounding tests (pretix/pretix, doc and src/tests). */
describe('tax of one ticket', () => {
  it.each([
    [1000, 1900, 840, 160],
    [2300, 700, 2150, 150],
    [10_000, 1900, 8403, 1597],
    [9998, 1900, 8402, 1596],
  ])('of %d at %d is inside: %d + %d', (total, rate, net, tax) => {
    expect(priceFromTotal(total, rate)).toEqual({ net, tax, total });
  });

  it('of 10.00 net at 19 % comes on top', () => {
    expect(priceFromNet(1000, 1900)).toEqual({ net: 1000, tax: 190, total: 1190 });
  });

  it('keeps every price from 0.01 to 49.99 whole at 1 to 30 %', () => {
    const wrong: number[][] = [];
    for (let rate = 100; rate <= 3000; rate += 100) {
      for (let total = 1; total <= 4999; total += 1) {
        const { net, tax } = priceFromTotal(total, rate);
        // |tax − total·r/(1+r)| ≤ half a cent, in whole numbers.
        const off = Math.abs(2 * tax * (10_000 + rate) - 2 * total * rate);
        if (net + tax !== total || off > 10_000 + rate) wrong.push([total, rate]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
