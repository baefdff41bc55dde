import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { salesContract } from '#contract/sales.ts';
import { priceFromTotal } from '#contract/shared/money.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, orderForm, pay } from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call, refusal, send } from '#test/story.ts';

/** The organizer sets another price or tax rate after the codes were made. */
const reprice = ({ id }: SomeProduct, price: { total: number; taxRate: number }) =>
  db()
    .updateTable('products')
    .set({
      ...priceFromTotal(price.total, price.taxRate),
      tax_rate: price.taxRate,
      plan: price.total === 0 ? 'free' : 'paid',
    })
    .where('id', '=', id)
    .execute();

/** What code page and checkout say that is paid with the code. */
async function saidPrices(product: SomeProduct, code: string) {
  const { price } = await call(ticketsContract.getCode, { params: { code } });
  const { offer } = await call(salesContract.getCheckout, {
    as: await aViewer(),
    params: { slug: product.slug },
    query: { code },
  });
  return [price, offer?.price];
}

const stateOf = async (code: string) =>
  (
    await db()
      .selectFrom('coupon_codes')
      .select('state')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).state;

describe('after a change of the tax rate', () => {
  it('a code keeps its sum, and order, books and invoice have the tax of the day in it', async () => {
    const product = await aProduct({ price: 1100, taxRate: 1000 });
    const code = await aCode(product, { net: 500, tax: 50 });
    await reprice(product, { total: 1210, taxRate: 2100 });
    const amounts = { net: 455, tax: 95, total: 550 };
    const said = { currency: 'EUR', taxRate: 2100, ...amounts, saved: 660 };
    expect(await saidPrices(product, code)).toEqual([said, said]);
    const { order, buyer } = await anOrder({ product, form: { code, expectedTotal: 550 } });
    const paid = await pay(buyer, order);
    expect(paid).toMatchObject({
      ...amounts,
      lines: [{ ...amounts, taxRate: 2100, priceFrom: 'coupon', code }],
    });
    const invoice = await db()
      .selectFrom('invoices')
      .select(['net', 'tax', 'total', 'paper'])
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(invoice).toMatchObject({ ...amounts, paper: { taxes: [{ rate: 2100, ...amounts }] } });
    const entries = await db()
      .selectFrom('ledger_entries')
      .select('amount')
      .where('order_id', '=', order.id)
      .where('account', '=', 'tax')
      .execute();
    expect(entries).toEqual([{ amount: -95 }]);
    const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
    expect(differences).toEqual([]);
  });
});

describe('nobody pays more for having a code', () => {
  it('than the offer of the day, and the code stays free', async () => {
    const product = await aProduct();
    const code = await aCode(product, { net: 661, tax: 139 });
    const cut = priceFromTotal(605, 2100);
    await db()
      .updateTable('products')
      .set({ offer_net: cut.net, offer_tax: cut.tax })
      .where('id', '=', product.id)
      .execute();
    const said = { currency: 'EUR', taxRate: 2100, ...cut, saved: 0 };
    expect(await saidPrices(product, code)).toEqual([said, said]);
    const as = await aViewer();
    const dear = orderForm(product, { code, expectedTotal: 800 });
    expect((await refusal(ordersContract.startOrder, { as, body: dear })).code).toBe(
      'PRICE_CHANGED',
    );
    const { order } = await anOrder({ product, buyer: as, form: { code, expectedTotal: 605 } });
    expect(order.lines).toMatchObject([{ total: 605, priceFrom: 'offer', code: null }]);
    expect((await pay(as, order)).state).toBe('paid');
    expect(await stateOf(code)).toBe('free');
  });

  it('than nothing, once the product is free', async () => {
    const product = await aProduct();
    const code = await aCode(product);
    await reprice(product, { total: 0, taxRate: 2100 });
    const { order, buyer } = await anOrder({ product, form: { code, expectedTotal: 0 } });
    expect(order).toMatchObject({ state: 'paid', total: 0 });
    expect(await stateOf(code)).toBe('free');
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket?.source).toBe('free');
  });

  it('and what opens a private product is used up, also at the full price', async () => {
    const product = await aProduct({ status: 'private' });
    const code = await aCode(product, { net: 1000, tax: 210 });
    const { order, buyer } = await anOrder({ product, form: { code } });
    expect(order.lines).toMatchObject([{ total: 1210, priceFrom: 'product', code }]);
    // Its page opens to nobody else.
    expect(order.can.share).toBe(false);
    await pay(buyer, order);
    expect(await stateOf(code)).toBe('used');
  });

  it('and an access code of a private product that is free gives the ticket', async () => {
    const product = await aProduct({ status: 'private', plan: 'free' });
    const code = await aCode(product, { net: 0, tax: 0 });
    const { order, buyer } = await anOrder({ product, form: { code, expectedTotal: 0 } });
    expect(order.state).toBe('paid');
    expect(await stateOf(code)).toBe('used');
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket?.source).toBe('code');
  });
});

describe('who guesses addresses', () => {
  const fields = { 'items.0': 'invalid' };
  const lost = { status: 404, code: 'SERVER_ERROR_NOT_FOUND', fields };

  it.each(['draft', 'private'] as const)('learns nothing of a %s by any code', async (status) => {
    const product = await aProduct({ status });
    const hidden = { slug: product.slug, sessions: product.sessions };
    const foreign = await aCode(await aProduct());
    const as = await aViewer();
    const ask = (given: typeof hidden, code: string | null) =>
      refusal(ordersContract.startOrder, { as, body: orderForm(given, { code }) });
    for (const code of [null, 'AAAA-BBBB-CCCC', foreign]) {
      expect(await ask(hidden, code)).toEqual(lost);
      expect(await ask({ ...hidden, slug: 'nothing-here' }, code)).toEqual(lost);
    }
  });

  it('hears of a faulty code where there is something to see', async () => {
    const product = await aProduct();
    const as = await aViewer();
    const body = orderForm(product, { code: 'AAAA-BBBB-CCCC' });
    expect((await refusal(ordersContract.startOrder, { as, body })).code).toBe('COUPON_UNKNOWN');
  });

  it('has sixty tries a minute, and nobody else less for it', async () => {
    // Time stands still: a try comes back with every second.
    useClock('2026-11-27T10:00:00Z');
    const { RATE_LIMIT } = config();
    overrideConfig({ RATE_LIMIT: 10_000 });
    try {
      const [as, neighbour] = [await aViewer(), await aViewer()];
      const tried = async (who: typeof as) =>
        (await send(ordersContract.startOrder, { as: who, body: {} as never })).statusCode;
      for (let one = 1; one <= 60; one += 1) expect(await tried(as)).toBe(422);
      expect(await tried(as)).toBe(429);
      expect(await tried(neighbour)).toBe(422);
      useClock('2026-11-27T10:00:01Z');
      expect([await tried(as), await tried(as)]).toEqual([422, 429]);
    } finally {
      overrideConfig({ RATE_LIMIT });
    }
  });
});
