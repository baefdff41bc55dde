import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyCodes, exponentOf } from './currencies.ts';
import {
  ageOfRate,
  convert,
  dayBetween,
  leaps,
  parseRate,
  type Rate,
  rateBetween,
  rateLimits,
  writeRate,
} from './exchange.ts';
import { parseAmount, writeAmount } from './money.ts';

const day = '2026-11-27';
const rates: Rate[] = [
  { currency: 'USD', millionths: 1_084_200, day },
  { currency: 'JPY', millionths: 162_350_000, day: '2026-11-20' },
  { currency: 'KWD', millionths: 332_500, day },
];

describe('an amount in another currency', () => {
  it.each([
    [1210, 'EUR', 'USD', 1312],
    [1312, 'USD', 'EUR', 1210],
    [1210, 'EUR', 'JPY', 1964],
    [1964, 'JPY', 'EUR', 1210],
    [1210, 'EUR', 'KWD', 4023],
    [5124, 'KWD', 'JPY', 2502],
    [1000, 'USD', 'KWD', 3067],
    [1210, 'EUR', 'EUR', 1210],
    [0, 'EUR', 'USD', 0],
  ] as const)('%d of %s is %s %d, each with its own digits', (amount, from, to, other) => {
    expect(convert(amount, { from, to }, rates)).toBe(other);
  });

  it('is not told without a rate, of what is no amount, and where nothing would be left', () => {
    expect(convert(1210, { from: 'EUR', to: 'GBP' }, rates)).toBeNull();
    expect(convert(1210, { from: 'GBP', to: 'EUR' }, rates)).toBeNull();
    for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(convert(amount, { from: 'EUR', to: 'USD' }, rates)).toBeNull();
    }
    expect(convert(1, { from: 'JPY', to: 'KWD' }, rates)).toBe(2);
    const dear: Rate[] = [{ currency: 'JPY', millionths: rateLimits.least, day }];
    expect(convert(1, { from: 'EUR', to: 'JPY' }, dear)).toBeNull();
  });

  it('is not told by a rate that cannot be one', () => {
    for (const millionths of [0, -1, 0.5, Number.NaN]) {
      const wrong: Rate[] = [{ currency: 'USD', millionths, day }];
      expect(convert(1210, { from: 'EUR', to: 'USD' }, wrong)).toBeNull();
      expect(rateBetween({ from: 'EUR', to: 'USD' }, wrong)).toBeNull();
    }
  });

  it('says by which rate, and of which day: of two the older', () => {
    expect(rateBetween({ from: 'EUR', to: 'USD' }, rates)).toBe(1_084_200);
    expect(rateBetween({ from: 'USD', to: 'EUR' }, rates)).toBe(922_339);
    expect(dayBetween({ from: 'EUR', to: 'USD' }, rates)).toBe(day);
    expect(dayBetween({ from: 'USD', to: 'JPY' }, rates)).toBe('2026-11-20');
  });
});

const aCurrency = fc.constantFrom(...currencyCodes);
const aRate = fc.integer({ min: rateLimits.least, max: rateLimits.most });

describe('between any two of all currencies', () => {
  it('there are 155', () => expect(currencyCodes).toHaveLength(155));

  it('converting yields a whole amount of the other one, or nothing', () => {
    fc.assert(
      fc.property(
        aCurrency,
        aCurrency,
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.tuple(aRate, aRate),
        (from, to, amount, [one, other]) => {
          const known: Rate[] = [
            { currency: from, millionths: one, day },
            { currency: to, millionths: other, day },
          ];
          const found = convert(amount, { from, to }, known);
          if (found === null) return;
          expect(Number.isSafeInteger(found) && found >= 0).toBe(true);
          const digits = writeAmount(found, to).split('.')[1] ?? '';
          expect(digits).toHaveLength(exponentOf(to));
          // What can be typed is read again as it was written.
          if (found <= 99_999_999) expect(parseAmount(writeAmount(found, to), to)).toBe(found);
        },
      ),
      { numRuns: 3000, seed: 73 },
    );
  });

  it('each whole unit of every pair comes out as its rate says, to half of its last digit', () => {
    for (const from of currencyCodes) {
      for (const to of currencyCodes) {
        if (from === to || from === 'EUR' || to === 'EUR') continue;
        const known: Rate[] = [
          { currency: from, millionths: 2_000_000, day },
          { currency: to, millionths: 500_000_000, day },
        ];
        const found = convert(10 ** exponentOf(from), { from, to }, known);
        expect([from, to, found]).toEqual([from, to, 250 * 10 ** exponentOf(to)]);
      }
    }
  });
});

describe('a rate', () => {
  it.each([
    ['1.0842', 1_084_200],
    ['1,0842', 1_084_200],
    [' 162.35 ', 162_350_000],
    ['0.000001', 1],
    ['7', 7_000_000],
  ])('typed as %s is %d millionths', (text, millionths) => {
    expect(parseRate(text)).toBe(millionths);
    expect(parseRate(writeRate(millionths))).toBe(millionths);
  });

  it.each(['', '-1', '1.0000001', '1e3', '1.', 'NaN', '1 000', '0x10', '12345678901'])(
    'is not %j',
    (text) => expect(parseRate(text)).toBeNull(),
  );

  it('is written without zeros at its end', () => {
    expect([1_084_200, 7_000_000, 1, 10_000].map(writeRate)).toEqual([
      '1.0842',
      '7',
      '0.000001',
      '0.01',
    ]);
  });

  it.each([
    [1_000_000, 2_000_000, false],
    [1_000_000, 2_000_001, true],
    [1_000_000, 500_000, false],
    [1_000_000, 499_999, true],
    [1_084_200, 10_842_000, true],
  ])('of %d millionths leaps to %d: %j', (before, after, leap) => {
    expect(leaps(before, after)).toBe(leap);
  });

  it.each([
    ['2026-11-27', 'fresh'],
    ['2026-11-20', 'fresh'],
    ['2026-11-19', 'old'],
    ['2026-10-28', 'old'],
    ['2026-10-27', 'unused'],
  ])('of %s is %s on 27 November', (of, age) => {
    expect(ageOfRate(of, '2026-11-27T23:59:00.000Z')).toBe(age);
  });
});
