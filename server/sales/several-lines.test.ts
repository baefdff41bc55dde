import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { makeAttachment } from '#server/platform/mail/deliver.ts';
import type { Attachment } from '#server/platform/mail/index.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type ProductGiven, type SomeProduct } from '#test/factories/catalog.ts';
import { mailsTo } from '#test/factories/mails.ts';
import {
  aCartOrder,
  anOrder,
  aPaidOrder,
  cartForm,
  orderForm,
  pay,
  ticketItem,
} from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';
import { expireOrders } from './close-order.ts';

/** Products of one channel, the first as given first. */
async function aShelf(...given: ProductGiven[]): Promise<SomeProduct[]> {
  const first = await aProduct(given[0]);
  const rest = given.slice(1).map((one) => aProduct({ channel: first.channel, ...one }));
  return [first, ...(await Promise.all(rest))];
}

const seatsOf = async ({ sessions }: SomeProduct) => {
  const row = await db()
    .selectFrom('product_sessions')
    .select('seats_held')
    .where('id', '=', sessions[0]?.id ?? '')
    .executeTakeFirstOrThrow();
  return row.seats_held;
};
const ticketOf = async (as: Someone, { slug }: SomeProduct) =>
  (await call(salesContract.getMine, { as, params: { slug } })).ticket;
const orderOf = (as: Someone, { id }: { id: string }) =>
  call(ordersContract.getOrder, { as, params: { id } });

async function expectSoundBooks() {
  const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
  expect(differences).toEqual([]);
}

describe('an order of several things', () => {
  it('is paid once, and gives a ticket for each, one invoice, and one letter', async () => {
    const [dear, cheap, free] = (await aShelf(
      { sessions: [{ capacity: 5 }] },
      { price: 550, taxRate: 1000, sessions: [{ startsAt: '2030-07-01T18:00:00.000Z' }] },
      { plan: 'free', type: 'vod', sessions: [] },
    )) as [SomeProduct, SomeProduct, SomeProduct];
    const { order, buyer } = await aCartOrder([dear, cheap], {
      items: [{}, { expectedTotal: 550 }],
    });
    expect(order).toMatchObject({ state: 'pending', net: 1500, tax: 260, total: 1760 });
    expect(order.lines.map(({ kind, productId, total }) => [kind, productId, total])).toEqual([
      ['ticket', dear.id, 1210],
      ['ticket', cheap.id, 550],
    ]);
    const paid = await pay(buyer, order);
    expect(paid).toMatchObject({ state: 'paid', invoices: [{ kind: 'sale', total: 1760 }] });
    expect(await ticketOf(buyer, dear)).toMatchObject({ source: 'purchase', orderId: order.id });
    expect(await ticketOf(buyer, cheap)).toMatchObject({ source: 'purchase', orderId: order.id });
    expect(await ticketOf(buyer, free)).toBeNull();
    const { paper } = await db()
      .selectFrom('invoices')
      .select('paper')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(paper).toMatchObject({
      lines: [
        { title: dear.title, total: 1210 },
        { title: cheap.title, total: 550 },
      ],
      taxes: [
        { rate: 2100, net: 1000, tax: 210 },
        { rate: 1000, net: 500, tax: 50 },
      ],
    });
    await runKeptJobs();
    const mails = (await mailsTo(buyer.email)).filter(({ kind }) => kind === 'order-paid');
    expect(mails).toHaveLength(1);
    const { attachments } = await db()
      .selectFrom('mails')
      .select('attachments')
      .where('recipient', '=', buyer.email)
      .where('kind', '=', 'order-paid')
      .executeTakeFirstOrThrow();
    const [, calendar] = attachments as [Attachment, Attachment];
    const file = (await makeAttachment(calendar)).toString();
    expect(file.match(/^DTSTART:.*$/gm)).toEqual([
      'DTSTART:20300601T180000Z',
      'DTSTART:20300701T180000Z',
    ]);
    await expectSoundBooks();
  });

  it('is a row for each in the lists of its seller, whose sums are those of what is asked for', async () => {
    const [one, other] = (await aShelf({}, { price: 550, taxRate: 1000 })) as [
      SomeProduct,
      SomeProduct,
    ];
    const { order, buyer } = await aCartOrder([one, other], {
      items: [{}, { expectedTotal: 550 }],
    });
    await pay(buyer, order);
    const as = one.owner;
    const all = await call(salesContract.listSales, { as });
    expect(all.items.map(({ id, product, total }) => [id, product.slug, total]).sort()).toEqual(
      [
        [order.id, one.slug, 1210],
        [order.id, other.slug, 550],
      ].sort(),
    );
    expect(all).toMatchObject({ total: 2, totals: [{ orders: 1, taken: 1760, tax: 260 }] });
    const some = await call(salesContract.listSales, { as, query: { product: other.slug } });
    expect(some).toMatchObject({ total: 1, totals: [{ orders: 1, taken: 550, tax: 50 }] });
    const mine = await call(ordersContract.listMyOrders, { as: buyer });
    expect(mine.items.map(({ lines }) => lines.map(({ title }) => title))).toEqual([
      [one.title, other.title],
    ]);
  });

  it('costs nothing when nothing in it does', async () => {
    const [one, other] = (await aShelf({ plan: 'free' }, { plan: 'free' })) as [
      SomeProduct,
      SomeProduct,
    ];
    const free = { expectedTotal: 0 };
    const { order, buyer } = await aCartOrder([one, other], { items: [free, free] });
    expect(order).toMatchObject({ state: 'paid', total: 0, invoices: [] });
    expect(await ticketOf(buyer, other)).toMatchObject({ source: 'free' });
  });
});

