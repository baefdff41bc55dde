import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { lettersTo, toldTo } from '#test/books.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { lastMailTo } from '#test/factories/mails.ts';
import { aCartOrder, anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';

const reason = 'I cannot come that evening';
const ask = (as: Someone, { id }: { id: string }) =>
  call(refundsContract.askForRefund, { as, params: { id }, body: { reason } });
const askRefused = (as: Someone, { id }: { id: string }) =>
  refusal(refundsContract.askForRefund, { as, params: { id }, body: { reason } });
const saleOf = async (as: Someone, { id }: { id: string }) => {
  const [sale] = (await call(salesContract.listSales, { as, query: { q: id } })).items;
  if (!sale) throw new Error('no such sale');
  return sale;
};
const mineOf = async (as: Someone) => (await call(ordersContract.listMyOrders, { as })).items[0];

/** Sold in November for a show in November, and seen from December. */
async function afterTheMonth() {
  useClock('2026-11-05T10:00:00Z');
  const product = await aProduct({ sessions: [{ startsAt: '2026-11-10T19:00:00Z' }] });
  const paid = await aPaidOrder({ product });
  useClock('2026-12-01T08:00:00Z');
  return paid;
}

describe('a buyer who asks for their money back', () => {
  it('is heard by the organizer in the bell and by letter, and is granted by a refund', async () => {
    const { order, buyer, product } = await aPaidOrder();
    expect((await mineOf(buyer))?.can.askRefund).toBe(true);
    expect((await ask(buyer, order)).can.askRefund).toBe(false);
    expect(await mineOf(buyer)).toMatchObject({ request: { state: 'asked', reason } });
    const [told] = await toldTo(product.owner, 'refund_asked');
    expect(told?.content).toBe(`€12.10 — “${reason}”`);
    expect(await lettersTo(product.owner)).toContain('refund-asked');
    const sale = await saleOf(product.owner, order);
    expect(sale).toMatchObject({
      request: { state: 'asked', reason },
      can: { refund: true, recommend: false, refuse: true },
    });
    const params = { id: order.id };
    const body = { reason: 'Of course' };
    await call(refundsContract.refundOrder, { as: product.owner, params, body });
    expect(await mineOf(buyer)).toMatchObject({
      ...{ state: 'refunded', request: { state: 'granted' }, can: { askRefund: false } },
    });
    await runKeptJobs();
    expect(await lettersTo(buyer)).toEqual(['order-paid', 'order-refunded']);
  });

  it('still waits for the rest when only a part went back', async () => {
    const channel = await aChannel();
    const titles = ['First night', 'Second night'];
    const products = await Promise.all(titles.map((title) => aProduct({ channel, title })));
    const asOwner = { as: channel.owner };
    const bought = async () => {
      const { order, buyer } = await aCartOrder(products);
      const { lines } = await pay(buyer, order);
      await ask(buyer, order);
      const give = (line: number) =>
        call(refundsContract.refundOrder, {
          ...asOwner,
          params: { id: order.id },
          body: { lines: lines.slice(line, line + 1).map(({ id }) => id), reason: 'Of course' },
        });
      await give(0);
      return { buyer, params: { id: order.id }, give };
    };
    const granted = await bought();
    expect(await mineOf(granted.buyer)).toMatchObject({
      ...{ state: 'partly_refunded', request: { state: 'asked' }, can: { askRefund: false } },
    });
    await granted.give(1);
    expect(await mineOf(granted.buyer)).toMatchObject({
      ...{ state: 'refunded', request: { state: 'granted' } },
    });
    const refused = await bought();
    const body = { answer: 'The second night you have seen.' };
    const { params, buyer } = refused;
    await call(refundsContract.refuseRefund, { ...asOwner, params, body });
    expect((await mineOf(buyer))?.request).toMatchObject({ state: 'refused', ...body });
    // What went back is refused to nobody.
    const [told] = await toldTo(buyer, 'refund_refused');
    expect(told?.subject).toContain('Second night');
    expect(told?.subject).not.toContain('First night');
  });

  it('asks for what is left: its organizer reads that sum, and of what', async () => {
    const channel = await aChannel();
    const titles = ['First night', 'Second night'];
    const products = await Promise.all(titles.map((title) => aProduct({ channel, title })));
    const { order, buyer } = await aCartOrder(products);
    const { lines } = await pay(buyer, order);
    const params = { id: order.id };
    const body = { lines: [lines[0]?.id ?? ''], reason: 'Get well' };
    await call(refundsContract.refundOrder, { as: channel.owner, params, body });
    await ask(buyer, order);
    const [told] = await toldTo(channel.owner, 'refund_asked');
    expect(told?.content).toBe(`€12.10 of €24.20 paid — “${reason}”`);
    expect(told?.subject).toContain('Second night');
    const letter = await lastMailTo(channel.owner.email);
    expect(letter.kind).toBe('refund-asked');
    expect(letter.body_text).toContain('€12.10 of €24.20 paid');
    expect(letter.body_text).toContain('Second night');
    expect(letter.body_text).not.toContain('First night');
  });

  it('reads why it was refused, in a letter, and may ask again', async () => {
    const { order, buyer, product } = await aPaidOrder();
    await ask(buyer, order);
    const answer = 'The show will be there to watch until Sunday.';
    const params = { id: order.id };
    await call(refundsContract.refuseRefund, { as: product.owner, params, body: { answer } });
    expect(await mineOf(buyer)).toMatchObject({
      ...{ state: 'paid', request: { state: 'refused', answer }, can: { askRefund: true } },
    });
    expect(await lettersTo(buyer)).toContain('refund-refused');
    expect((await toldTo(buyer, 'refund_refused')).map(({ content }) => content)).toEqual([answer]);
    await ask(buyer, order);
    expect((await mineOf(buyer))?.request?.state).toBe('asked');
  });

  it('after the month is over, is up to administrators: the organizer recommends it', async () => {
    const admin = await anAdmin();
    const { order, buyer, product } = await afterTheMonth();
    const params = { id: order.id };
    await ask(buyer, order);
    expect((await toldTo(admin, 'refund_asked'))[0]?.content).toContain(order.number);
    expect((await saleOf(product.owner, order)).can).toMatchObject({
      ...{ refund: false, recommend: true, refuse: true },
    });
    const body = { reason: 'Of course' };
    expect(await refusal(refundsContract.refundOrder, { as: product.owner, params, body })).toEqual(
      { status: 403, code: 'FORBIDDEN' },
    );
    await call(refundsContract.recommendRefund, { as: product.owner, params });
    expect(await toldTo(admin, 'refund_recommended')).toHaveLength(1);
    expect(await saleOf(product.owner, order)).toMatchObject({
      ...{ request: { recommended: true }, can: { recommend: false } },
    });
    expect(await refusal(refundsContract.recommendRefund, { as: product.owner, params })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
    await call(refundsContract.refundOrder, { as: admin, params, body });
    expect((await mineOf(buyer))?.request?.state).toBe('granted');
  });

  it('has one open request, however often they press at once', async () => {
    const { order, buyer, product } = await aPaidOrder();
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask(buyer, order)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await toldTo(product.owner, 'refund_asked')).toHaveLength(1);
    expect(await askRefused(buyer, order)).toEqual({ status: 409, code: 'REFUND_ASKED' });
  });
});

describe('refused is', () => {
  it('asking for what was free, not paid, or is back already', async () => {
    const state = { status: 409, code: 'REFUND_STATE' };
    const free = await aProduct({ plan: 'free' });
    const taken = await anOrder({ product: free, form: { expectedTotal: 0 } });
    expect(await askRefused(taken.buyer, taken.order)).toEqual(state);
    const pending = await anOrder();
    expect(await askRefused(pending.buyer, pending.order)).toEqual(state);
    const { order, buyer, product } = await aPaidOrder();
    const params = { id: order.id };
    await call(refundsContract.refundOrder, { as: product.owner, params, body: { reason } });
    expect(await askRefused(buyer, order)).toEqual(state);
  });

  it('asking for the money of somebody else, or without a word', async () => {
    const { order, buyer, product } = await aPaidOrder();
    for (const as of [await aViewer(), product.owner, await anAdmin()]) {
      expect((await askRefused(as, order)).status).toBe(404);
    }
    const empty = { as: buyer, params: { id: order.id }, body: { reason: '' } };
    expect((await refusal(refundsContract.askForRefund, empty)).fields).toEqual({
      reason: 'required',
    });
  });

  it('answering what nobody asked, what is answered, or what others sell', async () => {
    const { order, buyer, product } = await aPaidOrder();
    const params = { id: order.id };
    const body = { answer: 'No' };
    const state = { status: 409, code: 'REFUND_REQUEST_STATE' };
    const refuseBy = (as: Someone) => refusal(refundsContract.refuseRefund, { as, params, body });
    expect(await refuseBy(product.owner)).toEqual(state);
    expect(await refusal(refundsContract.recommendRefund, { as: product.owner, params })).toEqual(
      state,
    );
    await ask(buyer, order);
    // Who may give it back themselves has nothing to recommend.
    expect(await refusal(refundsContract.recommendRefund, { as: product.owner, params })).toEqual({
      ...{ status: 403, code: 'FORBIDDEN' },
    });
    expect((await refuseBy(await anOrganizer())).status).toBe(404);
    expect((await refuseBy(buyer)).status).toBe(403);
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        call(refundsContract.refuseRefund, { as: product.owner, params, body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refuseBy(product.owner)).toEqual(state);
    expect((await lettersTo(buyer)).filter((kind) => kind === 'refund-refused')).toHaveLength(1);
  });
});
