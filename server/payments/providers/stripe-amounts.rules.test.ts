import { describe, expect, it } from 'vitest';
import { type CurrencyCode, currencyCodes, exponentOf } from '#contract/shared/currencies.ts';
import { parseAmount } from '#contract/shared/money.ts';
import { amountFromStripe, stripeAmount, stripeRefund } from './stripe-amounts.rules.ts';

const sent = (text: string, currency: CurrencyCode): number | null => {
  const amount = parseAmount(text, currency);
  return amount === null ? null : stripeAmount(amount, currency);
};

/** The rules of docs.stripe.com/currencies (2026-09) and cases of medusajs/medusa (MIT). */
describe('an amount as Stripe takes it', () => {
  it.each<[string, CurrencyCode, number]>([
    ['10.00', 'EUR', 1000],
    ['10.99', 'USD', 1099],
    ['500', 'JPY', 500],
    ['50098', 'JPY', 50_098],
    ['5', 'UGX', 500],
    ['5', 'ISK', 500],
    ['5.120', 'KWD', 5120],
    ['5.130', 'KWD', 5130],
    ['12345.00', 'HUF', 1_234_500],
    ['100', 'MGA', 100],
  ])('%s %s is sent as %d', (text, currency, amount) => {
    expect(sent(text, currency)).toBe(amount);
  });

  it.each<[string, CurrencyCode, string]>([
    ['5.124', 'KWD', 'the last digit must be 0'],
    ['10.5', 'JPY', 'there are no fractions'],
    ['5.50', 'ISK', 'there are no fractions'],
    ['50.005', 'USD', 'the currency has fewer digits'],
    ['0.49', 'EUR', 'it is less than the least'],
    ['0.00', 'EUR', 'free is not paid'],
    ['-1.00', 'EUR', 'it is negative'],
    ['NaN', 'EUR', 'it is no number'],
    ['1e3', 'EUR', 'it is no plain number'],
    ['10.50', 'MGA', 'it is sent whole'],
  ])('%s %s is refused: %s', (text, currency) => {
    expect(sent(text, currency)).toBeNull();
  });

  it('is read back as it was, in every currency', () => {
    for (const currency of currencyCodes) {
      const amount = 1_234_500 * 10 ** (3 - exponentOf(currency));
      const there = stripeAmount(amount, currency);
      expect(there && amountFromStripe(there, currency), currency).toBe(amount);
    }
  });

  it('has twelve digits at most', () => {
    expect(stripeAmount(999_999_999_999, 'EUR')).toBe(999_999_999_999);
    expect(stripeAmount(1_000_000_000_000, 'EUR')).toBeNull();
  });
});

describe('a refund as Stripe takes it', () => {
  it.each<[number, CurrencyCode, number | null]>([
    [1, 'EUR', 1],
    [1230, 'KWD', 1230],
    [1234, 'KWD', null],
    [5, 'ISK', 500],
    [100, 'MGA', 1],
    [150, 'MGA', null],
  ])('%d %s is sent as %s', (amount, currency, expected) => {
    expect(stripeRefund(amount, currency)).toBe(expected);
  });
});
