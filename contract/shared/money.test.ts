import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitByWeights } from './money.ts';

const weight = fc.integer({ min: 0, max: 9_999_999_999 });

it('parts of an amount add up to it, and each is within a unit of its share', () => {
  fc.assert(
    fc.property(
      fc.array(weight, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (weights, amount) => {
        const parts = splitByWeights(amount, weights);
        const sum = weights.reduce((total, one) => total + BigInt(one), 0n);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(amount);
        if (sum === 0n) return;
        for (const [index, part] of parts.entries()) {
          const floor = (BigInt(amount) * BigInt(weights[index] ?? 0)) / sum;
          expect(BigInt(part) - floor).toBeOneOf([0n, 1n]);
        }
      },
    ),
    { seed: 67 },
  );
});

it('no part of what is left is more than is left of it', () => {
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 10 }), fc.nat(), (weights, seed) => {
      const sum = weights.reduce((total, one) => total + one, 0);
      const amount = sum === 0 ? 0 : seed % (sum + 1);
      const parts = splitByWeights(amount, weights);
      expect(parts.every((part, index) => part <= (weights[index] ?? 0))).toBe(true);
    }),
    { seed: 71 },
  );
});

it.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [1, 1], [1, 0]],
  [999, [1210, 550], [687, 312]],
  [0, [0, 0], [0, 0]],
  [5, [0, 0], [5, 0]],
])('%i by %j is %j', (amount, weights, parts) => {
  expect(splitByWeights(amount, weights)).toEqual(parts);
});
