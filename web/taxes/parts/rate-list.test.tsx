import { describe, expect, it } from 'vitest';
import type { DatedTaxRate } from '#contract/taxes.ts';
import { onAPage } from '#test/in-english.tsx';
import { RateList } from './rate-list.tsx';

const rate = (more: Partial<DatedTaxRate>): DatedTaxRate => ({
  ...{ id: '0', country: 'PT', kind: 'standard', region: '', from: '1900-01-01', rate: 2300 },
  ...{ state: 'now', enteredAt: '2025-08-12T00:00:00.000Z', enteredBy: null },
  ...more,
});

/** The words of each row, cell by cell. */
const rowsOf = (rates: DatedTaxRate[]): string[][] =>
  [...onAPage(<RateList rates={rates} />).matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)]
    .slice(1)
    .map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]*>/g, ''),
      ),
    );

describe('the list of rates', () => {
  it('names the place, and the day unless it is the one that stands for always', () => {
    const [always, madeira] = rowsOf([
      rate({}),
      rate({ id: '1', region: 'Madeira', from: '2027-01-01', state: 'coming', enteredBy: 'Ana' }),
    ]);
    expect(always?.[0]).toBe('Portugal');
    expect(always?.join()).not.toContain('1900');
    expect(always?.at(-1)).toBe('rates.byProduct');
    expect(madeira?.[0]).toBe('Portugal · Madeira');
    expect(madeira?.join()).toContain('2027');
    expect(madeira?.join()).toContain('rates.state.coming');
    expect(madeira?.at(-1)).toBe('Ana');
  });
});
