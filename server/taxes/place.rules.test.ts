import { describe, expect, it } from 'vitest';
import type { RateKind } from '#contract/shared/tax-places.ts';
import vectors from '#test/vectors/vat-place-of-supply.json' with { type: 'json' };
import { vatRateVectors } from '#test/vectors/vat-rates.ts';
import {
  type NumberState,
  type Party,
  placeOfSupply,
  type Seller,
  type Supply,
} from './place.rules.ts';
import { rateOn } from './rates.rules.ts';

type Case = (typeof vectors.cases)[number] & Record<string, unknown>;

const rates = vatRateVectors.map(({ percent, ...row }) => ({
  ...row,
  kind: row.kind as RateKind,
  rate: Math.round(percent * 100),
}));

const supplies: Record<string, Supply> = {
  'live, online': { kind: 'live_online' },
  'recorded, on demand': { kind: 'on_demand' },
  'physical goods': { kind: 'goods' },
  gift: { kind: 'gift' },
  voucher: { kind: 'voucher' },
  service: { kind: 'service' },
};

const supplyOf = (one: Case): Supply =>
  one.kind === 'in person'
    ? { kind: 'in_person', country: one.event ?? '', isCulture: one.sell === 'ticket to a concert' }
    : (supplies[one.kind] as Supply);

const states: Record<string, NumberState> = {
  'valid in VIES': 'valid',
  'VIES is down': 'unchecked',
};

/** A business of which the vector says no more has a number that is good. */
const numberOf = (one: Case): NumberState =>
  one.vat_number ? (states[one.vat_number] as NumberState) : one.business ? 'valid' : 'none';

const sellerOf = (one: Case): Seller => ({
  country: one.seller ?? 'ES',
  isOverThreshold: one.under_threshold !== true,
});

const buyerOf = (one: Case): Party => ({
  country: one.buyer,
  postcode: one.postcode ?? '',
  vatNumber: numberOf(one),
});

const titleOf = (one: Case) =>
  [one.sell, one.event, one.seller, '→', one.buyer, one.postcode, one.vat_number, one.why]
    .filter(Boolean)
    .join(' ');

const singles = (vectors.cases as Case[]).filter(({ kind }) => kind !== 'mixed');

/** What the vector says of a rate that is no number. */
const saidOf: Record<string, { rate: null; reason: string }> = {
  'outside EU VAT': { rate: null, reason: 'outside_vat_area' },
  IGIC: { rate: null, reason: 'local_tax' },
  'outside VAT': { rate: null, reason: 'no_supply' },
  'at redemption': { rate: null, reason: 'at_redemption' },
};

describe('the place of supply (vat-place-of-supply)', () => {
  it('has eighteen cases of one thing each', () => expect(singles).toHaveLength(18));

  it.each(singles.map((one) => [titleOf(one), one] as const))('%s', (_, one) => {
    const place = placeOfSupply(supplyOf(one), sellerOf(one), buyerOf(one));
    expect(place.country).toBe(one.tax_country);
    if (one.rate in saidOf) {
      expect(place).toMatchObject({ ...saidOf[one.rate], isReverseCharge: false });
    } else if (one.rate === '0') {
      expect(place).toMatchObject({ rate: null, isReverseCharge: true, reason: 'reverse_charge' });
    } else if (one.rate === 'by table') {
      // Portugal has two reduced rates: which one it is says whoever sells.
      expect(place).toMatchObject({ rate: 'reduced', reason: 'event' });
    } else {
      expect(place.isReverseCharge).toBe(false);
      const found = rateOn(rates, {
        country: place.country ?? '',
        postcode: buyerOf(one).postcode ?? '',
        kind: place.rate as RateKind,
        day: '2025-08-12',
      });
      expect(found).toBe(Number(one.rate) * 100);
    }
  });

  it('of a bundle is that of each of its parts', () => {
    const one = (vectors.cases as Case[]).find(({ kind }) => kind === 'mixed') as Case;
    const parts: Supply[] = [
      { kind: 'in_person', country: one.event ?? '', isCulture: true },
      { kind: 'on_demand' },
      { kind: 'goods' },
    ];
    const places = parts.map((part) => placeOfSupply(part, sellerOf(one), buyerOf(one)));
    expect(places.map(({ country, rate }) => [country, rate])).toEqual([
      ['ES', 'reduced'],
      ['DE', 'standard'],
      ['DE', 'standard'],
    ]);
  });
});

const spanish: Seller = { country: 'ES', isOverThreshold: true };
const small: Seller = { country: 'ES', isOverThreshold: false };
const consumer = (country: string, postcode = ''): Party => ({
  country,
  postcode,
  vatNumber: 'none',
});

