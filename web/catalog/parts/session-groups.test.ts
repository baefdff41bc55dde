import { expect, test } from 'vitest';
import { inGroups } from './session-groups.ts';

test('dates stand below their month, in their order', () => {
  const monthOf = (day: string) => day.slice(0, 7);
  expect(inGroups(['2030-05-01', '2030-05-09', '2030-06-02', '2031-05-01'], monthOf)).toEqual([
    { name: '2030-05', of: ['2030-05-01', '2030-05-09'] },
    { name: '2030-06', of: ['2030-06-02'] },
    { name: '2031-05', of: ['2031-05-01'] },
  ]);
  expect(inGroups([], monthOf)).toEqual([]);
});
