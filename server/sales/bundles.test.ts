import { describe, expect, it } from 'vitest';
import { bundlesContract } from '#contract/bundles.ts';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBundle, aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { mailsTo } from '#test/factories/mails.ts';
import {
  anOrder,
  aPaidOrder,
  bundleItem,
  cartForm,
  pay,
  ticketItem,
} from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';

async function aPair(): Promise<{ parts: [SomeProduct, SomeProduct]; bundle: SomeProduct }> {
  const first = await aProduct({ sessions: [{ capacity: 1 }] });
  const second = await aProduct({
    ...{ channel: first.channel, price: 1100, taxRate: 1000 },
    sessions: [{ capacity: 5 }],
  });
  return { parts: [first, second], bundle: await aBundle([first, second]) };
}

const start = (as: Someone, bundle: SomeProduct, given: object = {}) =>
  call(ordersContract.startOrder, { as, body: cartForm([bundleItem(bundle, given)]) });
const refused = (as: Someone, bundle: SomeProduct) =>
  refusal(ordersContract.startOrder, { as, body: cartForm([bundleItem(bundle)]) });
const ticketOf = async (as: Someone, { slug }: SomeProduct) =>
  (await call(salesContract.getMine, { as, params: { slug } })).ticket;
const seatsOf = async (product: SomeProduct) => {
  const row = await db()
    .selectFrom('product_sessions')
    .select('seats_held')
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  return row.seats_held;
};

async function expectSoundBooks() {
  const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
  expect(differences).toEqual([]);
}

describe('a bundle', () => {
  it('gives a ticket and a seat of each part, whose taxes are their own', async () => {
    const { parts, bundle } = await aPair();
    const buyer = await aViewer();
    const order = await start(buyer, bundle);
    // 20.00 by 12.10 and 11.00, and each share by its own rate.
    expect(order.lines).toMatchObject([
      { kind: 'bundle', total: 2000, net: 1731, tax: 269, bundleLineId: null },
      { kind: 'ticket', total: 1048, net: 866, tax: 182, taxRate: 2100 },
      { kind: 'ticket', total: 952, net: 865, tax: 87, taxRate: 1000 },
    ]);
    expect(order).toMatchObject({ net: 1731, tax: 269, total: 2000 });
    expect(order.lines[1]?.bundleLineId).toBe(order.lines[0]?.id);
    expect(await Promise.all(parts.map(seatsOf))).toEqual([1, 1]);
    await pay(buyer, order);
    for (const part of parts) {
      expect(await ticketOf(buyer, part)).toMatchObject({ source: 'bundle', orderId: order.id });
    }
    expect(await ticketOf(buyer, bundle)).toBeNull();
    const { paper } = await db()
      .selectFrom('invoices')
      .select('paper')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(paper).toMatchObject({
      lines: parts.map(({ title }) => ({ title: `${bundle.title}: ${title}` })),
      taxes: [
        { rate: 2100, net: 866, tax: 182 },
        { rate: 1000, net: 865, tax: 87 },
      ],
    });
    const sold = await call(salesContract.listSales, { as: bundle.owner });
    expect(sold).toMatchObject({ total: 2, totals: [{ orders: 1, taken: 2000, tax: 269 }] });
    expect(sold.items.map((sale) => sale.bundle?.title)).toEqual([bundle.title, bundle.title]);
    await runKeptJobs();
    expect((await mailsTo(buyer.email)).map(({ kind }) => kind)).toContain('order-paid');
    await expectSoundBooks();
  });

  it('is sold out when a part is, and holds nothing of the others then', async () => {
    const { parts, bundle } = await aPair();
    await anOrder({ product: parts[0] });
    expect(await refused(await aViewer(), bundle)).toEqual({
      status: 409,
      code: 'SOLD_OUT',
      fields: { 'items.0': 'invalid' },
    });
    expect(await seatsOf(parts[1])).toBe(0);
  });

  it('is refused to who has a part, which is named', async () => {
    const { parts, bundle } = await aPair();
    const { buyer } = await aPaidOrder({
      product: parts[1],
      form: { expectedTotal: 1100 },
    });
    expect(await refused(buyer, bundle)).toEqual({
      status: 409,
      code: 'PART_OWNED',
      fields: { 'items.0.parts.1': 'invalid' },
    });
  });

  it('stands in one order with neither its part nor without its price', async () => {
    const { parts, bundle } = await aPair();
    const as = await aViewer();
    const body = cartForm([bundleItem(bundle), ticketItem(parts[0])]);
    expect((await refusal(ordersContract.startOrder, { as, body })).fields).toEqual({
      'items.1': 'invalid',
    });
    const cheap = cartForm([bundleItem(bundle, { expectedTotal: 1 })]);
    expect((await refusal(ordersContract.startOrder, { as, body: cheap })).code).toBe(
      'PRICE_CHANGED',
    );
    const asTicket = cartForm([ticketItem(bundle, { expectedTotal: 2000 })]);
    expect((await refusal(ordersContract.startOrder, { as, body: asTicket })).status).toBe(404);
    const asBundle = cartForm([bundleItem(parts[0], { expectedTotal: 1210 })]);
    expect((await refusal(ordersContract.startOrder, { as, body: asBundle })).status).toBe(404);
  });

  it('takes the place of an order for a part that waits', async () => {
    const { parts, bundle } = await aPair();
    const { order: before, buyer } = await anOrder({ product: parts[0] });
    expect((await start(buyer, bundle)).state).toBe('pending');
    const { state } = await call(ordersContract.getOrder, { as: buyer, params: { id: before.id } });
    expect(state).toBe('cancelled');
    expect(await seatsOf(parts[0])).toBe(1);
  });

  it('costs less with a code of its own', async () => {
    const { bundle } = await aPair();
    const code = await aCode(bundle, { net: 1000, tax: 210 });
    const order = await start(await aViewer(), bundle, { code, expectedTotal: 1210 });
    expect(order.lines.map(({ total }) => total)).toEqual([1210, 634, 576]);
  });

  it('goes back whole: all its tickets end, and all seats are free', async () => {
    const { parts, bundle } = await aPair();
    const buyer = await aViewer();
    const order = await pay(buyer, await start(buyer, bundle));
    const back = await call(refundsContract.refundOrder, {
      as: bundle.owner,
      params: { id: order.id },
      body: { reason: 'Nobody sings', lines: [order.lines[0]?.id ?? ''] },
    });
    expect(back).toMatchObject({ state: 'refunded', refunded: 2000 });
    expect(back.lines.map(({ refunded }) => refunded)).toEqual([2000, 1048, 952]);
    for (const part of parts) expect(await ticketOf(buyer, part)).toBeNull();
    expect(await Promise.all(parts.map(seatsOf))).toEqual([0, 0]);
    await expectSoundBooks();
  });
});

