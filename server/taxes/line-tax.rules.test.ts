import { describe, expect, it } from 'vitest';
import type { RateKind } from '#contract/shared/tax-places.ts';
import { vatRateVectors } from '#test/vectors/vat-rates.ts';
import { taxInside } from './line-tax.rules.ts';
import { type Party, placeOfSupply, type Seller, type Supply } from './place.rules.ts';

const rates = vatRateVectors.map(({ percent, ...row }) => ({
  ...row,
  kind: row.kind as RateKind,
  rate: Math.round(percent * 100),
}));
const from: Seller = { country: 'ES', isOverThreshold: true };
const film: Supply = { kind: 'on_demand' };
const buyer = (country: string, more: Partial<Party> = {}): Party => ({
  ...{ country, vatNumber: 'none' },
  ...more,
});
const inside = (total: number, supply: Supply, to: Party, seller = from) =>
  taxInside(total, placeOfSupply(supply, seller, to), { rates, day: '2025-08-12' });

describe('the tax inside a published price', () => {
  it.each<[string, Party, number, number, number]>([
    ['home', buyer('ES'), 2100, 826, 174],
    ['Germany', buyer('DE'), 1900, 840, 160],
    ['Hungary', buyer('HU'), 2700, 787, 213],
    ['Finland', buyer('FI'), 2550, 797, 203],
    ['Madeira', buyer('PT', { postcode: '9000-001' }), 2200, 820, 180],
    ['the Canaries', buyer('ES', { postcode: '35001' }), 0, 1000, 0],
    ['the United States', buyer('US'), 0, 1000, 0],
    ['a business in France', buyer('FR', { vatNumber: 'valid' }), 0, 1000, 0],
    [
      'a business whose number nobody checked',
      buyer('FR', { vatNumber: 'unchecked' }),
      2000,
      833,
      167,
    ],
  ])('of 10.00 to %s', (_, to, taxRate, net, tax) => {
    expect(inside(1000, film, to)).toMatchObject({ taxRate, net, tax, total: 1000 });
  });

  it('adds up to the price at every rate, for every price', () => {
    for (const { country, region } of vatRateVectors.filter((row) => row.region === '')) {
      expect(region).toBe('');
      for (let total = 0; total < 400; total += 7) {
        const line = inside(total, film, buyer(country));
        expect((line?.net ?? Number.NaN) + (line?.tax ?? 0)).toBe(total);
      }
    }
  });

  it('is at the seller’s region where it is taxed there, not at the buyer’s', () => {
    const azorean: Seller = { country: 'PT', postcode: '9500-001', isOverThreshold: false };
    const to = buyer('AT', { postcode: '6691' });
    expect(inside(1000, film, to, azorean)).toMatchObject({ country: 'PT', taxRate: 1800 });
    const abroad = inside(1000, film, to, { ...azorean, isOverThreshold: true });
    expect(abroad).toMatchObject({ country: 'AT', taxRate: 1900 });
  });

  it('is left to the seller where the country has several reduced rates', () => {
    const concert = (country: string): Supply => ({ kind: 'in_person', country, isCulture: true });
    expect(inside(1000, concert('ES'), buyer('DE'))).toMatchObject({ taxRate: 1000, tax: 91 });
    expect(inside(1000, concert('PT'), buyer('DE'))).toBeNull();
  });

  it('says who owes it, and why', () => {
    expect(inside(1000, film, buyer('FR', { vatNumber: 'valid' }))).toEqual({
      ...{ country: 'FR', taxRate: 0, net: 1000, tax: 0, total: 1000 },
      isReverseCharge: true,
      reason: 'reverse_charge',
    });
  });
});
