import { expect, test } from 'vitest';
import { placeStatus } from './channel-places.ts';

const empty = {
  title: 'Sala',
  description: '',
  classification: null,
  tags: [],
  logoId: null,
  social: { website: '', youtube: '' },
  marketplaceUrl: '',
  businessName: '',
  billing: { taxId: '', city: '' },
};
const about = { title: 'Sala', description: 'By the sea', classification: 'music' };
const still = { wrong: [], missing: [], isDraft: false };

test('a part of a draft is missing while review asks for something of it', () => {
  expect(placeStatus('about', { ...still, values: empty, isDraft: true })).toBe('missing');
  expect(placeStatus('about', { ...still, values: { ...empty, ...about }, isDraft: true })).toBe(
    'filled',
  );
  expect(placeStatus('billing', { ...still, values: empty, isDraft: true })).toBe('missing');
});

test('what nobody asks for is optional while it is empty', () => {
  expect(placeStatus('links', { ...still, values: empty, isDraft: true })).toBe('optional');
  expect(placeStatus('pictures', { ...still, values: empty, isDraft: false })).toBe('optional');
  const found = { ...empty, social: { website: 'https://sala.example', youtube: '' } };
  expect(placeStatus('links', { ...still, values: found, isDraft: true })).toBe('filled');
});

test('what the server refused goes before what is missing', () => {
  const wrong = ['social.website'];
  expect(placeStatus('links', { ...still, values: empty, wrong, missing: wrong })).toBe('wrong');
  expect(placeStatus('billing', { ...still, values: empty, missing: ['billing.taxId'] })).toBe(
    'missing',
  );
  expect(placeStatus('about', { ...still, values: empty, missing: ['billing.taxId'] })).toBe(
    'filled',
  );
});