describe('what is at fault is named', () => {
  it('and nothing of the others is held', async () => {
    const [good, full] = (await aShelf(
      { sessions: [{ capacity: 1 }] },
      { sessions: [{ capacity: 1, held: 1 }] },
    )) as [SomeProduct, SomeProduct];
    const as = await aViewer();
    const code = await aCode(good);
    const body = cartForm([ticketItem(good, { code, expectedTotal: 605 }), ticketItem(full)]);
    expect(await refusal(ordersContract.startOrder, { as, body })).toEqual({
      status: 409,
      code: 'SOLD_OUT',
      fields: { 'items.1': 'invalid' },
    });
    expect(await seatsOf(good)).toBe(0);
    expect((await anOrder({ product: good, form: { code, expectedTotal: 605 } })).order.total).toBe(
      605,
    );
  });

  it.each([
    ['another price', {}, { expectedTotal: 1000 }, 'PRICE_CHANGED'],
    ['a sale that is over', { salesEndsAt: '2026-01-01T00:00:00Z' }, {}, 'PRODUCT_NOT_FOR_SALE'],
    ['a draft', { status: 'draft' }, {}, 'SERVER_ERROR_NOT_FOUND'],
    ['an unknown code', {}, { code: 'AAAA-BBBB-CCCC' }, 'COUPON_UNKNOWN'],
  ] as const)('%s', async (_, given, item, code) => {
    const [good, bad] = (await aShelf({}, given)) as [SomeProduct, SomeProduct];
    const body = cartForm([ticketItem(good), ticketItem(bad, item)]);
    const as = await aViewer();
    expect(await refusal(ordersContract.startOrder, { as, body })).toMatchObject({
      code,
      fields: { 'items.1': 'invalid' },
    });
  });

  it('what one has, also of a free one that comes with it', async () => {
    const [one, other] = (await aShelf({}, {})) as [SomeProduct, SomeProduct];
    const { buyer: as } = await aPaidOrder({ product: other });
    const body = cartForm([ticketItem(one), ticketItem(other)]);
    expect(await refusal(ordersContract.startOrder, { as, body })).toMatchObject({
      code: 'ALREADY_OWNED',
      fields: { 'items.1': 'invalid' },
    });
  });

  it('what is of another seller or in another currency, or chosen twice', async () => {
    const [one, foreign] = (await aShelf({}, { currency: 'USD' })) as [SomeProduct, SomeProduct];
    const elsewhere = await aProduct();
    const as = await aViewer();
    const faults = async (products: SomeProduct[]) =>
      (
        await refusal(ordersContract.startOrder, {
          as,
          body: cartForm(products.map((product) => ticketItem(product))),
        })
      ).fields;
    expect(await faults([one, elsewhere])).toEqual({ 'items.1': 'mismatch' });
    expect(await faults([one, foreign])).toEqual({ 'items.1': 'mismatch' });
    expect(await faults([one, one])).toEqual({ 'items.1': 'invalid' });
  });

  it('but a wrong sum is nobody’s', async () => {
    const [one, other] = (await aShelf({}, {})) as [SomeProduct, SomeProduct];
    const as = await aViewer();
    const body = cartForm([ticketItem(one), ticketItem(other)], { expectedTotal: 2419 });
    expect(await refusal(ordersContract.startOrder, { as, body })).toEqual({
      status: 409,
      code: 'PRICE_CHANGED',
    });
  });

  it('and so are none, and more than twenty', async () => {
    const as = await aViewer();
    const product = await aProduct();
    const many = cartForm(Array.from({ length: 21 }, () => ticketItem(product)));
    for (const body of [cartForm([]), many]) {
      expect((await refusal(ordersContract.startOrder, { as, body })).code).toBe('VALIDATION');
    }
  });
});

