import { PDFParse } from 'pdf-parse';
import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { ratesContract } from '#contract/rates.ts';
import { refundsContract } from '#contract/refunds.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { InEuro } from '#server/payments/index.ts';
import { invoicePdf, reconcileOrder } from '#server/payments/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { donationItem, withDonations } from '#test/factories/giving.ts';
import { aRate } from '#test/factories/rates.ts';
import {
  anOrder,
  aPaidOrder,
  cardOf,
  cards,
  cartForm,
  orderForm,
  pay,
  ticketItem,
} from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';

const now = '2026-12-03T19:30:00Z';

async function aShow(given: {
  currency: CurrencyCode;
  price: number;
  taxId?: string;
  country?: string;
}): Promise<SomeProduct> {
  const { currency, price, taxId = 'A30000012', country = 'ES' } = given;
  const product = await aProduct({ currency, price });
  await db()
    .updateTable('channels')
    .set({ billing_tax_id: taxId, billing_country: country })
    .where('id', '=', product.channel.id)
    .execute();
  return product;
}

const papersOf = async (orderId: string) => {
  const rows = await db()
    .selectFrom('invoices as i')
    .leftJoin('invoice_records as r', 'r.invoice_id', 'i.id')
    .select(['i.id', 'i.form', 'i.currency', 'i.total', 'i.tax'])
    .select(['r.type', 'r.tax as recorded_tax', 'r.total as recorded_total'])
    .select(sql<InEuro | null>`i.paper->'euro'`.as('euro'))
    .where('i.order_id', '=', orderId)
    .orderBy('i.id')
    .execute();
  return rows;
};

const giveBack = async (orderId: string, amount?: number) =>
  call(refundsContract.refundOrder, {
    as: await anAdmin(),
    params: { id: orderId },
    body: { reason: 'The sound was off', ...(amount === undefined ? {} : { amount }) },
  });

const faultsOf = async (taxId: string) => {
  const { faults } = await call(paymentsContract.checkInvoiceRecords, { as: await anAdmin() });
  return faults.filter((fault) => fault.taxId === taxId);
};

describe('an invoice in another currency, issued in Spain', () => {
  it.each([
    ['USD', 600, 1_084_200, 'A30000020', ['5.53', '0.96'], 'simplified', 'F2'],
    ['JPY', 1000, 163_450_000, 'A30000038', ['6.12', '1.06'], 'simplified', 'F2'],
    ['KWD', 5120, 333_300, 'A30000046', ['15.36', '2.67'], 'simplified', 'F2'],
    // 400 EUR are the limit, not 400 of anything
    ['USD', 43_368, 1_084_200, 'A30000053', ['400.00', '69.42'], 'simplified', 'F2'],
    ['USD', 43_369, 1_084_200, 'A30000061', ['400.01', '69.42'], 'full', 'F2'],
    ['JPY', 50_000, 163_450_000, 'A30000079', ['305.90', '53.09'], 'simplified', 'F2'],
  ] as const)(
    'of %s %d at %d is recorded in euro',
    async (currency, price, millionths, taxId, [total, tax], form, type) => {
      useClock(now);
      await aRate(currency, millionths);
      const product = await aShow({ currency, price, taxId });
      const { order } = await aPaidOrder({ product, form: { expectedTotal: price } });
      const [paper] = await papersOf(order.id);
      expect(paper).toMatchObject({
        ...{ currency, total: price, form, type, recorded_total: total, recorded_tax: tax },
        euro: { millionths, day: '2026-12-03', total: Math.round(Number(total) * 100) },
      });
      expect(await faultsOf(taxId)).toEqual([]);
    },
  );

  it('says base, tax and total in euro on its paper, the same bytes whatever rates come after', async () => {
    useClock(now);
    await aRate('USD', 1_084_200);
    const product = await aShow({ currency: 'USD', price: 600, taxId: 'A30000087' });
    const { order } = await aPaidOrder({ product, form: { expectedTotal: 600 } });
    const [paper] = await papersOf(order.id);
    const file = await invoicePdf(paper?.id ?? '');
    const read = await new PDFParse({ data: new Uint8Array(file) }).getText();
    const text = read.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('Simplified invoice');
    expect(text).toContain('In euro, at the rate of 3 December 2026: 1 EUR = 1.0842 USD');
    for (const sum of ['$4.96', '$1.04', '$6.00', '€4.57', '€0.96', '€5.53']) {
      expect(text).toContain(sum);
    }
    useClock('2026-12-20T12:00:00Z');
    await aRate('USD', 1_300_000);
    expect(Buffer.compare(await invoicePdf(paper?.id ?? ''), file)).toBe(0);
  });

  it('is taken back by its own rate, in parts to the cent', async () => {
    useClock(now);
    await aRate('KWD', 333_300);
    const product = await aShow({ currency: 'KWD', price: 5120, taxId: 'A30000095' });
    const { order } = await aPaidOrder({ product, form: { expectedTotal: 5120 } });
    useClock('2026-12-20T12:00:00Z');
    await aRate('KWD', 400_000);
    for (const amount of [1230, 1230]) await giveBack(order.id, amount);
    await giveBack(order.id);
    const [sold, ...back] = await papersOf(order.id);
    expect(back).toHaveLength(3);
    for (const { euro } of back)
      expect(euro).toMatchObject({ millionths: 333_300, day: '2026-12-03' });
    const sum = (of: 'net' | 'tax' | 'total') =>
      back.reduce((all, { euro }) => all + (euro?.[of] ?? 0), 0);
    expect([sum('net'), sum('tax'), sum('total')]).toEqual(
      [sold?.euro?.net, sold?.euro?.tax, sold?.euro?.total].map((one) => -(one ?? 0)),
    );
    expect(back.map(({ recorded_total }) => recorded_total)).toEqual(
      back.map(({ euro }) => ((euro?.total ?? 0) / 100).toFixed(2)),
    );
    expect(await faultsOf('A30000095')).toEqual([]);
  });
});

