import { describe, expect, it } from 'vitest';
import {
  currencyNumbered,
  failureOf,
  isApproved,
  isRedsysOrder,
  numberOf,
  sameTerminal,
  wasNeverAsked,
} from './redsys.rules.ts';
import { redsys } from './redsys.ts';

/** The rules of Redsys's pages on tests and cards, as nowo-tech/RedsysPhp and redsys-easy use them. */
describe('redsys', () => {
  it.each([
    ['0001', true],
    ['1446068581', true],
    ['0726qI3H7sZx', true],
    ['123', false],
    ['ABCD1234', false],
    ['1234567890123', false],
    ['12 4', false],
    ['1234-56', false],
    ['', false],
  ])('takes "%s" as the number of an order: %s', (text, good) => {
    expect(isRedsysOrder(text)).toBe(good);
  });

  it('is given such numbers, each another', () => {
    const numbers = Array.from({ length: 200 }, () => redsys.newReference?.() ?? '');
    expect(numbers.every(isRedsysOrder)).toBe(true);
    expect(new Set(numbers).size).toBe(200);
  });

  it.each([
    ['0000', true],
    ['0099', true],
    ['0100', false],
    ['0101', false],
    ['0180', false],
    ['0900', false],
    ['99', false],
    ['00000', false],
    ['', false],
  ])('says "%s": paid %s', (response, paid) => {
    expect(isApproved(response)).toBe(paid);
  });

  it('says why not, as far as people are told', () => {
    expect(['0116', '116', '9915', '0184', '0195', '0180'].map(failureOf)).toEqual([
      'insufficient_funds',
      'insufficient_funds',
      'not_confirmed',
      'not_confirmed',
      'not_confirmed',
      'card_declined',
    ]);
  });

  it('counts currencies by their ISO number, also without its zeros', () => {
    expect([numberOf('EUR'), numberOf('ALL')]).toEqual(['978', '008']);
    expect([currencyNumbered('978'), currencyNumbered('8'), currencyNumbered('000')]).toEqual([
      'EUR',
      'ALL',
      null,
    ]);
  });

  it('calls a terminal 1 or 001', () => {
    expect([sameTerminal('1', '001'), sameTerminal('1', '2'), sameTerminal('', '')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['ECONNREFUSED', true],
    ['EAI_AGAIN', true],
    ['EHOSTUNREACH', true],
    ['ENETUNREACH', true],
    ['UND_ERR_CONNECT_TIMEOUT', true],
    ['ECONNRESET', false],
    ['UND_ERR_HEADERS_TIMEOUT', false],
    [undefined, false],
  ])('that fails with %s was never asked: %s', (code, never) => {
    const cause = code && Object.assign(new Error(code), { code });
    expect(wasNeverAsked(new TypeError('fetch failed', { cause }))).toBe(never);
  });
});
