import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderForm } from '#contract/orders.ts';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import {
  donationItem,
  giftItem,
  supportItem,
  switchSupport,
  withDonations,
} from '#test/factories/giving.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { cartForm, pay, ticketItem } from '#test/factories/sales.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';

afterEach(() => switchSupport(false));

async function paid(items: OrderForm['items'], as?: Someone) {
  const buyer = as ?? (await aViewer());
  const order = await call(ordersContract.startOrder, { as: buyer, body: cartForm(items) });
  return { buyer, order: order.total > 0 ? await pay(buyer, order) : order };
}

/** What each account has of an order, without those that have nothing. */
async function booksOf(orderId: string): Promise<Record<string, number>> {
  const rows = await db()
    .selectFrom('ledger_entries')
    .select(['account', sql<number>`sum(amount)::bigint`.as('amount')])
    .where('order_id', '=', orderId)
    .groupBy('account')
    .having(sql<boolean>`sum(amount) <> 0`)
    .execute();
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

async function open(): Promise<SomeProduct> {
  await switchSupport(true);
  return withDonations(await aProduct());
}

describe('what is given beside a ticket', () => {
  it('is a line of its own, without tax, on accounts of its own, and on no invoice', async () => {
    const product = await open();
    const { order } = await paid([ticketItem(product), donationItem(product), supportItem(200)]);
    expect(order).toMatchObject({ net: 1000 + 700, tax: 210, total: 1910 });
    expect(order.lines.map(({ kind, net, tax, total }) => [kind, net, tax, total])).toEqual([
      ['ticket', 1000, 210, 1210],
      ['donation', 500, 0, 500],
      ['support', 200, 0, 200],
    ]);
    expect(order.invoices).toMatchObject([{ total: 1210 }]);
    expect(await booksOf(order.id)).toEqual({
      provider: 1910,
      tax: -210,
      platform_fee: -154,
      organizer: -846,
      donation: -500,
      support: -200,
    });
  });

  it('is told apart in the lists of the seller and in their sums', async () => {
    const product = await open();
    await paid([ticketItem(product), donationItem(product), supportItem(200)]);
    const sales = await call(salesContract.listSales, { as: product.owner });
    expect(
      sales.items.map(({ kind, donation, support, can }) => [kind, donation, support, can.refund]),
    ).toEqual(
      expect.arrayContaining([
        ['ticket', 0, 0, true],
        ['donation', 500, 0, true],
        ['support', 0, 200, false],
      ]),
    );
    // No paper speaks of what was given: its row hands out none.
    const papers = sales.items.filter(({ can, invoiceNumber }) => can.invoice && invoiceNumber);
    expect(papers.map(({ kind }) => kind)).toEqual(['ticket']);
    const file = await send(salesContract.exportSales, { as: product.owner, language: 'es' });
    const [heads, ...rows] = rowsOfCsv(file.body);
    const at = heads?.indexOf('Clase') ?? -1;
    expect(rows.map((row) => row[at]).sort()).toEqual(['', 'Apoyo al sitio', 'Donación']);
    expect(sales.totals).toEqual([
      {
        ...{ currency: 'EUR', orders: 1, taken: 1910, refunded: 0, tax: 210, fees: 154 },
        ...{ covered: 0, organizer: 1556, donations: 500, support: 200, site: 0 },
      },
    ]);
  });

  it('goes back line by line; what is the platform’s not by an organizer', async () => {
    const product = await open();
    const { order } = await paid([ticketItem(product), donationItem(product), supportItem(200)]);
    const [ticket, donation, support] = order.lines.map(({ id }) => id) as [string, string, string];
    const refund = (as: Someone, lines: string[]) => ({
      as,
      params: { id: order.id },
      body: { reason: 'asked for', lines },
    });
    const { owner } = product;
    expect(await refusal(refundsContract.refundOrder, refund(owner, [support]))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const after = await call(refundsContract.refundOrder, refund(owner, [donation]));
    expect(after).toMatchObject({ state: 'partly_refunded', refunded: 500 });
    expect(after.invoices).toHaveLength(1);
    expect(await booksOf(order.id)).not.toHaveProperty('donation');
    await call(refundsContract.refundOrder, refund(await anAdmin(), [support]));
    expect(await booksOf(order.id)).not.toHaveProperty('support');
    const last = await call(refundsContract.refundOrder, refund(owner, [ticket]));
    expect(last).toMatchObject({ state: 'refunded', invoices: [{}, {}] });
    expect(await booksOf(order.id)).toEqual({ platform_fee: -154, organizer: 154 });
  });
});

describe('what is given alone', () => {
  it('is an order of one line, without an invoice, with a letter that thanks', async () => {
    const product = await open();
    const { order, buyer } = await paid([donationItem(product, { productSlug: null })]);
    expect(order).toMatchObject({ state: 'paid', total: 500, invoices: [] });
    expect(order.can).toMatchObject({ invoice: false, share: false });
    await runKeptJobs();
    const [letter] = (await mailsTo(buyer.email)).filter(({ kind }) => kind === 'order-paid');
    expect(letter?.subject).toBe(`Thank you for your donation to ${product.channel.title}`);
    expect(letter?.body_text).toContain('no supply');
  });

  it('may stand beside what is free: pay what you want', async () => {
    const product = await withDonations(await aProduct({ plan: 'free' }));
    const { order } = await paid([
      ticketItem(product, { expectedTotal: 0 }),
      donationItem(product),
    ]);
    expect(order).toMatchObject({ state: 'paid', total: 500, tax: 0, invoices: [] });
  });

  it('is the organizer’s to be paid out', async () => {
    const product = await withDonations(await aProduct());
    const { order } = await paid([donationItem(product)]);
    expect(await booksOf(order.id)).toEqual({ provider: 500, donation: -500 });
  });
});

describe('whatever is bought and given together', () => {
  it('adds up: net and tax are the total, the books are zero, and refunds leave nothing', async () => {
    const product = await open();
    const amounts = fc.record({
      tickets: fc.integer({ min: 0, max: 1 }),
      gifts: fc.integer({ min: 0, max: 3 }),
      donation: fc.option(fc.integer({ min: 100, max: 50_000 }), { nil: 0 }),
      support: fc.option(fc.integer({ min: 50, max: 500_000 }), { nil: 0 }),
    });
    await fc.assert(
      fc.asyncProperty(amounts, async ({ tickets, gifts, donation, support }) => {
        const items: OrderForm['items'] = [
          ...Array.from({ length: tickets }, () => ticketItem(product)),
          ...Array.from({ length: gifts }, () => giftItem(product)),
          ...(donation > 0 ? [donationItem(product, { expectedTotal: donation })] : []),
        ];
        if (items.length === 0) return;
        if (support > 0) items.push(supportItem(support));
        const { order } = await paid(items);
        expect(order.net + order.tax).toBe(order.total);
        const sold = 1210 * (tickets + gifts);
        expect(order.total).toBe(sold + donation + support);
        expect(order.invoices.reduce((sum, { total }) => sum + total, 0)).toBe(sold);
        const books = await booksOf(order.id);
        expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0);
        expect([books.donation ?? 0, books.support ?? 0]).toEqual([0 - donation, 0 - support]);
        await call(refundsContract.refundOrder, {
          as: await anAdmin(),
          params: { id: order.id },
          body: { reason: 'asked for' },
        });
        // The organizer bears it: the fee stays with the platform, and theirs to bear.
        const { platform_fee: fee = 0, ...rest } = await booksOf(order.id);
        expect(rest).toEqual(fee === 0 ? {} : { organizer: 0 - fee });
      }),
      { numRuns: 12, seed: 31 },
    );
    const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
    expect(differences).toEqual([]);
  });
});
