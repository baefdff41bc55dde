import { describe, expect, it } from 'vitest';
import { ossRows, quarterDays, type TaxedMove } from './oss.rules.ts';

const sale = (more: Partial<TaxedMove> = {}): TaxedMove => ({
  ...{ kind: 'sale', day: '2026-05-02', country: 'DE', taxRate: 1900, currency: 'EUR' },
  ...{ net: 840, tax: 160, reason: 'buyer' },
  ...more,
});
const second = { year: 2026, quarter: 2, home: 'ES' } as const;

describe('the list of a quarter', () => {
  it.each([
    [1, '2026-01-01', '2026-03-31'],
    [2, '2026-04-01', '2026-06-30'],
    [3, '2026-07-01', '2026-09-30'],
    [4, '2026-10-01', '2026-12-31'],
  ] as const)('%i lasts from %s to %s', (quarter, first, last) => {
    expect(quarterDays({ year: 2026, quarter })).toEqual({ first, last });
    const on = (day: string) => ossRows([sale({ day })], { year: 2026, quarter, home: 'ES' });
    expect([on(first), on(last)].map((rows) => rows.length)).toEqual([1, 1]);
    expect(on(`2025${first.slice(4)}`)).toEqual([]);
  });

  it('adds up by country, rate and currency', () => {
    const moves = [
      sale(),
      sale({ net: 1680, tax: 320 }),
      sale({ country: 'PT', taxRate: 2300, net: 813, tax: 187 }),
      sale({ country: 'PT', taxRate: 600, net: 943, tax: 57, reason: 'unchecked_number' }),
      sale({ currency: 'PLN', net: 8403, tax: 1597 }),
    ];
    expect(ossRows(moves, second)).toEqual([
      { country: 'DE', taxRate: 1900, currency: 'EUR', base: 2520, tax: 480 },
      { country: 'DE', taxRate: 1900, currency: 'PLN', base: 8403, tax: 1597 },
      { country: 'PT', taxRate: 600, currency: 'EUR', base: 943, tax: 57 },
      { country: 'PT', taxRate: 2300, currency: 'EUR', base: 813, tax: 187 },
    ]);
  });

  it('takes off what was given back in it, whenever it was sold', () => {
    const back = sale({ kind: 'refund', net: 420, tax: 80 });
    expect(ossRows([sale(), back], second)).toMatchObject([{ base: 420, tax: 80 }]);
    expect(ossRows([sale({ day: '2026-03-31' }), back], second)).toMatchObject([
      { base: -420, tax: -80 },
    ]);
    expect(ossRows([sale(), sale({ kind: 'refund' })], second)).toEqual([]);
  });

  it('has nothing of other quarters, of home, nor of what the seller does not tax', () => {
    const moves = [
      sale({ day: '2026-03-31' }),
      sale({ day: '2026-07-01' }),
      sale({ country: 'ES', reason: 'domestic' }),
      sale({ country: 'ES', reason: 'buyer' }),
      sale({ country: 'ES', reason: 'under_threshold' }),
      sale({ country: 'PT', reason: 'event' }),
      sale({ country: 'FR', reason: 'reverse_charge', net: 1000, tax: 0, taxRate: 0 }),
      sale({ country: null, reason: 'outside_vat_area', net: 1000, tax: 0, taxRate: 0 }),
    ];
    expect(ossRows(moves, second)).toEqual([]);
  });
});
