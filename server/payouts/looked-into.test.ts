import { PDFParse } from 'pdf-parse';
import { describe, expect, it } from 'vitest';
import { myPayoutsContract } from '#contract/my-payouts.ts';
import { ordersContract } from '#contract/orders.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { useClock } from '#server/platform/clock.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { donationItem, withDonations } from '#test/factories/giving.ts';
import {
  aDueSale,
  aPastShow,
  aRun,
  days,
  dropOpenRuns,
  giveBack,
  lineOf,
  taken,
  toPaid,
  withOperatorAccount,
} from '#test/factories/payouts.ts';
import { cartForm, pay, ticketItem } from '#test/factories/sales.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';

withOperatorAccount();

describe('a statement', () => {
  it('says of a donation that it is one, and has no invoice for it', async () => {
    useClock(days.bought);
    const product = await withDonations(await aPastShow());
    const buyer = await aViewer();
    const items = [donationItem(product, { productSlug: null })];
    const order = await call(ordersContract.startOrder, { as: buyer, body: cartForm(items) });
    await pay(buyer, order);
    useClock(days.due);
    const { run, admin } = await aRun();
    const params = { id: lineOf(run, product)?.id ?? '' };
    const { items: rows } = await call(payoutsContract.getPayout, { as: admin, params });
    expect(rows).toMatchObject([
      { kind: 'donation', title: product.channel.title, invoice: null, gross: 500, tax: 0 },
    ]);
  });
});

describe('an order of a ticket and a donation', () => {
  it('is a row for each, of which the sale alone has the invoice; so is what went back', async () => {
    useClock(days.bought);
    const product = await withDonations(await aPastShow());
    const buyer = await aViewer();
    const items = [ticketItem(product), donationItem(product)];
    const started = await call(ordersContract.startOrder, { as: buyer, body: cartForm(items) });
    const order = await pay(buyer, started);
    await aDueSale({ product });
    const before = await aRun();
    const params = { id: lineOf(before.run, product)?.id ?? '' };
    expect(lineOf(before.run, product)?.items).toBe(3);
    const details = await call(payoutsContract.getPayout, { as: before.admin, params });
    expect(details).toMatchObject({ total: 3 });
    const rows = details.items.filter(({ orderId }) => orderId === order.id);
    expect(rows).toMatchObject([
      { kind: 'sale', gross: 1210, tax: 210, invoice: order.invoices[0]?.number },
      { kind: 'donation', gross: 500, tax: 0, invoice: null },
    ]);
    expect(order.invoices[0]?.total).toBe(1210);
    expect(new Set(details.items.map(({ id }) => id)).size).toBe(3);
    const sum = details.items.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(lineOf(before.run, product)?.amount);
    const second = { page: 2, size: 1 };
    const asked = { as: before.admin, params, query: second };
    const paged = await call(payoutsContract.getPayout, asked);
    expect(paged.items).toEqual([details.items[1]]);
    await dropOpenRuns();
    await giveBack(before.admin, order.id);
    const after = await aRun();
    const shown = await call(payoutsContract.getPayout, {
      as: after.admin,
      params: { id: lineOf(after.run, product)?.id ?? '' },
    });
    const back = shown.items.filter(({ kind }) => kind === 'refund');
    expect(back.map(({ gross, invoice }) => [gross, invoice !== null]).sort()).toEqual([
      [-1210, true],
      [-500, false],
    ]);
  });
});

describe('the invoice of a row', () => {
  it('is called as the order calls it: the one of the sale, or the one that rectifies it', async () => {
    const { product, order, buyer } = await aDueSale();
    await giveBack(await anAdmin(), order.id, 605);
    const { run, admin } = await aRun();
    const params = { id: lineOf(run, product)?.id ?? '' };
    const { items } = await call(payoutsContract.getPayout, { as: admin, params });
    const { invoices } = await call(ordersContract.getOrder, {
      as: buyer,
      params: { id: order.id },
    });
    const named = invoices.map(({ kind, number }) => [kind === 'sale' ? 'sale' : 'refund', number]);
    expect(named.map(([kind]) => kind).sort()).toEqual(['refund', 'sale']);
    expect(items.map(({ kind, invoice }) => [kind, invoice]).sort()).toEqual(named.sort());
  });
});

describe('an administrator', () => {
  it('looks into a payment before it is approved, sale by sale', async () => {
    const { product, order } = await aDueSale();
    await aDueSale({ product });
    const { run, admin } = await aRun();
    const params = { id: lineOf(run, product)?.id ?? '' };
    const query = { page: 1, size: 1 };
    const shown = await call(payoutsContract.getPayout, { as: admin, params, query });
    expect(shown).toMatchObject({
      ...{ total: 2, page: 1, size: 1 },
      payout: { state: 'open', runId: run.id, amount: 2 * 1056, can: { statement: false } },
    });
    expect(shown.items).toEqual([
      expect.objectContaining({
        ...{ orderId: order.id, kind: 'sale', title: product.title },
        ...{ gross: 1210, tax: 210, fee: 154, amount: 1056 },
        invoice: order.invoices[0]?.number,
      }),
    ]);
    const csv = await send(payoutsContract.exportPayoutStatement, { as: admin, params });
    expect(rowsOfCsv(csv.body).slice(1)).toHaveLength(2);
    const asked = { as: admin, params };
    expect((await refusal(payoutsContract.getPayoutStatement, asked)).status).toBe(404);
  });

  it('has the statement of one that was made, as its organizer has it', async () => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    await taken(run, admin, toPaid);
    const params = { id: lineOf(run, product)?.id ?? '' };
    const pdf = await send(payoutsContract.getPayoutStatement, { as: admin, params });
    const own = await send(myPayoutsContract.getStatement, { as: product.owner, params });
    expect(pdf.rawPayload.equals(own.rawPayload)).toBe(true);
    const { text } = await new PDFParse({ data: new Uint8Array(pdf.rawPayload) }).getText();
    expect(text).toContain(lineOf(run, product)?.reference);
  });
});
