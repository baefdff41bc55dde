import { describe, expect, it } from 'vitest';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { priceFromTotal } from '#contract/shared/money.ts';
import { inEuro, toEuro } from './euro.rules.ts';

const day = '2026-11-27';
const taxLine = (total: number, rate = 2100) => ({ rate, ...priceFromTotal(total, rate) });

describe('an invoice in another currency', () => {
  it.each([
    ['USD', 600, 1_084_200, 553],
    ['USD', -600, 1_084_200, -553],
    ['JPY', 1000, 163_450_000, 612],
    ['KWD', 5125, 333_300, 1538],
    ['USD', 1, 4_000_000, 0],
    ['USD', -1, 4_000_000, 0],
    // Half a cent is rounded away from nothing, both ways
    ['USD', 1, 2_000_000, 1],
    ['USD', -1, 2_000_000, -1],
    ['KWD', 99_999_999_999, 10_000, 999_999_999_990],
  ] as const)('of %s %d at %d is %d cents', (currency, amount, millionths, cents) =>
    expect(toEuro(amount, currency, { millionths, day })).toBe(cents),
  );

  it('says base, tax and total in euro, which add up at every rate', () => {
    const rate = { millionths: 1_084_200, day };
    const euro = inEuro([taxLine(600), taxLine(1100, 1000)], { currency: 'USD', rate });
    expect(euro).toEqual({
      ...rate,
      ...{ net: 1380, tax: 188, total: 1568 },
      taxes: [
        { rate: 2100, net: 457, tax: 96, total: 553 },
        { rate: 1000, net: 923, tax: 92, total: 1015 },
      ],
    });
  });

  const parts: [CurrencyCode, number, number[]][] = [
    ['USD', 1_084_200, [1, 1, 1, 597]],
    ['JPY', 163_450_000, [333, 333, 334]],
    ['KWD', 333_300, [1708, 1708, 1709]],
  ];
  it.each(parts)(
    'of %s that is taken back in parts is so to the cent',
    (currency, millionths, given) => {
      const rate = { millionths, day };
      const whole = given.reduce((sum, part) => sum + part, 0);
      const sold = inEuro([taxLine(whole)], { currency, rate });
      const papers: { taxes: ReturnType<typeof taxLine>[]; euro: ReturnType<typeof inEuro> }[] = [];
      // The tax of a part is what orders book of it: all of them come to that of the whole.
      let done = 0;
      for (const part of given) {
        const tax = taxLine(done).tax - taxLine(done + part).tax;
        const taxes = [{ rate: 2100, net: -part - tax, tax, total: -part }];
        papers.push({ taxes, euro: inEuro(taxes, { currency, rate, before: papers }) });
        done += part;
      }
      const back = (of: 'net' | 'tax' | 'total') =>
        papers.reduce((sum, { euro }) => sum + euro[of], 0);
      expect([back('net'), back('tax'), back('total')]).toEqual([
        -sold.net,
        -sold.tax,
        -sold.total,
      ]);
    },
  );
});
