import { describe, expect, it } from 'vitest';
import { countryCodes } from '#contract/shared/countries.ts';
import type { ShippingForm, ShippingZone } from '#contract/shipping.ts';
import { countriesOf, faultsOf, quoteFor, zoneFor, zonePrice } from './shipping.rules.ts';

const zone = (given: Partial<ShippingZone>): ShippingZone => ({
  ...{ kind: 'home', name: '', countries: [], sends: true },
  ...{ perOrder: 500, perItem: 100, freeFrom: null },
  ...given,
});
const table = (given: Partial<ShippingForm> = {}): ShippingForm => ({
  ...{ currency: 'EUR', home: 'ES', taxRate: 2100, pickup: 'Calle Mayor 1' },
  zones: [
    zone({ kind: 'world', perOrder: 3000 }),
    zone({ kind: 'eu', perOrder: 1000 }),
    zone({ kind: 'home' }),
    zone({ kind: 'list', name: 'Islands', countries: ['PT', 'CH'], perOrder: 1500 }),
    zone({ kind: 'list', name: 'Never', countries: ['RU'], sends: false }),
  ],
  ...given,
});
const one = { items: 1, total: 1210, currency: 'EUR' } as const;

describe('the zone of a country', () => {
  it.each([
    ['ES', 500, 'home, though it is in the EU and in the world'],
    ['FR', 1000, 'the EU'],
    ['PT', 1500, 'a list of one’s own, though it is in the EU'],
    ['US', 3000, 'the world'],
  ])('of %s costs %i: %s', (country, price) => {
    expect(zoneFor(table(), country)?.perOrder).toBe(price);
  });

  it('is none without one that has it', () => {
    expect(zoneFor(table({ zones: [zone({ kind: 'home' })] }), 'FR')).toBe(null);
  });

  it('lets everything be sent but where it is said that nothing is', () => {
    const sent = countriesOf(table());
    expect(countryCodes.filter((country) => !sent.includes(country))).toEqual(['RU']);
    expect(countriesOf(table({ zones: [zone({ kind: 'home' })] }))).toEqual(['ES']);
  });
});

describe('what sending costs', () => {
  it.each([
    [1, 1000, null, 500],
    [2, 2000, null, 600],
    [10, 10_000, null, 1400],
    [2, 4999, 5000, 600],
    [2, 5000, 5000, 0],
    [2, 5001, 5000, 0],
  ])('is, for %i things of %i together and free from %s, %i', (items, total, freeFrom, price) => {
    expect(zonePrice(zone({ freeFrom }), { items, total })).toBe(price);
  });

  it('has the tax inside, and adds up', () => {
    expect(quoteFor(table(), one, 'ES')).toEqual({
      ...{ net: 413, tax: 87, total: 500, taxRate: 2100, fault: null },
    });
  });

  it('is nothing for what is picked up, where there is a place', () => {
    const nothing = { net: 0, tax: 0, total: 0, taxRate: 0 };
    expect(quoteFor(table(), one, null)).toEqual({ ...nothing, fault: null });
    expect(quoteFor(table({ pickup: '' }), one, null)).toEqual({ ...nothing, fault: 'not_there' });
  });

  it.each([
    ['not_there', table(), 'RU'],
    ['not_there', table({ zones: [zone({ kind: 'home' })] }), 'FR'],
    ['other_currency', table({ currency: 'BRL' }), 'ES'],
    ['not_said', null, 'ES'],
    ['not_said', null, null],
  ])('is said not to be possible: %s', (fault, given, country) => {
    expect(quoteFor(given, one, country)).toMatchObject({ fault, total: 0 });
  });
});

/** Numbers that look like chance and are the same each time. */
function* chance(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

describe('whatever the table and the parcel', () => {
  const numbers = chance(46);
  const below = (most: number): number => numbers.next().value % most;
  const cases = Array.from({ length: 2000 }, () => {
    const zones = (['list', 'home', 'eu', 'world'] as const)
      .filter(() => below(3) > 0)
      .map((kind) =>
        zone({
          ...{ kind, sends: below(4) > 0, perOrder: below(5000), perItem: below(900) },
          countries: kind === 'list' ? [countryCodes[below(countryCodes.length)] ?? 'ES'] : [],
          freeFrom: below(2) > 0 ? 1 + below(20_000) : null,
        }),
      );
    const home = countryCodes[below(countryCodes.length)] ?? 'ES';
    const country = countryCodes[below(countryCodes.length)] ?? 'ES';
    const given = table({ zones, home, taxRate: below(10_001) });
    return { given, country, items: 1 + below(10), total: below(30_000) };
  });

  it('net and tax add up, and no part is below nothing', () => {
    for (const { given, country, ...parcel } of cases) {
      const { net, tax, total } = quoteFor(given, { ...parcel, currency: 'EUR' }, country);
      expect(net + tax).toBe(total);
      expect(Math.min(net, tax)).toBeGreaterThanOrEqual(0);
    }
  });

  it('one thing more for the same money never costs less, and nothing costs more than its parts', () => {
    for (const { given, country, items, total } of cases) {
      const of = (count: number) =>
        quoteFor(given, { items: count, total, currency: 'EUR' }, country).total;
      expect(of(items + 1)).toBeGreaterThanOrEqual(of(items));
      expect(of(items)).toBeLessThanOrEqual(of(1) * items + of(items));
      expect(of(items + 1) - of(items)).toBe(of(items + 2) - of(items + 1));
    }
  });

  it('a dearer parcel never costs more to be sent', () => {
    for (const { given, country, items, total } of cases) {
      const of = (sum: number) =>
        quoteFor(given, { items, total: sum, currency: 'EUR' }, country).total;
      expect(of(total + 1000)).toBeLessThanOrEqual(of(total));
    }
  });

  it('a country is sent to exactly when it has a price', () => {
    for (const { given, country, ...parcel } of cases) {
      const { fault } = quoteFor(given, { ...parcel, currency: 'EUR' }, country);
      expect(countriesOf(given).includes(country)).toBe(fault === null);
    }
  });
});

describe('a table', () => {
  it.each([
    ['two zones for home', [zone({}), zone({})], { 'zones.1.kind': 'invalid' }],
    [
      'a list without name and countries',
      [zone({ kind: 'list' })],
      { 'zones.0.name': 'required', 'zones.0.countries': 'required' },
    ],
    [
      'a country in two lists',
      [
        zone({ kind: 'list', name: 'A', countries: ['CH'] }),
        zone({ kind: 'list', name: 'B', countries: ['NO', 'CH'] }),
      ],
      { 'zones.1.countries': 'invalid' },
    ],
  ])('is refused with %s', (_, zones, faults) => {
    expect(faultsOf(table({ zones }))).toEqual(faults);
  });

  it('is kept with one of each and several lists', () => {
    expect(faultsOf(table())).toEqual({});
  });
});
