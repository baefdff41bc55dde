import { MantineProvider } from '@mantine/core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { inEnglish } from '#test/in-english.tsx';
import { NarrowSales } from './narrow-sales.tsx';

const find = async () => [];

function fieldsAt(address: string, channels?: typeof find): string {
  const sought = { products: find, channels };
  const element = (
    <MantineProvider>
      <NarrowSales sought={sought} items={[]} />
    </MantineProvider>
  );
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [address] });
  return inEnglish(<RouterProvider router={router} />);
}

test('the days of the address stand in their fields, and what it names in its own', () => {
  const fields = fieldsAt('/?from=2026-01-01&to=2026-01-31&product=night', find);
  for (const shown of ['2026-01-01', '2026-01-31', 'night']) {
    expect(fields).toContain(`value="${shown}"`);
  }
});

test('whoever has one channel is not asked of which', () => {
  expect(fieldsAt('/', find)).toContain('order.channel');
  expect(fieldsAt('/')).not.toContain('order.channel');
});
