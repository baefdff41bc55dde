import { describe, expect, it } from 'vitest';
import { activeCodes, notForSale, withdrawn } from '#test/vectors/iso4217.ts';
import { Currency, currencies, currencyCodes, exponentOf } from './currencies.ts';
import { formatMoney, parseAmount, writeAmount } from './money.ts';

const sold = activeCodes.filter(([code]) => !notForSale.includes(code));

describe('the currencies of ISO 4217', () => {
  it('are the 178 that are in use, and all but the 23 that nothing is sold in are ours', () => {
    expect(activeCodes).toHaveLength(178);
    expect(currencyCodes.toSorted()).toEqual(sold.map(([code]) => code).toSorted());
    expect(currencyCodes.length).toBeGreaterThan(130);
  });

  it.each(sold)('%s has the number %s, its zeros in front kept, and %s digits', (code, ...rest) => {
    const [number, digits] = rest;
    expect(currencies[code as 'EUR']).toEqual([number, Number(digits)]);
    expect(exponentOf(code as 'EUR')).toBe(Number(digits));
  });

  it.each([...notForSale, ...withdrawn])('cannot be chosen: %s', (code) => {
    expect(Currency.safeParse(code).success).toBe(false);
  });

  it.each(sold)(
    'an amount of %s is written and read as it is, and printed to its last digit',
    (code) => {
      const currency = Currency.parse(code);
      const digits = exponentOf(currency);
      for (const amount of [0, 1, 9, 10, 99, 100, 1005, 2675, 123_456_789]) {
        expect(parseAmount(writeAmount(amount, currency), currency)).toBe(amount);
      }
      expect(parseAmount(`1.${'0'.repeat(digits + 1)}`, currency)).toBeNull();
      for (const language of ['es', 'en', 'pt']) {
        const figures = formatMoney(1005, currency, language).replaceAll(/[^\d]/g, '');
        expect(Number(figures)).toBe(1005);
      }
    },
  );

  it('1.005 and 2.675, less than that in binary, keep what they are: in dinars amounts, in euro none', () => {
    expect([parseAmount('1.005', 'KWD'), parseAmount('2.675', 'KWD')]).toEqual([1005, 2675]);
    expect([parseAmount('1.005', 'EUR'), parseAmount('2.675', 'EUR')]).toEqual([null, null]);
  });
});
