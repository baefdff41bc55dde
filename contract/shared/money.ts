import { z } from 'zod';

export { formatMoney, parseAmount, writeAmount } from './money-text.ts';

/** An amount in minor units (cents for EUR, yen for JPY). Never a fraction. */
export const Amount = z.number().int().min(0).max(99_999_999_999);
/** A tax rate in basis points: 10 % is 1000. */
export const TaxRate = z.number().int().min(0).max(10_000);

export type Price = { net: number; tax: number; total: number };

/**
 * `numerator / denominator` rounded half away from zero, in whole numbers only.
 * BigInt keeps the product exact: amounts times basis points leave the safe range of a double.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return Number(negative ? -rounded : rounded);
}

/** The given share of an amount, in basis points, rounded half up. */
export const shareOf = (amount: number, basisPoints: number): number =>
  divideHalfUp(BigInt(amount) * BigInt(basisPoints), 10_000n);

/** Price from a net amount: tax rounded half up, total the sum of both. */
export function priceFromNet(net: number, taxRate: number): Price {
  const tax = shareOf(net, taxRate);
  return { net, tax, total: net + tax };
}

/** Price from a total with tax inside: net rounded half up, tax the rest, so they always add up. */
export function priceFromTotal(total: number, taxRate: number): Price {
  const net = divideHalfUp(BigInt(total) * 10_000n, BigInt(10_000 + taxRate));
  return { net, tax: total - net, total };
}
