import { describe, expect, it } from 'vitest';
import { otherTaxIds, taxIdVectors } from '#test/vectors/tax-ids.ts';
import { plainTaxId, taxIdCanExist } from './tax-ids.ts';

describe.each(Object.entries(taxIdVectors))('a tax id of %s', (country, vectors) => {
  it.each([...vectors.valid, ...vectors.spelled, ...vectors.derived])('%s can exist', (id) =>
    expect(taxIdCanExist(id, country)).toBe(true),
  );

  it.each(vectors.invalid)('"%s" cannot exist', (id) =>
    expect(taxIdCanExist(id, country)).toBe(false),
  );
});

describe('a Spanish tax id', () => {
  it.each([
    ['a person, as typed', '12.345.678-Z'],
    ['a person with the country before it', 'ES12345678Z'],
    ['a foreigner of the second series', 'Y1234567X'],
    ['a public body, with a letter', 'Q2826000H'],
    ['an association', 'G58714155'],
  ])('of %s can exist', (_, id) => expect(taxIdCanExist(id, 'ES')).toBe(true));

  it.each(['12345678A', 'X1234567A', 'B58818502', 'Q28260008', '1234567', 'ZZZZZZZZZ'])(
    '%s cannot exist',
    (id) => expect(taxIdCanExist(id, 'ES')).toBe(false),
  );
});

describe('a tax id of another country', () => {
  it.each(otherTaxIds.valid)('%s of "%s" is taken by its shape', (id, country) =>
    expect(taxIdCanExist(id, country)).toBe(true),
  );

  it.each(otherTaxIds.invalid)('"%s" of "%s" has not the shape of one', (id, country) =>
    expect(taxIdCanExist(id, country)).toBe(false),
  );
});

describe('the plain form', () => {
  it.each([
    ['es b-58378431', 'ES', 'B58378431'],
    ['x-2482300w', 'ES', 'X2482300W'],
    ['PT501964843', 'PT', '501964843'],
    ['16.727.230/0001-97', 'BR', '16727230000197'],
    // Too short to have a country before it
    ['ES1234567', 'ES', 'ES1234567'],
    ['FR61954506077', 'FR', 'FR61954506077'],
  ])('of %s (%s) is %s', (typed, country, plain) => expect(plainTaxId(typed, country)).toBe(plain));
});
