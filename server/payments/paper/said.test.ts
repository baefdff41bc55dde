import { describe, expect, it } from 'vitest';
import { currencyCodes, exponentOf } from '#contract/shared/currencies.ts';
import { languages } from '#contract/shared/languages.ts';
import { dayText, marksOf, momentText, moneyText, rateText } from './said.ts';

describe('a sum', () => {
  it.each([
    ['en', 'EUR', '€1,234.50'],
    ['es', 'EUR', '1.234,50\u00a0€'],
    ['pt', 'EUR', '€\u00a01.234,50'],
    ['pt', 'BRL', 'R$\u00a01.234,50'],
    ['en', 'USD', '$1,234.50'],
    ['es', 'USD', '1.234,50\u00a0US$'],
  ] as const)('is written in %s, %s, as %s', (language, currency, written) => {
    expect(moneyText(123_450, currency, { language })).toBe(written);
    expect(moneyText(-123_450, currency, { language })).toBe(`−${written}`);
  });

  it('is written as Intl writes it, in every currency and language', () => {
    const wrong = languages.flatMap((language) =>
      currencyCodes.flatMap((currency) => {
        const digits = exponentOf(currency);
        const written = new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : language, {
          style: 'currency',
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          useGrouping: 'always',
        }).format(1_234_567 / 10 ** digits);
        const ours = moneyText(1_234_567, currency, { language });
        return ours === written ? [] : [[language, currency, ours, written]];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the marks that it was given', () => {
    const marks = { ...marksOf('EUR', 'es'), group: '’' };
    expect(moneyText(123_450, 'EUR', { language: 'en', marks })).toBe('1’234,50\u00a0€');
  });
});

it.each([
  ['en', '21%', '5.25%'],
  ['es', '21\u00a0%', '5,25\u00a0%'],
  ['pt', '21%', '5,25%'],
] as const)('a rate is written in %s as %s', (language, whole, part) => {
  expect([rateText(2100, language), rateText(525, language)]).toEqual([whole, part]);
});

it('says of which zone an hour is, in winter and in summer', () => {
  expect(momentText('2026-12-03T19:30:00Z', 'en')).toBe('3 December 2026, 20:30 (CET)');
  expect(momentText('2026-07-03T19:30:00Z', 'pt')).toBe('3 de julho de 2026, 21:30 (CEST)');
  expect(dayText('2026-12-31T23:30:00Z', 'es')).toBe('1 de enero de 2027');
});
