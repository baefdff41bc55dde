import { MantineProvider } from '@mantine/core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { SalesShown } from '#contract/sales.ts';
import { inEnglish } from '#test/in-english.tsx';
import { NarrowSales } from './narrow-sales.tsx';

const find = async () => [];

const nobody = { channel: null, product: null };

function fieldsAt(address: string, channels?: typeof find, narrowed: SalesShown = nobody) {
  const sought = { products: find, channels };
  const element = (
    <MantineProvider>
      <NarrowSales sought={sought} narrowed={narrowed} />
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

test('what the address names is called by its name, and by its address only if it is not there', () => {
  const shown = (narrowed?: SalesShown) => {
    const fields = fieldsAt('/?channel=the-house&product=night', find, narrowed);
    return [...fields.matchAll(/role="combobox"[^>]*value="([^"]*)"/g)].map(([, value]) => value);
  };
  expect(shown({ channel: 'The House', product: 'A Night' })).toEqual(['The House', 'A Night']);
  expect(shown()).toEqual(['the-house', 'night']);
});

test('whoever has one channel is not asked of which', () => {
  expect(fieldsAt('/', find)).toContain('order.channel');
  expect(fieldsAt('/')).not.toContain('order.channel');
});
