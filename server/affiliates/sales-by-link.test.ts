import { describe, expect, it } from 'vitest';
import { affiliatesContract } from '#contract/affiliates.ts';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBroughtOrder, anAffiliate } from '#test/factories/affiliates.ts';
import { aBundle, aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { donationItem, withDonations } from '#test/factories/giving.ts';
import { bundleItem, cartForm, orderForm, pay, ticketItem } from '#test/factories/sales.ts';
import { call, send } from '#test/story.ts';

const factsOf = async ({ owner: as }: SomeProduct, code: string) => {
  const { items } = await call(affiliatesContract.listAffiliates, { as, query: { q: code } });
  const [found] = items;
  if (!found) throw new Error('no affiliate');
  return { orders: found.orders, sums: found.sums };
};
const nothing = { orders: 0, sums: [] };
const one = { currency: 'EUR', paid: 1210, refunded: 0, base: 1000, commission: 100 };
const end = (product: SomeProduct, id: string) =>
  call(affiliatesContract.moveAffiliate, {
    as: product.owner,
    params: { id },
    body: { from: 'active', to: 'ended' },
  });

describe('an order by a link', () => {
  it('counts for its affiliate once it is paid, by the books and without tax', async () => {
    const { affiliate, product } = await anAffiliate();
    const buyer = await aViewer();
    const body = { ...orderForm(product), ref: affiliate.code.toLowerCase() };
    const order = await call(ordersContract.startOrder, { as: buyer, body });
    expect(await factsOf(product, affiliate.code)).toEqual(nothing);
    await pay(buyer, order);
    expect(await factsOf(product, affiliate.code)).toEqual({ orders: 1, sums: [one] });
    await aBroughtOrder(product, affiliate.code);
    expect(await factsOf(product, affiliate.code)).toEqual({
      orders: 2,
      sums: [{ ...one, paid: 2420, base: 2000, commission: 200 }],
    });
  });

  it('that is refunded lowers the sums and the commission', async () => {
    const { affiliate, product } = await anAffiliate();
    const { order } = await aBroughtOrder(product, affiliate.code);
    await aBroughtOrder(product, affiliate.code);
    await call(refundsContract.refundOrder, {
      as: product.owner,
      params: { id: order.id },
      body: { reason: 'She cannot come' },
    });
    expect(await factsOf(product, affiliate.code)).toEqual({
      orders: 2,
      sums: [{ ...one, paid: 2420, refunded: 1210 }],
    });
  });

  it('counts twice when two buy at the same instant', async () => {
    const { affiliate, product } = await anAffiliate();
    await Promise.all([1, 2].map(() => aBroughtOrder(product, affiliate.code)));
    expect(await factsOf(product, affiliate.code)).toMatchObject({ orders: 2 });
  });

  it('is bought all the same when the link ends at that instant', async () => {
    const { affiliate, product } = await anAffiliate();
    const [{ order }] = await Promise.all([
      aBroughtOrder(product, affiliate.code),
      end(product, affiliate.id),
    ]);
    expect(order).toMatchObject({ state: 'paid', total: 1210 });
    const { order: later } = await aBroughtOrder(product, affiliate.code);
    expect(later.state).toBe('paid');
    expect((await factsOf(product, affiliate.code)).orders).toBeLessThanOrEqual(1);
  });

  it('is one order when it is sent twice under one key, the code or none with it', async () => {
    const { affiliate, product } = await anAffiliate();
    const as = await aViewer();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const form = orderForm(product);
    const first = await call(ordersContract.startOrder, {
      ...{ as, headers, body: { ...form, ref: affiliate.code } },
    });
    const second = await call(ordersContract.startOrder, { as, headers, body: form });
    expect(second.id).toBe(first.id);
    await pay(as, first);
    expect(await factsOf(product, affiliate.code)).toMatchObject({ orders: 1 });
  });
});

describe('a code never stands in the way', () => {
  const bought = async (product: SomeProduct, ref: unknown, as?: Someone) => {
    const body = { ...orderForm(product), ref } as never;
    const sent = await send(ordersContract.startOrder, { as: as ?? (await aViewer()), body });
    return [sent.statusCode, sent.json().total];
  };

  it.each([['UNKNOWN'], [''], ['ANA; drop'], [17], [{ code: 'ANA' }], ['x'.repeat(3000)]])(
    'that is %j',
    async (ref) => {
      expect(await bought(await aProduct(), ref)).toEqual([201, 1210]);
    },
  );

  it('that is another channel’s, or has ended', async () => {
    const { affiliate, product } = await anAffiliate();
    expect(await bought(await aProduct(), affiliate.code)).toEqual([201, 1210]);
    await end(product, affiliate.id);
    await aBroughtOrder(product, affiliate.code);
    expect(await factsOf(product, affiliate.code)).toEqual(nothing);
  });

  it('counts nothing that organizers buy of themselves', async () => {
    const { affiliate, product } = await anAffiliate();
    await aBroughtOrder(product, affiliate.code, product.owner);
    expect(await factsOf(product, affiliate.code)).toEqual(nothing);
  });
});

describe('of an order with several things', () => {
  it('that of its product counts, and nothing that is given', async () => {
    const product = await withDonations(await aProduct());
    const other = await aProduct({ channel: product.channel });
    const { affiliate: whole } = await anAffiliate({ product });
    const form = { productSlug: product.slug };
    const { affiliate: ofOne } = await anAffiliate({ product, form });
    const items = [ticketItem(product), ticketItem(other), donationItem(product)];
    for (const ref of [whole.code, ofOne.code]) {
      const as = await aViewer();
      const body = cartForm(items, { ref });
      await pay(as, await call(ordersContract.startOrder, { as, body }));
    }
    expect((await factsOf(product, ofOne.code)).sums).toEqual([one]);
    expect((await factsOf(product, whole.code)).sums).toEqual([
      { ...one, paid: 2420, base: 2000, commission: 200 },
    ]);
  });

  it('the parts of a bundle count once', async () => {
    const part = await aProduct();
    const bundle = await aBundle([part, await aProduct({ channel: part.channel })]);
    const { affiliate } = await anAffiliate({ product: bundle });
    const as = await aViewer();
    const body = cartForm([bundleItem(bundle)], { ref: affiliate.code });
    await pay(as, await call(ordersContract.startOrder, { as, body }));
    expect(await factsOf(bundle, affiliate.code)).toMatchObject({
      ...{ orders: 1, sums: [{ paid: 2000, refunded: 0 }] },
    });
  });
});

describe('sales', () => {
  it('are filtered by who brought them, with the sums of those', async () => {
    const { affiliate, product } = await anAffiliate();
    const { order } = await aBroughtOrder(product, affiliate.code);
    await aBroughtOrder(product, '');
    const query = { affiliate: affiliate.id };
    const mine = await call(salesContract.listSales, { as: product.owner, query });
    const named = { id: affiliate.id, name: affiliate.name, code: affiliate.code };
    expect(mine.items).toMatchObject([{ id: order.id, affiliate: named }]);
    expect(mine.totals).toMatchObject([{ orders: 1, taken: 1210 }]);
    const all = await call(salesContract.listAllSales, { as: await anAdmin(), query });
    expect(all.items.map(({ id }) => id)).toEqual([order.id]);
    const whole = await call(salesContract.listSales, { as: product.owner, query: {} });
    expect(whole.items.map(({ affiliate: by }) => by?.code ?? null).sort()).toEqual(
      [affiliate.code, null].sort(),
    );
    const foreign = await aProduct();
    const none = await call(salesContract.listSales, { as: foreign.owner, query });
    expect(none).toMatchObject({ items: [], totals: [] });
  });

  it('say who brought them to the seller, and not to the buyer', async () => {
    const { affiliate, product } = await anAffiliate();
    const { order, buyer } = await aBroughtOrder(product, affiliate.code);
    expect(order.affiliate).toBeNull();
    const params = { id: order.id };
    const seen = async (as: Someone) =>
      (await call(ordersContract.getOrder, { as, params })).affiliate;
    expect(await seen(buyer)).toBeNull();
    const named = { name: affiliate.name, code: affiliate.code };
    expect(await seen(product.owner)).toEqual(named);
    expect(await seen(await anAdmin())).toEqual(named);
  });
});
