import { Temporal } from 'temporal-polyfill';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { writeRate } from '#contract/shared/exchange.ts';
import { namesIn, numbersIn } from '#contract/shared/formatters.ts';
import type { Language } from '#contract/shared/languages.ts';
import { writeAmount } from '#contract/shared/money.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { wordsOf } from '#server/platform/words.ts';

export const say = wordsOf(new URL('../words/', import.meta.url));
const tagOf = (language: Language): string => (language === 'pt' ? 'pt-BR' : language);

/** How a language writes sums of a currency: what stands before and after, and between the digits. */
export type MoneyMarks = { before: string; after: string; group: string; point: string };

/**
 * The marks as Intl has them today. Its data changes with each release of the engine: a paper keeps
 * the marks of its day, so that it is the same when it is made again years later.
 */
export function marksOf(currency: CurrencyCode, language: Language): MoneyMarks {
  const key = `${currency} ${language}`;
  const marks = known.get(key) ?? marksByIntl(currency, language);
  known.set(key, marks);
  return marks;
}

const known = new Map<string, MoneyMarks>();

function marksByIntl(currency: CurrencyCode, language: Language): MoneyMarks {
  const options = { style: 'currency', currency, minimumFractionDigits: 2 } as const;
  const parts = numbersIn(tagOf(language), options).formatToParts(1_234_567.89);
  const first = parts.findIndex(({ type }) => type === 'integer');
  const last = parts.findLastIndex(({ type }) => type === 'fraction');
  const text = (some: typeof parts) => some.map(({ value }) => value).join('');
  const mark = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    before: text(parts.slice(0, first)),
    after: text(parts.slice(last + 1)),
    group: mark('group'),
    point: mark('decimal'),
  };
}

/** 123450 EUR → `€1,234.50` in English, `1.234,50 €` in Spanish, `€ 1.234,50` in Portuguese. */
export function moneyText(
  amount: number,
  currency: CurrencyCode,
  { language, marks = marksOf(currency, language) }: { language: Language; marks?: MoneyMarks },
): string {
  const [whole = '', rest] = writeAmount(Math.abs(amount), currency).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, marks.group);
  const sign = amount < 0 ? '\u2212' : '';
  return `${sign}${marks.before}${grouped}${rest ? marks.point + rest : ''}${marks.after}`;
}

/** 2100 → `21%`, 525 → `5.25%`; in Spanish with a blank and a comma. */
export function rateText(basisPoints: number, language: Language): string {
  const text = (basisPoints / 100).toFixed(2).replace(/\.?0+$/, '');
  const number = language === 'en' ? text : text.replace('.', ',');
  return language === 'es' ? `${number}\u00a0%` : `${number}%`;
}

/** What one euro is: `1 EUR = 1.0842 USD`, with the digits that were entered. */
export function exchangeText(
  millionths: number,
  { currency, language }: { currency: CurrencyCode; language: Language },
): string {
  const text = writeRate(millionths);
  return `1\u00a0EUR\u00a0=\u00a0${language === 'en' ? text : text.replace('.', ',')}\u00a0${currency}`;
}

/** What these countries are called; '' for what is no country. */
export const countryNames = (codes: readonly string[], language: Language) =>
  Object.fromEntries(
    codes
      .filter((code) => /^[A-Z]{2}$/.test(code))
      .map((code) => [code, namesIn(tagOf(language), { type: 'region' }).of(code) ?? code]),
  );

const zoned = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(sessionZone);

/** `3 December 2026` in the zone of the sessions. */
export function dayText(instant: string, language: Language): string {
  const { day, month, year } = zoned(instant);
  return say(language, 'paper.day', { day, month: say(language, `paper.months.${month}`), year });
}

/** `3 December 2026, 20:30 (CET)`. */
export function momentText(instant: string, language: Language): string {
  const { hour, minute, offset } = zoned(instant);
  const clock = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  return `${dayText(instant, language)}, ${clock} (${offset === '+02:00' ? 'CEST' : 'CET'})`;
}
