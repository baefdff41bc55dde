import { describe, expect, it } from 'vitest';
import { PostalAddress } from './postal-address.ts';
import { postalCodeAsWritten, postalCodeCanExist } from './postal-codes.ts';

describe('a postal code', () => {
  it.each([
    ['ES', '28014', '28014'],
    ['ES', ' 28 014 ', '28014'],
    ['ES', '52001', '52001'],
    ['PT', '1000-205', '1000-205'],
    ['PT', '1000205', '1000-205'],
    ['BR', '01310100', '01310-100'],
    ['BR', '01310-100', '01310-100'],
    ['FR', '75001', '75001'],
    ['FR', '97400', '97400'],
    ['DE', '01067', '01067'],
    ['IT', '00118', '00118'],
    ['US', '10001', '10001'],
    ['US', '100012345', '10001-2345'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'M1 1AE', 'M1 1AE'],
    ['CH', 'whatever 12', 'whatever 12'],
  ])('of %s can be %j, and is written %s', (country, typed, written) => {
    expect(postalCodeCanExist(country, typed)).toBe(true);
    expect(postalCodeAsWritten(country, typed)).toBe(written);
  });

  it.each([
    ...[
      ['ES', '00100'],
      ['ES', '53001'],
      ['ES', '2801'],
      ['ES', '280144'],
      ['ES', 'ABCDE'],
    ],
    ...[
      ['PT', '100-205'],
      ['PT', '0100-205'],
      ['BR', '0131010'],
      ['FR', '99000'],
      ['DE', '00999'],
    ],
    ...[
      ['IT', '0011'],
      ['US', '1000'],
      ['US', '100011'],
      ['GB', 'SW1A'],
      ['GB', '1SW 1AA'],
    ],
  ])('of %s is never %s', (country, typed) => {
    expect(postalCodeCanExist(country as string, typed as string)).toBe(false);
  });
});

describe('an address', () => {
  const whole = {
    ...{ name: 'Vera', street: 'Calle 1', city: 'Madrid', postalCode: '28014', country: 'ES' },
  };
  const faults = (given: object) =>
    PostalAddress.safeParse({ ...whole, ...given }).error?.issues.map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    ) ?? [];

  it('is kept as its country writes it', () => {
    const { postalCode } = PostalAddress.parse({ ...whole, country: 'PT', postalCode: '1000205' });
    expect(postalCode).toBe('1000-205');
  });

  it.each([
    [{ country: 'XX' }, ['country unknown']],
    [{ country: 'es' }, ['country unknown']],
    [{ name: ' ' }, ['name required']],
    [{ street: '' }, ['street required']],
    [{ city: '' }, ['city required']],
    [{ postalCode: '' }, ['postalCode required']],
    [{ postalCode: '99999' }, ['postalCode invalid']],
    [{ phone: 'call me' }, ['phone not_a_phone']],
    [{ country: 'CH', postalCode: '' }, []],
  ])('with %j says %j', (given, said) => {
    expect(faults(given)).toEqual(said);
  });
});
