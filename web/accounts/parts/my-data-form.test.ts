import { expect, test } from 'vitest';
import { AccountChange } from '#contract/accounts.ts';
import { accountFields, changeFrom } from './my-data-form.ts';

const saved = { name: 'Ana', language: 'en', country: 'ES', billingCountry: '' } as const;

test('the form of one’s own data sends only what was changed on this screen', () => {
  expect(changeFrom({ ...saved, name: 'Anna' }, saved)).toEqual({ name: 'Anna' });
  expect(changeFrom(saved, saved)).toEqual({});
});

test('it takes an emptied list for nothing chosen', () => {
  const emptied = { ...saved, country: null as unknown as string };
  expect(changeFrom(emptied, saved)).toEqual({ country: '' });
});

test('it knows every field that can be changed', () => {
  expect([...accountFields]).toEqual(Object.keys(AccountChange.shape));
});
