import { type CurrencyCode, currencyCodes, exponentOf } from './currency-table.ts';
import { divideHalfUp } from './money.ts';

/**
 * Rates as administrators enter them: how many units of a currency one euro is worth, in millionths
 * (1.0842 USD for one EUR is 1 084 200). Whole numbers only. No schema here: pages read this.
 */
export const millionth = 1_000_000;
/** From 0.01 to ten million units for one euro: every currency that there is lies well between. */
export const rateLimits = { least: 10_000, most: 10_000_000 * millionth } as const;

/** After so many days a rate is told to be old, and after so many it is not used any more. */
export const rateDays = { old: 7, used: 30 } as const;
export const rateAges = ['fresh', 'old', 'unused'] as const;
export type RateAge = (typeof rateAges)[number];

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to.slice(0, 10)) - Date.parse(from)) / dayMs);

/** How old a rate of this day is on that one (days of the calendar, or an instant in UTC). */
export function ageOfRate(day: string, today: string): RateAge {
  const days = daysBetween(day, today);
  if (days > rateDays.used) return 'unused';
  return days > rateDays.old ? 'old' : 'fresh';
}

/** A slip of the point or a zero too many: more than twice, or less than half, of what it was. */
export const leaps = (before: number, after: number): boolean =>
  after > before * 2 || after * 2 < before;

/** A rate that can be used: of which currency, how much of it for a euro, and of which day. */
export type Rate = { currency: CurrencyCode; millionths: number; day: string };

/** A euro is a euro; null for a currency that nobody entered a rate of. */
const millionthsOf = (currency: CurrencyCode, rates: readonly Rate[]): number | null =>
  currency === 'EUR'
    ? millionth
    : (rates.find((rate) => rate.currency === currency)?.millionths ?? null);

const isUsable = (millionths: number | null): millionths is number =>
  millionths !== null && Number.isSafeInteger(millionths) && millionths > 0;

/**
 * What an amount (minor units) is in another currency, through the euro, each with its own exponent,
 * rounded once. Null where a rate is missing, where nothing would be left of it, and where it would
 * be too much to be counted exactly: no figure is better than a wrong one.
 */
export function convert(
  amount: number,
  { from, to }: { from: CurrencyCode; to: CurrencyCode },
  rates: readonly Rate[],
): number | null {
  if (!Number.isSafeInteger(amount) || amount < 0) return null;
  if (from === to) return amount;
  const [own, other] = [millionthsOf(from, rates), millionthsOf(to, rates)];
  if (!isUsable(own) || !isUsable(other)) return null;
  const converted = divideHalfUp(
    BigInt(amount) * BigInt(other) * 10n ** BigInt(exponentOf(to)),
    BigInt(own) * 10n ** BigInt(exponentOf(from)),
  );
  if (!Number.isSafeInteger(converted) || (converted === 0 && amount > 0)) return null;
  return converted;
}

/** How much of `to` is one whole unit of `from`, in millionths; null where that cannot be said. */
export function rateBetween(
  { from, to }: { from: CurrencyCode; to: CurrencyCode },
  rates: readonly Rate[],
): number | null {
  const [own, other] = [millionthsOf(from, rates), millionthsOf(to, rates)];
  if (!isUsable(own) || !isUsable(other)) return null;
  const rate = divideHalfUp(BigInt(other) * BigInt(millionth), BigInt(own));
  return Number.isSafeInteger(rate) && rate > 0 ? rate : null;
}

/** The older of the days of the rates between two currencies: so old is what is computed by them. */
export function dayBetween(
  { from, to }: { from: CurrencyCode; to: CurrencyCode },
  rates: readonly Rate[],
): string | null {
  const days = rates.filter(({ currency }) => currency === from || currency === to);
  return days.map(({ day }) => day).sort()[0] ?? null;
}

/** "1.0842" or "1,0842" → 1 084 200. Null when it is not a number with six digits at most behind. */
export function parseRate(text: string): number | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,6}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1] + (match[2] ?? '').padEnd(6, '0'));
}

/** 1 084 200 → "1.0842": the form that `parseRate` reads, without zeros at the end. */
export function writeRate(millionths: number): string {
  const digits = String(millionths).padStart(7, '0');
  const rest = digits.slice(-6).replace(/0+$/, '');
  return rest ? `${digits.slice(0, -6)}.${rest}` : digits.slice(0, -6);
}

export const isCurrency = (code: string): code is CurrencyCode =>
  currencyCodes.includes(code as CurrencyCode);
