import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import type { Sale } from '#contract/sales.ts';
import { onAPage } from '#test/in-english.tsx';
import { draftsOf } from '#web/ui/drafts.ts';
import { FormContext } from '#web/ui/form-context.ts';
import { formStore } from '#web/ui/form-store.ts';
import { innerForms } from '#web/ui/inner-forms.ts';
import { WhatGoesBack } from './what-goes-back.tsx';

const line = (id: string, change: Partial<Order['lines'][number]> = {}) => ({
  ...{ id, kind: 'ticket', title: `Show ${id}`, total: 1210, refunded: 0, bundleLineId: null },
  ...change,
});
const sale = (refundPart: boolean) =>
  ({
    ...{ number: 'K7M4-X2QP', currency: 'EUR', bundle: null },
    ...{ product: { title: 'Show of the row' }, can: { refundPart } },
  }) as Sale;

/** What the dialog says of an order of these lines to whoever may give back a part, or may not. */
function said(lines: object[] | null, { chosen = null as string | null, refundPart = false } = {}) {
  const order = lines && ({ lines, channel: null } as unknown as Order);
  const form = {
    ...{ store: formStore<Record<string, unknown>>({ line: chosen }), formId: 'refund' },
    ...{ disabled: false, drafts: draftsOf(null), inner: innerForms() },
  };
  return onAPage(
    <FormContext value={form}>
      <WhatGoesBack sale={sale(refundPart)} order={order} line={chosen} />
    </FormContext>,
  );
}
const options = (page: string) => [...page.matchAll(/<option[^>]*>([^<]*)</g)].map(([, it]) => it);

describe('the dialog that gives money back', () => {
  it('names the order, and of several things offers all or each with what is left of it', () => {
    const page = said([line('a'), line('b', { refunded: 210 })]);
    expect(page).toContain('order.number');
    expect(page).toContain('refund.textAll');
    expect(options(page)).toEqual(['refund.everything', 'Show a · €12.10', 'Show b · €10.00']);
  });

  it('offers nothing that is back already, and no part of a bundle by itself', () => {
    const back = line('b', { refunded: 1210 });
    const bundle = line('c', { kind: 'bundle' });
    const part = line('d', { bundleLineId: 'c' });
    expect(options(said([line('a'), back, bundle, part]))).toEqual([
      ...['refund.everything', 'Show a · €12.10', 'Show c · €12.10'],
    ]);
  });

  it('offers what was given to the site to the team alone', () => {
    const lines = [line('a'), line('b', { kind: 'support' })];
    expect(options(said(lines))).toEqual([]);
    expect(options(said(lines, { refundPart: true }))).toHaveLength(3);
  });

  it('asks for no choice where there is one thing, or while nobody knows yet', () => {
    for (const lines of [null, [line('a')]]) {
      expect(options(said(lines))).toEqual([]);
      expect(said(lines)).toContain('refund.text');
      expect(said(lines)).not.toContain('refund.textAll');
    }
  });

  it('speaks of the line that was chosen', () => {
    const page = said([line('a'), line('b')], { chosen: 'b' });
    expect(page).not.toContain('refund.textAll');
    expect(page).toMatch(/<option value="b" selected/);
  });
});