describe('a buyer who comes again', () => {
  it('with the same things, in whatever order, finds the same order', async () => {
    const shelf = await aShelf({ sessions: [{ capacity: 2 }] }, {});
    const { order, buyer } = await aCartOrder(shelf);
    expect((await aCartOrder(shelf.toReversed(), { buyer })).order.id).toBe(order.id);
    expect(await seatsOf(shelf[0] as SomeProduct)).toBe(1);
  });

  it('with others of them replaces every order that is in the way', async () => {
    const [a, b, c] = (await aShelf(
      { sessions: [{ capacity: 1 }] },
      { sessions: [{ capacity: 1 }] },
      { sessions: [{ capacity: 1 }] },
    )) as [SomeProduct, SomeProduct, SomeProduct];
    const buyer = await aViewer();
    const { order: first } = await aCartOrder([a, b], { buyer });
    const { order: second } = await aCartOrder([c], { buyer });
    const { order } = await aCartOrder([b, c], { buyer });
    expect((await orderOf(buyer, first)).state).toBe('cancelled');
    expect((await orderOf(buyer, second)).state).toBe('cancelled');
    expect(order.state).toBe('pending');
    expect([await seatsOf(a), await seatsOf(b), await seatsOf(c)]).toEqual([0, 1, 1]);
  });

  it('and is refused, keeps what they have', async () => {
    const [a, full] = (await aShelf(
      { sessions: [{ capacity: 1 }] },
      { sessions: [{ capacity: 1, held: 1 }] },
    )) as [SomeProduct, SomeProduct];
    const { order, buyer: as } = await aCartOrder([a]);
    const body = cartForm([ticketItem(a), ticketItem(full)]);
    expect((await refusal(ordersContract.startOrder, { as, body })).code).toBe('SOLD_OUT');
    expect((await orderOf(as, order)).state).toBe('pending');
    expect(await seatsOf(a)).toBe(1);
  });
});

describe('money that comes when the time is over', () => {
  const start = '2026-11-27T10:00:00Z';
  const minutes = (count: number) => useClock(now().add({ minutes: count }));

  async function lateFor(shelf: SomeProduct[], code: string | null) {
    useClock(start);
    const { order, buyer } = await aCartOrder(shelf, {
      items: [code ? { code, expectedTotal: 605 } : {}],
    });
    await pay(buyer, order, 'late');
    minutes(16);
    await expireOrders();
    return { order, buyer };
  }

  it('buys all of it while all of it is free', async () => {
    const shelf = await aShelf({ sessions: [{ capacity: 1 }] }, { sessions: [{ capacity: 1 }] });
    const { order, buyer } = await lateFor(shelf, null);
    await runKeptJobs();
    expect((await orderOf(buyer, order)).state).toBe('paid');
    expect(await Promise.all(shelf.map(seatsOf))).toEqual([1, 1]);
    await expectSoundBooks();
  });

  it('goes back whole when one thing of it is gone, and the others stay free', async () => {
    const shelf = await aShelf({ sessions: [{ capacity: 1 }] }, { sessions: [{ capacity: 1 }] });
    const [first, last] = shelf as [SomeProduct, SomeProduct];
    const code = await aCode(first);
    const { order, buyer } = await lateFor(shelf, code);
    await anOrder({ product: last });
    await runKeptJobs();
    const back = await orderOf(buyer, order);
    expect(back).toMatchObject({ state: 'expired', refunds: [{ amount: 1815, state: 'done' }] });
    expect(await seatsOf(first)).toBe(0);
    expect(await ticketOf(buyer, first)).toBeNull();
    const again = await aPaidOrder({ product: first, form: { code, expectedTotal: 605 } });
    expect(again.order.state).toBe('paid');
    await expectSoundBooks();
  });
});

