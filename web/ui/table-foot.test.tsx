import { expect, test } from 'vitest';
import { onAPage } from '#test/in-english.tsx';
import { TableFoot } from './table-foot.tsx';

const footOf = (size: number, total: number) =>
  onAPage(
    <TableFoot page={{ items: Array(Math.min(size, total)).fill({}), page: 1, size, total }} />,
  );

test('a list of pages has their size to choose, one that stands whole has none', () => {
  expect(footOf(20, 101)).toContain('Rows on a page');
  expect(footOf(100, 30)).toContain('Rows on a page');
  expect(footOf(101, 101)).not.toContain('Rows on a page');
});
