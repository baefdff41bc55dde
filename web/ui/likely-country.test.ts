import { expect, it } from 'vitest';
import { countryAt } from './likely-country.ts';

it.each([
  ['Europe/Madrid', 'en-GB', 'ES'],
  ['Atlantic/Canary', 'en', 'ES'],
  ['America/Sao_Paulo', 'pt-PT', 'BR'],
  ['UTC', 'pt-PT', 'PT'],
  ['UTC', 'es', ''],
  ['UTC', 'es-419', ''],
  ['UTC', 'zh-Hant-TW', 'TW'],
  ['UTC', 'en-US@posix', 'US'],
  ['UTC', '', ''],
])('a browser in %s that speaks %s is in “%s”', (zone, language, country) => {
  expect(countryAt({ zone, language })).toBe(country);
});
