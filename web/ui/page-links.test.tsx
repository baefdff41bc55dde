import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { inEnglish } from '#test/in-english.tsx';
import { PageLinks } from './page-links.tsx';

const linksOf = (page: { page: number; size: number; total: number }) =>
  [
    ...inEnglish(
      <MemoryRouter>
        <PageLinks page={page} />
      </MemoryRouter>,
    ).matchAll(/href="([^"]+)"/g),
  ].map(([, href]) => href);

test('a longer list leads to the pages before and after', () => {
  expect(linksOf({ page: 2, size: 10, total: 25 })).toEqual(['/?page=1', '/?page=3']);
  expect(linksOf({ page: 1, size: 10, total: 10 })).toEqual([]);
});

test('a page behind the last one leads back to that', () => {
  expect(linksOf({ page: 99, size: 10, total: 25 })).toEqual(['/?page=3']);
  expect(linksOf({ page: 2, size: 10, total: 10 })).toEqual(['/?page=1']);
});
