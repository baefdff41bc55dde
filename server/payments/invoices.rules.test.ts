import { describe, expect, it } from 'vitest';
import { priceFromTotal } from '#contract/shared/money.ts';
import { formOf, printedNumber, seriesOf, taxesByRate } from './invoices.rules.ts';

describe('an invoice', () => {
  it.each([
    ['sale', 'full', 41, '2026-KTRM-000041'],
    ['sale', 'simplified', 7, 'S2026-KTRM-000007'],
    ['rectifying', 'simplified', 3, 'R2026-KTRM-000003'],
    ['rectifying', 'full', 3, 'R2026-KTRM-000003'],
  ] as const)(
    '%s, %s, is numbered by year in a series of its kind',
    (kind, form, number, printed) => {
      const series = seriesOf({ kind, form });
      expect(printedNumber({ kind, year: 2026, number, mark: 'KTRM', series })).toBe(printed);
    },
  );

  it.each([
    ['sale', 41, '2026-000041'],
    ['rectifying', 3, 'R2026-000003'],
  ] as const)('of before there were marks (%s) is printed as it was', (kind, number, printed) =>
    expect(printedNumber({ kind, year: 2026, number, mark: null, series: null })).toBe(printed),
  );

  it('has a number that the tax agency takes, however high it gets', () => {
    const last = { kind: 'rectifying', year: 9999, number: 2_147_483_647 } as const;
    const printed = printedNumber({ ...last, mark: 'KTRMKTRM', series: 'rectifying' });
    // Up to 60 printable signs of ASCII, none of " ' < > =
    expect(printed).toMatch(/^[A-Z0-9-]{1,60}$/);
  });

  it.each([
    [40_000, '', 'simplified'],
    [40_001, '', 'full'],
    [1210, 'B58818501', 'full'],
    [null, '', 'full'],
    [-1210, '', 'simplified'],
  ] as const)('of %d cents of euro for "%s" is %s', (euros, buyerTaxId, form) => {
    expect(formOf({ euros, buyerTaxId })).toBe(form);
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