describe('parts of member states', () => {
  it.each([
    ['the Canaries', 'ES', '38001', 'IC', 'local_tax'],
    ['Ceuta', 'ES', '51001', 'EA', 'local_tax'],
    ['Melilla', 'ES', '52006', 'EA', 'local_tax'],
    ['Büsingen', 'DE', '78266', null, 'outside_vat_area'],
    ['Heligoland', 'DE', '27498', null, 'outside_vat_area'],
    ['Livigno', 'IT', '23041', null, 'outside_vat_area'],
    ['Mount Athos', 'GR', '630 86', null, 'outside_vat_area'],
    ['Guadeloupe', 'FR', '97100', null, 'outside_vat_area'],
    ['Åland', 'FI', '22100', null, 'outside_vat_area'],
  ])('outside the VAT area are taxed by nobody here: %s', (_, country, postcode, at, reason) => {
    expect(placeOfSupply({ kind: 'on_demand' }, spanish, consumer(country, postcode))).toEqual({
      country: at,
      postcode: '',
      rate: null,
      isReverseCharge: false,
      reason,
    });
    const business: Party = { country, postcode, vatNumber: 'valid' };
    expect(placeOfSupply({ kind: 'goods' }, spanish, business).isReverseCharge).toBe(false);
  });

  it.each([
    ['Madeira', 'PT', '9000-001', 2200],
    ['the Azores', 'PT', '9500-001', 1800],
    ['Jungholz', 'AT', '6691', 1900],
    ['Lisbon', 'PT', '1000-205', 2300],
    ['nowhere said', 'PT', '', 2300],
  ])('inside it have their own rate: %s', (_, country, postcode, rate) => {
    const place = placeOfSupply({ kind: 'on_demand' }, spanish, consumer(country, postcode));
    expect(place).toMatchObject({ country, rate: 'standard', reason: 'buyer' });
    const wanted = { country, postcode, kind: 'standard', day: '2021-06-30' } as const;
    expect(rateOn(rates, wanted)).toBe(rate);
  });

  it('are abroad to their own country, and it to them', () => {
    const [mainland, island] = [{ country: 'DE' }, { country: 'DE', postcode: '27498' }];
    const to = (seller: typeof mainland, buyer: typeof mainland) =>
      placeOfSupply(
        { kind: 'on_demand' },
        { ...seller, isOverThreshold: true },
        { ...buyer, vatNumber: 'none' },
      );
    expect(to(mainland, island).reason).toBe('outside_vat_area');
    expect(to(island, mainland)).toMatchObject({ country: 'DE', reason: 'buyer' });
    expect(to(island, island).country).toBeNull();
  });

  it('Monaco is France, and a show in the Canaries is not in the area', () => {
    expect(placeOfSupply({ kind: 'goods' }, spanish, consumer('MC')).country).toBe('FR');
    const show: Supply = { kind: 'in_person', country: 'ES', postcode: '35001', isCulture: true };
    expect(placeOfSupply(show, spanish, consumer('DE'))).toMatchObject({
      country: 'IC',
      reason: 'local_tax',
    });
  });
});

describe('the threshold', () => {
  it('is for recordings and goods, not for watching live', () => {
    const reasonOf = (kind: 'on_demand' | 'goods' | 'live_online') => {
      const { country, reason } = placeOfSupply({ kind }, small, consumer('DE'));
      return [country, reason];
    };
    expect(reasonOf('on_demand')).toEqual(['ES', 'under_threshold']);
    expect(reasonOf('goods')).toEqual(['ES', 'under_threshold']);
    expect(reasonOf('live_online')).toEqual(['DE', 'buyer']);
  });

  it('is none for sellers outside the area, whose goods are imports', () => {
    const american: Seller = { country: 'US', isOverThreshold: false };
    expect(placeOfSupply({ kind: 'on_demand' }, american, consumer('DE')).country).toBe('DE');
    expect(placeOfSupply({ kind: 'goods' }, american, consumer('DE')).reason).toBe('import');
    expect(placeOfSupply({ kind: 'on_demand' }, american, consumer('US')).country).toBeNull();
  });

  it('takes no tax from outside the area to the seller', () => {
    expect(placeOfSupply({ kind: 'on_demand' }, small, consumer('US')).rate).toBeNull();
    expect(placeOfSupply({ kind: 'on_demand' }, small, consumer('GB')).rate).toBeNull();
  });
});

describe('a VAT number', () => {
  const from = (vatNumber: NumberState, country = 'FR'): Party => ({ country, vatNumber });

  it.each(['unchecked', 'invalid'] as const)('that is %s moves no tax', (state) => {
    expect(placeOfSupply({ kind: 'live_online' }, spanish, from(state))).toEqual({
      country: 'FR',
      postcode: '',
      rate: 'standard',
      isReverseCharge: false,
      reason: 'unchecked_number',
    });
  });

  it('of a small seller’s buyer moves it all the same', () => {
    expect(placeOfSupply({ kind: 'on_demand' }, small, from('valid')).isReverseCharge).toBe(true);
  });

  it('takes the tax off goods, which is another rule and other words', () => {
    expect(placeOfSupply({ kind: 'goods' }, spanish, from('valid'))).toEqual({
      country: 'FR',
      postcode: '',
      rate: null,
      isReverseCharge: false,
      reason: 'intra_eu_goods',
    });
  });

  it('does nothing at home, nor at the door of a hall', () => {
    expect(placeOfSupply({ kind: 'on_demand' }, spanish, from('valid', 'ES'))).toMatchObject({
      country: 'ES',
      rate: 'standard',
      reason: 'domestic',
    });
    const show: Supply = { kind: 'in_person', country: 'ES', isCulture: false };
    expect(placeOfSupply(show, spanish, from('valid')).reason).toBe('event');
  });

  it('is wanted for other services: without, they are taxed at the seller’s', () => {
    expect(placeOfSupply({ kind: 'service' }, spanish, from('none'))).toMatchObject({
      country: 'ES',
      reason: 'seller',
    });
  });
});

describe('a buyer of no known country', () => {
  it('is taxed as the seller’s neighbour', () => {
    expect(placeOfSupply({ kind: 'on_demand' }, spanish, consumer(''))).toMatchObject({
      country: 'ES',
      reason: 'domestic',
    });
  });
});