describe('money of one line goes back', () => {
  const reason = 'The singer is ill';
  async function aPaidPair() {
    const shelf = (await aShelf(
      { sessions: [{ capacity: 1 }] },
      { price: 550, taxRate: 1000, sessions: [{ capacity: 1 }] },
    )) as [SomeProduct, SomeProduct];
    const { order, buyer } = await aCartOrder(shelf, { items: [{}, { expectedTotal: 550 }] });
    return { shelf, order: await pay(buyer, order), buyer };
  }
  const refund = (as: Someone, { id }: { id: string }, body: object) =>
    call(refundsContract.refundOrder, { as, params: { id }, body: { reason, ...body } });

  it('by the organizer: its ticket ends, its seat is free, and the other stays', async () => {
    const { shelf, order, buyer } = await aPaidPair();
    const [kept, given] = shelf;
    const lines = [order.lines[1]?.id ?? ''];
    const back = await refund(kept.owner, order, { lines });
    expect(back).toMatchObject({ state: 'partly_refunded', refunded: 550 });
    expect(back.lines.map(({ refunded }) => refunded)).toEqual([0, 550]);
    expect(back.invoices[1]).toMatchObject({ kind: 'rectifying', total: -550 });
    expect(await ticketOf(buyer, given)).toBeNull();
    expect(await ticketOf(buyer, kept)).not.toBeNull();
    expect([await seatsOf(kept), await seatsOf(given)]).toEqual([1, 0]);
    const [, paper] = await db()
      .selectFrom('invoices')
      .select(['tax', 'paper'])
      .where('order_id', '=', order.id)
      .orderBy('issued_at')
      .execute();
    expect(paper).toMatchObject({ tax: -50, paper: { lines: [{ taxRate: 1000, total: -550 }] } });
    const sold = await call(salesContract.listSales, {
      as: kept.owner,
      query: { state: 'refunded' },
    });
    expect(sold.items.map(({ product }) => product.slug)).toEqual([given.slug]);
    await expectSoundBooks();
  });

  it('once', async () => {
    const { shelf, order } = await aPaidPair();
    const as = shelf[0].owner;
    const lines = [order.lines[1]?.id ?? ''];
    await refund(as, order, { lines });
    expect(
      await refusal(refundsContract.refundOrder, {
        as,
        params: { id: order.id },
        body: { reason, lines },
      }),
    ).toEqual({ status: 409, code: 'REFUND_STATE' });
    expect(await refund(as, order, {})).toMatchObject({ state: 'refunded', refunded: 1760 });
    expect(await seatsOf(shelf[1])).toBe(0);
    await expectSoundBooks();
  });

  it('in parts, by an administrator, never more than is left of it', async () => {
    const { order, shelf, buyer } = await aPaidPair();
    const as = await anAdmin();
    const lines = [order.lines[1]?.id ?? ''];
    await refund(as, order, { lines, amount: 200 });
    expect(await ticketOf(buyer, shelf[1])).not.toBeNull();
    const params = { id: order.id };
    const body = { reason, lines, amount: 351 };
    expect((await refusal(refundsContract.refundOrder, { as, params, body })).fields).toEqual({
      amount: 'too_big',
    });
    await refund(as, order, { lines, amount: 350 });
    expect(await ticketOf(buyer, shelf[1])).toBeNull();
    await expectSoundBooks();
  });

  it('and a part of the whole is spread over all of them', async () => {
    const { order } = await aPaidPair();
    const back = await refund(await anAdmin(), order, { amount: 176 });
    expect(back.lines.map(({ refunded }) => refunded)).toEqual([121, 55]);
    await expectSoundBooks();
  });

  it('not of a line that is not there, and in parts by nobody but administrators', async () => {
    const { order, shelf } = await aPaidPair();
    const params = { id: order.id };
    const as = shelf[0].owner;
    const foreign = (await aPaidOrder()).order.lines[0]?.id ?? '';
    const unknown = { reason, lines: [order.lines[0]?.id ?? '', foreign] };
    expect(
      (await refusal(refundsContract.refundOrder, { as, params, body: unknown })).fields,
    ).toEqual({ lines: 'unknown' });
    const part = { reason, lines: [order.lines[0]?.id ?? ''], amount: 1 };
    expect((await refusal(refundsContract.refundOrder, { as, params, body: part })).code).toBe(
      'FORBIDDEN',
    );
  });
});

describe('the same key', () => {
  it('with another basket is refused', async () => {
    const [one, other] = (await aShelf({}, {})) as [SomeProduct, SomeProduct];
    const as = await aViewer();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await call(ordersContract.startOrder, { as, headers, body: orderForm(one) });
    const body = cartForm([ticketItem(one), ticketItem(other)]);
    expect((await refusal(ordersContract.startOrder, { as, headers, body })).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});
