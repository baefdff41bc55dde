import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Affiliate } from '#contract/affiliates.ts';
import { onAPage } from '#test/in-english.tsx';
import { AffiliatesList } from './affiliates-list.tsx';

// Links are copied with the address of the site in front of them.
beforeEach(() => void vi.stubGlobal('location', { origin: 'https://platea.example' }));
afterEach(() => vi.unstubAllGlobals());

const affiliate: Affiliate = {
  ...{ id: '01900000-0000-7000-8000-000000000001', name: 'Radio', code: 'RADIO' },
  ...{ channel: { slug: 'house', title: 'House' }, product: null, commission: 1000 },
  ...{ state: 'active', path: '/channels/house?ref=RADIO', clicks: 9, orders: 3 },
  sums: [{ currency: 'EUR', paid: 3630, refunded: 0, base: 3000, commission: 300 }],
  ...{ createdAt: '2026-11-27T10:00:00.000Z', can: { rename: true, move: ['ended'] } },
};

test('what was sold stands as the commission counts it, without the tax', () => {
  const page = { items: [affiliate], total: 1, page: 1, size: 20 };
  const list = onAPage(<AffiliatesList page={page} choices={[]} />);
  expect(list).toContain('€30.00');
  expect(list).toContain('€3.00');
  expect(list).not.toContain('€36.30');
});
