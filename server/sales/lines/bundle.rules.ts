import { type Price, priceFromTotal, splitByWeights } from '#contract/shared/money.ts';

export type PricedPart = { total: number; taxRate: number };

/**
 * What a bundle costs, by its parts: its sum is divided in proportion to what they cost alone, so that
 * they add up to the cent, and each keeps its own rate, by the one rule of rounding.
 */
export const partPrices = (total: number, parts: readonly PricedPart[]): Price[] =>
  splitByWeights(
    total,
    parts.map((part) => part.total),
  ).map((share, index) => priceFromTotal(share, parts[index]?.taxRate ?? 0));

/** The price of the whole; a rate only where all parts have the same. */
export function bundlePrice(
  total: number,
  parts: readonly PricedPart[],
): Price & { taxRate: number } {
  const prices = partPrices(total, parts);
  const sum = (field: 'net' | 'tax') => prices.reduce((all, price) => all + price[field], 0);
  const [rate = 0, ...others] = new Set(parts.map(({ taxRate }) => taxRate));
  return { net: sum('net'), tax: sum('tax'), total, taxRate: others.length > 0 ? 0 : rate };
}
