import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import {
  type Price,
  parseAmount,
  priceFromNet,
  priceFromTotal,
  writeAmount,
} from '#contract/shared/money.ts';
import {
  basketVectors,
  discountVectors,
  samePriceVectors,
  singlePriceVectors,
} from '#test/vectors/vat-rounding.ts';
import { taxesByRate } from './invoices.rules.ts';

const minor = (text: string, currency: CurrencyCode = 'EUR') => parseAmount(text, currency) ?? NaN;
const basisPoints = (rate: string) => Math.round(Number(rate) * 100);
const priceOf = (mode: 'inside' | 'on top', text: string, rate: string, currency?: CurrencyCode) =>
  (mode === 'inside' ? priceFromTotal : priceFromNet)(minor(text, currency), basisPoints(rate));

/** As an invoice sums its lines. */
function summed(prices: Price[], currency: CurrencyCode = 'EUR') {
  const taxes = taxesByRate(prices.map((price) => ({ ...price, taxRate: 0 })));
  const [{ net, tax, total } = { net: 0, tax: 0, total: 0 }] = taxes;
  const text = (amount: number) => writeAmount(amount, currency);
  return { gross: text(total), net: text(net), tax: text(tax) };
}

describe('tax of each line, rounded half up and summed', () => {
  it.each(samePriceVectors)('%s', (_, currency, unit, rate, count, expected) => {
    const price = priceOf('inside', unit, rate, currency);
    expect(
      summed(
        Array.from({ length: count }, () => price),
        currency,
      ),
    ).toEqual(expected);
  });

  it.each(singlePriceVectors)('%s', (_, mode, amount, rate, expected) =>
    expect(summed([priceOf(mode, amount, rate)])).toEqual(expected),
  );

  it.each(basketVectors)('%s', (_, mode, lines, expected) => {
    const prices = lines.flatMap(([amount, count, rate]) =>
      Array.from({ length: count }, () => priceOf(mode, amount, rate)),
    );
    expect(summed(prices)).toEqual(expected);
    expect(summed(prices.reverse())).toEqual(expected);
  });

  it.each(discountVectors)('alf.io: %s', (_, amount, rate, mode, paid) => {
    const price = priceOf(mode === 'exempt' ? 'inside' : 'on top', amount, rate);
    expect(writeAmount(mode === 'exempt' ? price.net : price.total, 'EUR')).toBe(paid);
  });
});

const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const rates = fc.integer({ min: 0, max: 10_000 });

describe('every price', () => {
  it.each(['JPY', 'EUR', 'KWD'] as const)(
    'in %s is its net and its tax, as it is written',
    (currency) => {
      const read = (amount: number) => BigInt(writeAmount(amount, currency).replace('.', ''));
      fc.assert(
        fc.property(cents, rates, fc.boolean(), (amount, rate, inside) => {
          const { net, tax, total } = (inside ? priceFromTotal : priceFromNet)(amount, rate);
          expect(read(net) + read(tax)).toBe(read(total));
          expect(inside ? total : net).toBe(amount);
          expect([net, tax].some((part) => part < 0 || Object.is(part, -0))).toBe(false);
        }),
      );
    },
  );

  it('has the tax of its rate, to half of the smallest coin', () => {
    fc.assert(
      fc.property(cents, rates, (amount, rate) => {
        const { net, tax } = priceFromTotal(amount, rate);
        const offInside =
          2n * BigInt(tax) * (10_000n + BigInt(rate)) - 2n * BigInt(amount) * BigInt(rate);
        expect(offInside <= 10_000n + BigInt(rate) && -offInside <= 10_000n + BigInt(rate)).toBe(
          true,
        );
        const onTop = priceFromNet(net, rate);
        const offOnTop = 2n * BigInt(onTop.tax) * 10_000n - 2n * BigInt(net) * BigInt(rate);
        expect(offOnTop <= 10_000n && -offOnTop < 10_000n).toBe(true);
      }),
    );
  });

  // alf.io asks the same of these prices and rates; the last ones are those that states have.
  it('from 0.01 to 49.99, at 1 to 30 % and at odd rates, is whole', () => {
    const rates = Array.from({ length: 31 }, (_, percent) => percent * 100);
    const wrong: number[][] = [];
    for (const rate of [...rates, 550, 1075, 2550]) {
      for (let amount = 1; amount <= 4999; amount += 1) {
        for (const price of [priceFromTotal(amount, rate), priceFromNet(amount, rate)]) {
          if (price.net + price.tax !== price.total) wrong.push([amount, rate]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of nothing has no tax', () => {
    expect(priceFromTotal(0, 2100)).toEqual({ net: 0, tax: 0, total: 0 });
    expect(priceFromNet(0, 2100)).toEqual({ net: 0, tax: 0, total: 0 });
  });
});
