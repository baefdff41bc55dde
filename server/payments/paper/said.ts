import { Temporal } from 'temporal-polyfill';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { writeAmount } from '#contract/shared/money.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { wordsOf } from '#server/platform/words.ts';

export const say = wordsOf(new URL('../words/', import.meta.url));

// Written by hand and not by Intl: its data changes with each release of the engine, and a paper
// that is made again years later must be the same to the last byte.

/** 123450 EUR → `1,234.50 €` with the marks of the language. */
export function moneyText(amount: number, currency: CurrencyCode, language: Language): string {
  const [whole = '', rest] = writeAmount(Math.abs(amount), currency).split('.');
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ','];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const sign = amount < 0 ? '\u2212' : '';
  return `${sign}${grouped}${rest ? point + rest : ''} ${currency === 'EUR' ? '€' : currency}`;
}

/** 2100 → `21 %`, 525 → `5.25 %`. */
export function rateText(basisPoints: number, language: Language): string {
  const text = (basisPoints / 100).toFixed(2).replace(/\.?0+$/, '');
  return `${language === 'en' ? text : text.replace('.', ',')} %`;
}

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
