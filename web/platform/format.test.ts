import { expect, test } from 'vitest';
import {
  durationParts,
  formatDate,
  formatLength,
  formatNumber,
  formatUnit,
  zoneName,
  zoneTitle,
} from './format.ts';

const opening = '2026-03-28T20:30:00Z';
const nextDay = '2026-03-29T20:30:00Z';

test('an instant is shown in the zone, with the name that the zone has on that day', () => {
  const zone = 'Europe/Madrid';
  expect(formatDate(opening, { language: 'en', zone, style: 'time' })).toBe('21:30');
  expect(zoneName(opening, zone)).toBe('CET');
  // The clocks were changed in the night.
  expect(formatDate(nextDay, { language: 'en', zone, style: 'time' })).toBe('22:30');
  expect(zoneName(nextDay, zone)).toBe('CEST');
});

test.each([
  ['en', 'Central European Time'],
  ['es', 'Hora de Europa central'],
  ['pt', 'Horário da Europa Central'],
])('a zone has its own name in %s, whatever the season', (language, name) => {
  expect(zoneTitle('Europe/Madrid', language)).toBe(name);
});

test.each([
  [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [-5000, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [90_061_000, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
])('%d ms are left', (ms, parts) => {
  expect(durationParts(ms)).toEqual(parts);
});

test.each([
  [1, 'day', 'en', '1 day'],
  [2, 'day', 'en', '2 days'],
  [1, 'hour', 'es', '1 hora'],
  [0, 'minute', 'pt', '0 minuto'],
  [3, 'minute', 'pt', '3 minutos'],
] as const)('%d of the unit %s is said in %s as %s', (value, unit, language, text) => {
  expect(formatUnit(value, unit, language)).toBe(text);
});

test.each(['en', 'es', 'pt'])('a number in %s is written as the language does', (language) => {
  const locale = { en: 'en-GB', es: 'es-ES', pt: 'pt-BR' }[language];
  const numbers = [0, 7, 999, 1000, 12_345, -3, 0.5, 1234.5];
  expect(numbers.map((value) => formatNumber(value, language))).toEqual(
    numbers.map((value) => new Intl.NumberFormat(locale).format(value)),
  );
});

test.each([
  [0.4, '1 s'],
  [20, '20 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [89, '1 min'],
  [2700, '45 min'],
  [3590, '1 h'],
  [5400, '1 h 30 min'],
  [7200, '2 h'],
])('what lasts %d seconds is said to last %s', (seconds, length) => {
  expect(formatLength(seconds)).toBe(length);
});
