import { expect, test } from 'vitest';
import { addressOf, askedBy, filterOf, withWish } from './search-address.ts';

const of = (query: string) => askedBy(`http://localhost/search-results${query}`);

test('a search stands in its address, and comes back from it', () => {
  const asked = of('?q=%20samba%20&price=free&when=week&sort=soon&page=3&other=1');
  expect(asked).toEqual({ q: 'samba', wishes: { when: 'week', plan: 'free' }, sort: 'soon' });
  expect(addressOf(asked)).toBe('/search-results?q=samba&when=week&price=free&sort=soon');
  expect(addressOf(asked, 2)).toBe('/search-results?q=samba&when=week&price=free&sort=soon&page=2');
  expect(filterOf(asked)).toEqual({ q: 'samba', when: 'week', plan: 'free' });
});

test('a search for nothing in particular has the plain address', () => {
  expect(addressOf(of('?sort=luck&price='))).toBe('/search-results');
  expect(filterOf(of(''))).toEqual({});
});

test('the currency in which it is sold is kept by everything that a search is changed in', () => {
  const asked = of('?q=samba&currency=USD&price=paid');
  expect(asked).toEqual({ q: 'samba', wishes: { plan: 'paid' }, currency: 'USD' });
  expect(filterOf(asked)).toEqual({ q: 'samba', plan: 'paid', currency: 'USD' });
  expect(addressOf(withWish(asked, 'plan', 'paid'))).toBe('/search-results?q=samba&currency=USD');
});

test('a wish replaces another of its kind, and is given up when chosen again', () => {
  const week = of('?when=week&type=vod');
  expect(withWish(week, 'when', 'past').wishes).toEqual({ when: 'past', type: 'vod' });
  expect(withWish(week, 'when', 'week').wishes).toEqual({ type: 'vod' });
});
