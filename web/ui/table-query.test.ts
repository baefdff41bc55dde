import { expect, test } from 'vitest';
import { isPastLast, lastPageOf, pageIn, tableQuery } from './table-query.ts';

test.each([
  ['', 1],
  ['?page=2', 2],
  ['?page=0', 1],
  ['?page=-1', 1],
  ['?page=1.5', 1],
  ['?page=many', 1],
  ['?page=1001', 1],
])('the address %j names page %i', (query, page) => {
  expect(pageIn(`https://platea.example/search-results${query}`)).toBe(page);
});

test('a list beside another one has a page of its own', () => {
  const address = 'https://platea.example/mystuff/orders?page=4&gifts=2';
  expect([pageIn(address), pageIn(address, 'gifts')]).toEqual([4, 2]);
  expect(pageIn('https://platea.example/mystuff/orders?gifts=1.5', 'gifts')).toBe(1);
});

test('the endpoint is asked for what the address says, and for nothing else of it', () => {
  const request = new Request('https://platea.example/x?page=2&q=a&state=&kind=b&utm_source=c');
  expect(tableQuery(request, ['state', 'kind'])).toEqual({ page: '2', q: 'a', kind: 'b' });
});

test.each([
  [{ page: 1, size: 20, total: 0 }, 1, false],
  [{ page: 99, size: 20, total: 0 }, 1, false],
  [{ page: 1, size: 20, total: 20 }, 1, false],
  [{ page: 2, size: 20, total: 20 }, 1, true],
  [{ page: 2, size: 20, total: 21 }, 2, false],
  [{ page: 99, size: 20, total: 21 }, 2, true],
])('of %j the last page is %i, and it lies behind that: %s', (page, last, past) => {
  expect([lastPageOf(page), isPastLast(page)]).toEqual([last, past]);
});
