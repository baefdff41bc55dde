import { describe, expect, it } from 'vitest';
import { ibanIsPlausible } from './papers.rules.ts';

describe('an IBAN', () => {
  it.each([
    'ES9121000418450200051332',
    'ES91 2100 0418 4502 0005 1332',
    'es9121000418450200051332',
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'PT50000201231234567890154',
  ])('%s can exist', (iban) => expect(ibanIsPlausible(iban)).toBe(true));

  it.each([
    ['one digit is wrong', 'ES9121000418450200051333'],
    ['two digits are swapped', 'ES9121000418450200015332'],
    ['it is too short for its country', 'ES912100041845020005133'],
    ['it has signs', 'ES91-2100-0418-4502-0005-1332'],
    ['it is no IBAN', '12345'],
    ['it is empty', ''],
  ])('cannot exist when %s', (_, iban) => expect(ibanIsPlausible(iban)).toBe(false));
});
