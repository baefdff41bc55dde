import { describe, expect, it } from 'vitest';
import vectors from '#test/vectors/iban.json' with { type: 'json' };
import { faultOfIban, ibanLengthOf, isCcc, isInSepa } from './iban.ts';
import { plainIban } from './iban-text.ts';

/** What each of the wrong ones is refused for. */
const reasons: Record<string, string> = {
  'one digit changed': 'check_digits',
  '23 characters': 'length',
  'wrong check digits': 'check_digits',
  'no country': 'letters',
  'Cyrillic letter in place of 3': 'letters',
  'digits swapped': 'check_digits',
  'valid remainder, wrong length': 'length',
  'Spanish CCC control digits': 'account',
};

describe('an IBAN', () => {
  it.each(vectors.sepa_valid)('%s can be, and SEPA reaches it', (iban) => {
    expect([faultOfIban(iban), isInSepa(iban)]).toEqual([null, true]);
  });

  it.each(vectors.spelling_valid)('%s can be, as it is typed', (iban) => {
    expect(faultOfIban(iban)).toBeNull();
    expect(plainIban(iban)).toMatch(/^[A-Z]{2}\d{2}[A-Z0-9]+$/);
  });

  it.each([...vectors.invalid, ...vectors.iban_right_but_domestic_check_wrong])(
    '$iban cannot be: $why',
    ({ iban, why }) => expect(faultOfIban(iban)).toBe(reasons[why]),
  );

  it.each(vectors.valid_but_not_for_a_SEPA_payout)('%s can be, outside SEPA', (iban) => {
    expect([faultOfIban(iban), isInSepa(iban)]).toEqual([null, false]);
  });

  it.each(Object.entries(vectors.length_by_country))('of %s is %d long', (country, length) =>
    expect(ibanLengthOf(country)).toBe(length),
  );

  it.each(['', 'ES', '12345', 'ZZ9121000418450200051332'])('cannot be %j', (iban) =>
    expect(faultOfIban(iban)).not.toBeNull(),
  );
});

describe('a Spanish account number', () => {
  it.each(vectors.ccc.valid)('%s adds up', (ccc) => expect(isCcc(ccc)).toBe(true));
  it.each(vectors.ccc.invalid)('%s does not add up', (ccc) => expect(isCcc(ccc)).toBe(false));
});
