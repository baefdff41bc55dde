import { expect, test } from 'vitest';
import { onAPage } from '#test/in-english.tsx';
import { type PriceLines, PriceTable } from './order-summary.tsx';

const price: PriceLines = {
  ...{ currency: 'EUR', net: 545, tax: 55, total: 600, taxRate: 1000 },
  ...{ before: null, code: null },
};
const linesOf = (change: Partial<PriceLines>) =>
  onAPage(<PriceTable price={{ ...price, ...change }} />).replaceAll(
    /<style[\s\S]*?<\/style>|<[^>]+>/g,
    ' ',
  );

test('without an offer nothing is compared', () => {
  expect(linesOf({})).not.toMatch(/price\.(before|offer)/);
});

test('an offer is named beside the regular price', () => {
  expect(linesOf({ before: 750 })).toMatch(/price\.before\s+€7\.50\s+price\.offer\s+€6\.00/);
});

test('a code counts from the price of the offer', () => {
  const code = { code: 'FARO', from: 600, saved: 100 };
  expect(linesOf({ before: 750, total: 500, code })).toMatch(/price\.offer\s+€6\.00\s.*-€1\.00/);
  expect(linesOf({ total: 500, code })).toMatch(/price\.before\s+€6\.00/);
});
