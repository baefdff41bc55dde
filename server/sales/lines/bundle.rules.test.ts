import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOf } from '#contract/shared/money.ts';
import { bundlePrice, partPrices } from './bundle.rules.ts';

const part = fc.record({
  total: fc.integer({ min: 0, max: 99_999_999 }),
  taxRate: fc.integer({ min: 0, max: 10_000 }),
});

it('the parts of a bundle add up to the smallest unit of whatever currency', () => {
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 2, maxLength: 10 }),
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (parts, total) => {
        const prices = partPrices(total, parts);
        const whole = bundlePrice(total, parts);
        const sum = (field: 'net' | 'tax' | 'total') =>
          prices.reduce((all, price) => all + price[field], 0);
        expect(sum('total')).toBe(total);
        expect(whole).toMatchObject({ net: sum('net'), tax: sum('tax'), total });
        for (const [index, price] of prices.entries()) {
          expect(price.net + price.tax).toBe(price.total);
          // From a total the tax is the rest: a unit off the tax of the net at most.
          const exact = shareOf(price.net, parts[index]?.taxRate ?? 0);
          expect(Math.abs(price.tax - exact)).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});

it('has a rate of its own only where its parts have the same', () => {
  const at = (taxRate: number) => ({ total: 1000, taxRate });
  expect(bundlePrice(1500, [at(2100), at(2100)]).taxRate).toBe(2100);
  expect(bundlePrice(1500, [at(2100), at(1000)]).taxRate).toBe(0);
});