describe('a sale in another currency by somebody in Spain', () => {
  const order = async (product: SomeProduct, price: number) => {
    const body = orderForm(product, { expectedTotal: price });
    return refusal(ordersContract.startOrder, { as: await aViewer(), body });
  };

  it('is refused before anybody pays, when nobody has entered a rate', async () => {
    const product = await aShow({ currency: 'ISK', price: 900 });
    expect(await order(product, 900)).toMatchObject({ status: 409, code: 'RATE_MISSING' });
  });

  it('is not published either: its organizer hears of it first', async () => {
    const product = await aProduct({ currency: 'PLN', price: 900, status: 'draft' });
    const asked = { as: product.owner, params: { slug: product.slug } };
    for (const publish of ['publishProduct', 'makeProductPrivate'] as const) {
      expect(await refusal(catalogContract[publish], asked)).toMatchObject({
        code: 'RATE_MISSING',
      });
    }
    await aRate('PLN', 4_250_000);
    const { status } = await call(catalogContract.publishProduct, asked);
    expect(status).toBe('published');
  });

  it('is refused by a rate that is too old, or was taken away', async () => {
    useClock(now);
    await aRate('CZK', 24_000_000);
    const product = await aShow({ currency: 'CZK', price: 900 });
    await anOrder({ product, form: { expectedTotal: 900 } });
    await call(ratesContract.removeRate, { as: await anAdmin(), params: { currency: 'CZK' } });
    expect(await order(product, 900)).toMatchObject({ code: 'RATE_MISSING' });
    await aRate('CZK', 24_000_000);
    useClock('2027-01-03T19:30:00Z');
    expect(await order(product, 900)).toMatchObject({ code: 'RATE_MISSING' });
  });

  it('that was begun in time is invoiced by the last rate there was', async () => {
    useClock(now);
    await aRate('SEK', 11_000_000);
    const product = await aShow({ currency: 'SEK', price: 1100 });
    const begun = await anOrder({ product, form: { expectedTotal: 1100 } });
    await call(ratesContract.removeRate, { as: await anAdmin(), params: { currency: 'SEK' } });
    expect(await pay(begun.buyer, begun.order)).toMatchObject({ state: 'paid' });
    expect(await papersOf(begun.order.id)).toMatchObject([{ recorded_total: '1.00' }]);
  });

  it('whose money comes where there never was a rate is not made, and the money goes back; no other is charged', async () => {
    const product = await aShow({ currency: 'HUF', price: 90_000, country: 'PT' });
    const begun = await anOrder({ product, form: { expectedTotal: 90_000 } });
    const other = await anOrder({ product, form: { expectedTotal: 90_000 } });
    await pay(begun.buyer, begun.order, 'lost');
    await db()
      .updateTable('channels')
      .set({ billing_country: 'ES' })
      .where('id', '=', product.channel.id)
      .execute();
    await reconcileOrder(begun.order.id);
    const params = { id: begun.order.id };
    const paid = await call(ordersContract.getOrder, { as: begun.buyer, params });
    expect(paid.state).toBe('failed');
    expect(await papersOf(begun.order.id)).toEqual([]);
    const { rows } = await sql<{ state: string; amount: number }>`
      select state, amount::int from refunds where order_id = ${begun.order.id}`.execute(db());
    expect(rows).toMatchObject([{ amount: 90_000 }]);
    const paying = { as: other.buyer, params: { id: other.order.id } };
    const body = { card: cardOf(cards.approve) };
    expect(await refusal(ordersContract.payOrder, { ...paying, body })).toMatchObject({
      code: 'RATE_MISSING',
    });
    expect(await call(ordersContract.getOrder, paying)).toMatchObject({ payment: null });
  });

  it('needs none for what is given, which has no paper, alone or beside what is free', async () => {
    const free = await aProduct({ currency: 'NOK', plan: 'free' });
    const { channel } = free;
    await db()
      .updateTable('channels')
      .set({ billing_tax_id: 'A30000012', billing_country: 'ES' })
      .where('id', '=', channel.id)
      .execute();
    await withDonations(free, { currency: 'NOK', least: 1000, suggested: [2000] });
    const gift = donationItem(free, { currency: 'NOK', expectedTotal: 2000 });
    for (const items of [[gift], [ticketItem(free, { expectedTotal: 0 }), gift]]) {
      const as = await aViewer();
      const begun = await call(ordersContract.startOrder, { as, body: cartForm(items) });
      expect((await pay(as, begun)).state).toBe('paid');
      expect(await papersOf(begun.id)).toEqual([]);
    }
  });

  it('needs none in euro, for nothing, or from elsewhere', async () => {
    const free = await aProduct({ currency: 'NOK', plan: 'free' });
    expect((await anOrder({ product: free, form: { expectedTotal: 0 } })).order.state).toBe('paid');
    const product = await aShow({ currency: 'NOK', price: 900, country: 'PT', taxId: '501964843' });
    const { order: sold } = await aPaidOrder({ product, form: { expectedTotal: 900 } });
    expect(await papersOf(sold.id)).toMatchObject([{ form: 'full', euro: null, type: null }]);
  });
});
