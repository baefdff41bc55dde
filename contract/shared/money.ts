import { z } from 'zod';
import { type CurrencyCode, exponentOf } from './currencies.ts';

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

/** "12.5" → 1250 for EUR. Null when it is not an amount of that currency (too many digits, signs). */
export function parseAmount(text: string, currency: CurrencyCode): number | null {
  const exponent = exponentOf(currency);
  const match = /^(\d{1,11})(?:[.,](\d+))?$/.exec(text.trim());
  const digits = match?.[2] ?? '';
  if (!match || digits.length > exponent) return null;
  return Number(match[1] + digits.padEnd(exponent, '0'));
}

/** 1250 → "12.50" for EUR: the form that `parseAmount` reads, without symbol or grouping. */
export function writeAmount(amount: number, currency: CurrencyCode): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const rest = exponent ? `.${digits.slice(-exponent)}` : '';
  return `${amount < 0 ? '-' : ''}${whole}${rest}`;
}

/** For people: currency symbol, grouping and digits as the language wants them. */
export function formatMoney(amount: number, currency: CurrencyCode, language: string): string {
  const exponent = exponentOf(currency);
  return new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : language, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  }).format(writeAmount(amount, currency) as unknown as number);
}
