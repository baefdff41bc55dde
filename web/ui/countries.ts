import { countryCodes } from '#contract/shared/countries.ts';
import { namesIn } from '#contract/shared/formatters.ts';

/** Every country by its name in the reader's language, in that language's order. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const names = namesIn(language, { type: 'region' });
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** The name of a country in the reader's language; nothing for no country. */
export const countryName = (code: string, language: string): string =>
  code ? (namesIn(language, { type: 'region' }).of(code) ?? code) : '';
