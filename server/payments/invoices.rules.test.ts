import { describe, expect, it } from 'vitest';
import { priceFromTotal } from '#contract/shared/money.ts';
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
