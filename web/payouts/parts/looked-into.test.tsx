import { expect, test } from 'vitest';
import type { LeftOut, PayoutDetails } from '#contract/payouts.ts';
import { onAPage } from '#test/in-english.tsx';
import { LeftOutTable } from './left-out.tsx';
import { PayoutView } from './payout-view.tsx';

const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const reference = 'PO-2026-12-000003';
const channel = { id: id(1), slug: 'house', title: 'House' };

test('what was taken out of a run can be looked into, what never was a payment cannot', () => {
  const row = { channel, payee: 'House SL', currency: 'EUR', amount: 90, fault: null } as const;
  const leftOut: LeftOut[] = [
    { ...row, why: 'held', payout: { id: id(2), reference }, reason: 'They asked us to wait' },
    { ...row, why: 'minimum', payout: null, reason: '' },
  ];
  const page = onAPage(<LeftOutTable leftOut={leftOut} />);
  expect(page).toMatch(/<h2[^>]*>leftOut\.title</);
  expect(page).toContain(`href="/manage/sales/payouts?payout=${id(2)}"`);
  expect(new Set(page.match(/payout=[^"]*/g))).toEqual(new Set([`payout=${id(2)}`]));
});

test('what a payment pays leads to the orders', () => {
  const at = '2026-12-01T08:00:00.000Z';
  const details: PayoutDetails = {
    ...{ total: 1, page: 1, size: 20 },
    items: [
      {
        ...{ id: 'payment:1', orderId: id(4), orderNumber: 'K7M4-X2QP', invoice: null },
        ...{ kind: 'sale', title: 'Night', bookedAt: at, eventAt: null },
        ...{ gross: 1210, tax: 210, fee: 154, amount: 1056 },
      },
    ],
    payout: {
      ...{ id: id(2), reference, runId: id(3), state: 'held', reason: '', returnedAt: null },
      ...{ channel, payee: 'House SL', iban: 'ES ···· 1332', currency: 'EUR', amount: 1056 },
      can: { statement: false },
    },
  };
  const page = onAPage(<PayoutView details={details} />);
  expect(page).toMatch(new RegExp(`href="/manage/sales/${id(4)}"[^>]*>K7M4-X2QP`));
});
