import { type CurrencyCode, exponentOf } from './currency-table.ts';
import { numbersIn } from './formatters.ts';

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
  return numbersIn(language === 'pt' ? 'pt-BR' : language, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    // Spanish would leave four digits alone: under 12.450,00 € a 2450,00 € looks like another kind of sum.
    useGrouping: 'always',
  }).format(writeAmount(amount, currency) as unknown as number);
}
