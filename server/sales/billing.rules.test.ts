import { describe, expect, it } from 'vitest';
import { faultsOfBilling } from './billing.rules.ts';

const empty = { company: '', nif: '', address: '', city: '', postalCode: '', country: '' };
const whole = {
  company: 'Vera SL',
  nif: 'B58818501',
  address: 'Calle Mayor 1',
  city: 'Madrid',
  postalCode: '28013',
  country: 'ES',
};
const allMissing = {
  'billing.company': 'required',
  'billing.nif': 'required',
  'billing.address': 'required',
  'billing.city': 'required',
  'billing.postalCode': 'required',
  'billing.country': 'required',
};

describe('an invoice in a name', () => {
  it.each([
    ['that is whole is taken', { ...whole, named: true }, {}],
    ['cannot be without anything', { ...empty, named: true }, allMissing],
    [
      'is wanted by whoever gives a name',
      { ...whole, address: '' },
      { 'billing.address': 'required' },
    ],
    [
      'is wanted by whoever gives a tax ID',
      { ...whole, company: '' },
      { 'billing.company': 'required' },
    ],
    [
      'has a tax ID that Spain can have given',
      { ...whole, nif: '12345', named: true },
      { 'billing.nif': 'tax_id' },
    ],
    [
      'has a tax ID that Portugal can have given',
      { ...whole, nif: '501964842', country: 'PT', named: true },
      { 'billing.nif': 'tax_id' },
    ],
    ['may be one of Portugal', { ...whole, nif: '501964843', country: 'PT', named: true }, {}],
    ['may be one of a foreigner in Spain', { ...whole, nif: 'X2482300W', named: true }, {}],
    ['may be one of France', { ...whole, nif: 'FR61954506077', country: 'FR', named: true }, {}],
    [
      'says first that the country is missing, then what is wrong with the number of it',
      { ...whole, nif: '12345', country: '', named: true },
      { 'billing.country': 'required' },
    ],
  ])('%s', (_, typed, faults) => {
    expect(faultsOfBilling(empty, { typed, country: 'ES' })).toEqual(faults);
  });
});

describe('an invoice in no name', () => {
  it.each([
    ['left empty', empty],
    ['with the address of the account alone', { ...empty, city: 'Madrid', country: 'ES' }],
    ['said so', { ...empty, named: false }],
  ])('asks for nothing: %s', (_, typed) => {
    expect(faultsOfBilling(whole, { typed, country: 'ES' })).toEqual({});
  });

  it('looks at the tax ID of the account where the order says nothing', () => {
    const asked = { typed: undefined, country: 'ES' };
    expect(faultsOfBilling({ ...empty, nif: 'B58818501' }, asked)).toEqual({});
    expect(faultsOfBilling({ ...empty, nif: '12345' }, asked)).toEqual({ 'billing.nif': 'tax_id' });
  });
});
