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

/**
 * An amount split in proportion to weights (none below zero), so that the parts add up to it: each gets
 * the whole units of its share, and what is left goes unit by unit to whoever lost most by that, the
 * earlier first. No part of an amount up to the sum of the weights is greater than its weight.
 */
export function splitByWeights(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? amount : 0));
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((part) => Number(part / sum));
  const rest = amount - parts.reduce((total, part) => total + part, 0);
  const neediest = exact
    .map((part, index) => ({ index, lost: part % sum }))
    .sort((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost < b.lost ? 1 : -1));
  for (const { index } of neediest.slice(0, rest)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
