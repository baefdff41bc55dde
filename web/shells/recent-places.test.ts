import { expect, test } from 'vitest';
import { placeOf, withPlace } from './recent-places.ts';

const place = (name: string) => ({ to: `/${name}`, title: name });

test('the newest place stands first, and each once', () => {
  const kept = ['a', 'b', 'a'].reduce<ReturnType<typeof withPlace> | null>(
    (list, name) => withPlace(list, 'ana', place(name)),
    null,
  );
  expect(kept?.places).toEqual([place('a'), place('b')]);
});

test('six are kept', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const kept = names.reduce<ReturnType<typeof withPlace> | null>(
    (list, name) => withPlace(list, null, place(name)),
    null,
  );
  expect(kept?.places.map(({ title }) => title)).toEqual(['g', 'f', 'e', 'd', 'c', 'b']);
});

test('nobody sees where somebody else was', () => {
  const kept = withPlace({ of: 'ana', places: [place('secret')] }, 'ben', place('a'));
  expect(kept).toEqual({ of: 'ben', places: [place('a')] });
});

test.each([
  ['/account/sales', 'Sales · Platea', { to: '/account/sales', title: 'Sales' }],
  [
    '/products/noche',
    'Noche · Teatro · Platea',
    { to: '/products/noche', title: 'Noche · Teatro' },
  ],
  ['/', 'Shows · Platea', null],
  ['/login', 'Log in · Platea', null],
  ['/account/sales', 'Platea', null],
])('%s, which is called “%s”, is kept as %j', (pathname, pageTitle, kept) => {
  expect(placeOf({ pathname, pageTitle, isFault: false })).toEqual(kept);
});

test('a page that is not there is no place to come back to', () => {
  const visited = { pathname: '/products/gone', pageTitle: 'Product · Platea', isFault: true };
  expect(placeOf(visited)).toBe(null);
});
