import { MantineProvider } from '@mantine/core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { inEnglish } from '#test/in-english.tsx';
import { DataTable } from './data-table.tsx';

/** An empty list at an address, of which the page itself knows the days. */
function listAt(address: string): string {
  const element = (
    <MantineProvider>
      <DataTable
        page={{ items: [], total: 0, page: 1, size: 20 }}
        rowKey={String}
        columns={[]}
        narrowedBy={['from', 'to']}
        empty={{ title: 'No sales yet', text: 'The first one appears here.' }}
      />
    </MantineProvider>
  );
  const options = { initialEntries: [address] };
  const router = createMemoryRouter([{ path: '/', element }], options);
  return inEnglish(<RouterProvider router={router} />);
}

test('a list narrowed down to nothing is not an empty one, and leads back', () => {
  expect(listAt('/')).toContain('No sales yet');
  const narrowed = listAt('/?from=2026-01-01');
  expect(narrowed).not.toContain('No sales yet');
  expect(narrowed).toContain('Clear search and filters');
});

test('a sum that stays in sight keeps its head above it, also where one sorts by it', () => {
  const element = (
    <MantineProvider>
      <DataTable
        page={{ items: [12], total: 1, page: 1, size: 20 }}
        rowKey={String}
        columns={[
          { id: 'sum', label: 'Sum', value: String, card: 'side', sort: 'sum' },
          { id: 'fee', label: 'Fee', value: String, card: 'side' },
          { id: 'day', label: 'Day', value: String, sort: 'day' },
        ]}
        empty={{ title: 'No sales yet', text: 'The first one appears here.' }}
      />
    </MantineProvider>
  );
  const shown = inEnglish(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  const heads = shown.match(/<th [^>]*scope="col"[^>]*>/g) ?? [];
  expect(heads.map((head) => head.includes('data-side'))).toEqual([true, true, false]);
});
