import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { blankProduct, nextPrices } from './forms.rules.ts';
import { type Priced, priceFrom, priceNow } from './prices.rules.ts';

const at = (text: string) => Temporal.Instant.from(text);

const product: Priced = {
  plan: 'paid',
  currency: 'EUR',
  net: 1000,
  taxRate: 2100,
  tax: 210,
  total: 1210,
  offer: {
    net: 826,
    tax: 174,
    total: 1000,
    startsAt: '2026-05-01T10:00:00.000Z',
    endsAt: '2026-05-02T10:00:00.000Z',
  },
};

describe('the price now', () => {
  it.each([
    ['2026-05-01T09:59:59.999Z', 1210, 'product', null],
    ['2026-05-01T10:00:00.000Z', 1000, 'offer', 1210],
    ['2026-05-02T09:59:59.999Z', 1000, 'offer', 1210],
    ['2026-05-02T10:00:00.000Z', 1210, 'product', null],
  ] as const)('at %s is %i from the %s', (now, total, from, before) => {
    const price = priceNow(product, at(now));
    expect([price.total, price.from, price.before]).toEqual([total, from, before]);
    expect(price.net + price.tax).toBe(price.total);
  });

  it('of an offer without times is always the offer', () => {
    const offer = { net: 826, tax: 174, total: 1000, startsAt: null, endsAt: null };
    expect(priceNow({ ...product, offer }, at('2040-01-01T00:00Z')).total).toBe(1000);
  });

  it('of a free product is nothing, whatever stands beside it', () => {
    const price = priceNow({ ...product, plan: 'free' }, at('2026-05-01T12:00Z'));
    expect([price.net, price.tax, price.total, price.before]).toEqual([0, 0, 0, null]);
  });
});

describe('a typed price', () => {
  it.each([
    ['net', 1000, 2100, { net: 1000, tax: 210, total: 1210 }],
    ['total', 1210, 2100, { net: 1000, tax: 210, total: 1210 }],
    ['total', 1100, 1000, { net: 1000, tax: 100, total: 1100 }],
    ['total', 999, 2100, { net: 826, tax: 173, total: 999 }],
    ['net', 5, 1000, { net: 5, tax: 1, total: 6 }],
    ['net', 700, 0, { net: 700, tax: 0, total: 700 }],
  ] as const)('%s %i with %i basis points', (by, amount, taxRate, price) => {
    expect(priceFrom({ by, amount, taxRate })).toEqual(price);
  });

  it('comes back the same when what the form shows is saved untouched', () => {
    for (let net = 1; net < 3000; net += 7) {
      for (const taxRate of [0, 400, 1000, 2100, 10_000]) {
        const typed = priceFrom({ by: 'net', amount: net, taxRate });
        expect(priceFrom({ by: 'total', amount: typed.total, taxRate })).toEqual(typed);
      }
    }
  });
});

describe('saving prices', () => {
  const price = { by: 'total', amount: 1210, taxRate: 2100 } as const;

  it('makes a free product cost nothing and have no offer', () => {
    const { prices, faults } = nextPrices({ plan: 'free', price }, product);
    expect(faults).toEqual({});
    expect(prices).toEqual({ ...product, plan: 'free', net: 0, tax: 0, total: 0, offer: null });
  });

  it('keeps what buyers pay in an offer when the tax rate changes', () => {
    const { prices } = nextPrices({ price: { ...price, taxRate: 1000 } }, product);
    expect(prices.offer).toEqual({ ...product.offer, net: 909, tax: 91, total: 1000 });
  });

  it('refuses an offer that is no cheaper, costs nothing, or ends before it starts', () => {
    const offer = { by: 'total', amount: 900, startsAt: null, endsAt: null } as const;
    const faultsOf = (change: object) =>
      nextPrices({ price, offer: { ...offer, ...change } }, blankProduct).faults;
    expect(faultsOf({})).toEqual({});
    expect(faultsOf({ amount: 1210 })).toEqual({ 'offer.amount': 'too_big' });
    expect(faultsOf({ amount: 0 })).toEqual({ 'offer.amount': 'too_small' });
    expect(faultsOf({ startsAt: '2026-05-02T10:00', endsAt: '2026-05-02T10:00' })).toEqual({
      'offer.endsAt': 'end_before_start',
    });
    expect(faultsOf({ startsAt: '2026-03-29T02:30' })).toEqual({
      'offer.startsAt': 'time_missing',
    });
  });
});
