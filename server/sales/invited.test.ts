import { afterEach, describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { mediaPayContract } from '#contract/media-pay.ts';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { noProviders } from '#test/factories/payments.ts';
import { orderForm } from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';

const platform = { period: 'off', net: 0, taxRate: 0, currency: 'EUR' } as const;

async function sellPaidContent(paidContent: boolean) {
  const monetize = { channelSubscriptions: true, paidContent, platform };
  const body = { ...noProviders(), monetize };
  await call(mediaPayContract.saveMediaPay, { as: await anAdmin(), body });
}
afterEach(() => sellPaidContent(true));

const nothing = { net: 0, tax: 0 };
const invitation = { expectedTotal: 0 };

describe('while nothing that costs is sold, a private product', () => {
  it('that is free is made so', async () => {
    await sellPaidContent(false);
    const draft = await aProduct({ status: 'draft', plan: 'free' });
    const asked = { as: draft.owner, params: { slug: draft.slug } };
    expect(await call(catalogContract.makeProductPrivate, asked)).toMatchObject({
      status: 'private',
    });
  });

  it('that has a price is made so, and whoever is invited has it for nothing', async () => {
    await sellPaidContent(false);
    const draft = await aProduct({ status: 'draft' });
    const { owner, slug } = draft;
    const asked = { as: owner, params: { slug } };
    const made = await call(catalogContract.makeProductPrivate, asked);
    expect(made).toMatchObject({ status: 'private', sale: 'barred' });
    const code = await aCode(draft, nothing);
    const page = await call(catalogContract.getProduct, { params: { slug }, query: { code } });
    expect(page).toMatchObject({ sale: 'open', can: { buy: true }, sessions: [{ open: true }] });
    const guest = await aViewer();
    const checkout = { as: guest, params: { slug }, query: { code } };
    expect(await call(salesContract.getCheckout, checkout)).toMatchObject({
      ...{ sale: 'open', sessions: [{ open: true }], can: { buy: true } },
      offer: { price: { total: 0 } },
    });
    const body = orderForm(draft, { ...invitation, code });
    expect(await call(ordersContract.startOrder, { as: guest, body })).toMatchObject({
      ...{ state: 'paid', total: 0 },
    });
    const mine = await call(salesContract.getMine, { as: guest, params: { slug } });
    expect(mine.ticket).not.toBeNull();
  });

  it('is sold to nobody: no code with a price is made, and none of before is taken', async () => {
    const product = await aProduct({ status: 'private' });
    const { owner, slug } = product;
    const code = await aCode(product);
    await sellPaidContent(false);
    const coupon = { sessionId: null, quantity: 1, net: 500, tax: 105, validUntil: null };
    expect(
      await refusal(ticketsContract.makeCoupons, { as: owner, params: { slug }, body: coupon }),
    ).toEqual({ status: 409, code: 'PAID_CONTENT_OFF' });
    const viewer = await aViewer();
    const body = orderForm(product, { code, expectedTotal: 605 });
    expect(await refusal(ordersContract.startOrder, { as: viewer, body })).toMatchObject({
      code: 'PRODUCT_NOT_FOR_SALE',
    });
    const page = await call(catalogContract.getProduct, { params: { slug }, query: { code } });
    expect(page).toMatchObject({ sale: 'barred', can: { buy: false } });
    const checkout = { as: viewer, params: { slug }, query: { code } };
    expect(await call(salesContract.getCheckout, checkout)).toMatchObject({
      ...{ sale: 'barred', can: { buy: false } },
    });
  });

  it('is what codes invite to: what is published they open to nobody', async () => {
    const product = await aProduct();
    const code = await aCode(product, nothing);
    await sellPaidContent(false);
    const as = await aViewer();
    const [params, query] = [{ slug: product.slug }, { code }];
    const barred = { sale: 'barred', can: { buy: false } };
    expect(await call(catalogContract.getProduct, { params, query })).toMatchObject(barred);
    expect(await call(catalogContract.getProduct, { as, params, query })).toMatchObject(barred);
    expect(await call(salesContract.getMine, { as, params })).toMatchObject(barred);
    expect(await call(salesContract.getCheckout, { as, params, query })).toMatchObject(barred);
    const body = orderForm(product, { ...invitation, code });
    expect(await refusal(ordersContract.startOrder, { as, body })).toMatchObject({
      code: 'PRODUCT_NOT_FOR_SALE',
    });
  });

  it('that is sent is not made so: it is only ever sold', async () => {
    await sellPaidContent(false);
    const { owner, slug } = await aProduct({ status: 'draft', type: 'physical', sessions: [] });
    const asked = { as: owner, params: { slug } };
    expect(await refusal(catalogContract.makeProductPrivate, asked)).toEqual({
      ...{ status: 409, code: 'PAID_CONTENT_OFF' },
    });
    expect(await call(catalogContract.getOwnProduct, asked)).toMatchObject({
      because: { makePrivate: 'paid_content_off' },
    });
  });
});