describe('what is inside a bundle', () => {
  const own = (as: Someone, { slug }: SomeProduct) =>
    call(bundlesContract.getOwnBundle, { as, params: { slug } });

  it('is shown to everybody, with what it saves', async () => {
    const { parts, bundle } = await aPair();
    const shown = await call(bundlesContract.getBundle, { params: { slug: bundle.slug } });
    expect(shown).toMatchObject({ apart: 2310, saved: 310 });
    expect(shown.parts.map(({ product, open }) => [product.slug, open])).toEqual(
      parts.map(({ slug }) => [slug, true]),
    );
    await anOrder({ product: parts[0] });
    const later = await call(bundlesContract.getBundle, { params: { slug: bundle.slug } });
    expect(later.parts.map(({ open }) => open)).toEqual([false, true]);
  });

  it('is nothing that strangers see of a draft, nor of what is no bundle', async () => {
    const { parts } = await aPair();
    const draft = await aBundle(parts, { status: 'draft' });
    for (const slug of [draft.slug, parts[0].slug]) {
      expect((await refusal(bundlesContract.getBundle, { params: { slug } })).status).toBe(404);
    }
    const as = await anOrganizer();
    const params = { slug: draft.slug };
    expect((await refusal(bundlesContract.getOwnBundle, { as, params })).status).toBe(404);
    const body = { parts: parts.map(({ slug }) => ({ productSlug: slug })) };
    expect((await refusal(bundlesContract.saveBundle, { as, params, body })).status).toBe(404);
  });

  it('is chosen by its organizer among what stands in the channel and is no draft', async () => {
    const { parts, bundle } = await aPair();
    const draft = await aProduct({ channel: bundle.channel, status: 'draft' });
    const foreign = await aProduct({ channel: bundle.channel, currency: 'USD' });
    const hidden = await aProduct({ channel: bundle.channel, status: 'private' });
    const { choices } = await own(bundle.owner, bundle);
    expect(choices.map(({ slug }) => slug).sort()).toEqual(
      [...parts, hidden].map(({ slug }) => slug).sort(),
    );
    const save = (slugs: string[]) => ({
      as: bundle.owner,
      params: { slug: bundle.slug },
      body: { parts: slugs.map((productSlug) => ({ productSlug })) },
    });
    const after = await call(bundlesContract.saveBundle, save([hidden.slug, parts[0].slug]));
    expect(after.parts).toEqual([
      { productSlug: hidden.slug, sessionId: hidden.sessions[0]?.id },
      { productSlug: parts[0].slug, sessionId: parts[0].sessions[0]?.id },
    ]);
    const [{ slug: a }] = parts;
    for (const [slugs, fields] of [
      [[a, draft.slug], { 'parts.1.productSlug': 'unknown' }],
      [[a, foreign.slug], { 'parts.1.productSlug': 'unknown' }],
      [[a, bundle.slug], { 'parts.1.productSlug': 'unknown' }],
      [[a, a], { 'parts.1.productSlug': 'invalid' }],
    ] as const) {
      expect((await refusal(bundlesContract.saveBundle, save([...slugs]))).fields).toEqual(fields);
    }
    expect((await refusal(bundlesContract.saveBundle, save([a]))).code).toBe('VALIDATION');
  });

  it('has a showing where there are several', async () => {
    const { parts, bundle } = await aPair();
    const many = await aProduct({ channel: bundle.channel, sessions: [{}, {}] });
    const body = (sessionId: string | null) => ({
      parts: [{ productSlug: parts[0].slug }, { productSlug: many.slug, sessionId }],
    });
    const as = bundle.owner;
    const params = { slug: bundle.slug };
    const foreign = parts[1].sessions[0]?.id ?? '';
    expect(
      (await refusal(bundlesContract.saveBundle, { as, params, body: body(null) })).fields,
    ).toEqual({ 'parts.1.sessionId': 'required' });
    expect(
      (await refusal(bundlesContract.saveBundle, { as, params, body: body(foreign) })).fields,
    ).toEqual({ 'parts.1.sessionId': 'unknown' });
    const second = many.sessions[1]?.id ?? '';
    const { parts: kept } = await call(bundlesContract.saveBundle, {
      as,
      params,
      body: body(second),
    });
    expect(kept[1]?.sessionId).toBe(second);
  });
});
