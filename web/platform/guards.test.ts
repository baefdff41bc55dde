import { expect, test } from 'vitest';
import { loginAddress, safeNext } from './guards.ts';

test.each([
  ['/mystuff/products', '/mystuff/products'],
  ['/products/x?q=1#a', '/products/x?q=1#a'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/a\\b', '/'],
  ['/\tevil', '/'],
  ['/\n/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
])('after log-in %j leads to %s', (next, address) => {
  expect(safeNext(next)).toBe(address);
});

test('log-in knows where one came from', () => {
  const address = loginAddress({ pathname: '/manage/products', search: '?page=2&q=a b' });
  expect(new URLSearchParams(address.split('?')[1]).get('next')).toBe(
    '/manage/products?page=2&q=a b',
  );
});
