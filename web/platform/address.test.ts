import { expect, test } from 'vitest';
import { addressOf } from './address.ts';

const endpoint = { path: '/api/channels/:slug/products/:id' };

test('parameters are written into the path so that they cannot leave their place', () => {
  expect(addressOf(endpoint, { params: { slug: '../a b', id: '1/2?x' } })).toBe(
    '/api/channels/..%2Fa%20b/products/1%2F2%3Fx',
  );
});

test('what is empty is left out of the query, lists are repeated', () => {
  const query = { q: 'a&b', page: 2, none: undefined, nothing: null, empty: '', tag: ['x', 'y'] };
  expect(addressOf({ path: '/api/products' }, { query })).toBe(
    '/api/products?q=a%26b&page=2&tag=x&tag=y',
  );
});
