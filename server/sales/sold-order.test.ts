import { beforeEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aCartOrder, anOrder, pay } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { acknowledge } from './acknowledge-orders.ts';

const later = (minutes = 11) => useClock(now().add({ minutes }));
const wholeOf = (as: Someone, { id }: { id: string }) =>
  call(salesContract.getSoldOrder, { as, params: { id } });

/** Two things of one channel, of which one went back after its buyer had asked for both. */
async function anEventfulOrder() {
  const channel = await aChannel();
  const titles = ['First night', 'Second night'];
  const products = await Promise.all(titles.map((title) => aProduct({ channel, title })));
  const { order, buyer } = await aCartOrder(products);
  const params = { id: order.id };
  later(1);
  await pay(buyer, order, 'decline');
  later(1);
  const { lines } = await pay(buyer, order);
  await acknowledge([order.id]);
  later();
  await call(refundsContract.askForRefund, { as: buyer, params, body: { reason: 'I am ill' } });
  later();
  const body = { lines: [lines[0]?.id ?? ''], reason: 'Get well' };
  await call(refundsContract.refundOrder, { as: channel.owner, params, body });
  await runKeptJobs();
  later();
  await call(ordersContract.resendLetter, { as: channel.owner, params });
  later();
  const answer = 'You have seen the second';
  await call(refundsContract.refuseRefund, { as: channel.owner, params, body: { answer } });
  return { order, buyer, owner: channel.owner };
}

beforeEach(() => useClock('2026-11-27T10:00:00Z'));

describe('an order at the desk', () => {
  it('is whole: lines, payments, refunds, papers, and its history in the order of time', async () => {
    const { order, buyer, owner } = await anEventfulOrder();
    const sold = await wholeOf(owner, order);
    expect(sold).toMatchObject({
      ...{ id: order.id, number: order.number, state: 'partly_refunded', total: 2420 },
      buyer: { email: buyer.email },
      sums: { taken: 2420, refunded: 1210 },
      payments: [
        { state: 'declined', failure: 'card_declined', lastFour: '0002', amount: 2420 },
        { state: 'paid', provider: 'sandbox', lastFour: '4242', refunded: 1210 },
      ],
      refunds: [{ state: 'done', amount: 1210, reason: 'Get well', bearer: 'organizer' }],
      requests: [{ state: 'refused', reason: 'I am ill' }],
      disputes: [],
      can: { refund: true, resend: true },
    });
    expect(sold.refunds[0]?.share).toMatchObject({ fee: 0, tax: 210, organizer: 1000 });
    expect(sold.lines.map(({ state }) => state).toSorted()).toEqual(['paid', 'refunded']);
    const still = sold.lines.find(({ state }) => state === 'paid');
    expect(sold.beginsWith).toBe(still?.lineId);
    expect(sold.invoices.map(({ kind }) => kind)).toEqual(['sale', 'rectifying']);
    const events = sold.history.map(({ what }) => what);
    expect(events.filter((what) => what !== 'invoice' && what !== 'rectified')).toEqual([
      ...['ordered', 'tried', 'declined', 'tried', 'paid', 'letter', 'asked'],
      ...['refundBegun', 'refunded', 'refundLetter', 'letterAgain', 'refused'],
    ]);
    expect(events.filter((what) => what === 'invoice' || what === 'rectified')).toHaveLength(2);
    const times = sold.history.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const paper = sold.invoices.find(({ kind }) => kind === 'rectifying');
    expect(sold.history).toContainEqual(
      expect.objectContaining({ what: 'rectified', said: paper?.number }),
    );
  });

  it('is the same to administrators, and does not exist for anybody else', async () => {
    const { order, buyer, owner } = await anEventfulOrder();
    const { lines, can, ...seen } = await wholeOf(await anAdmin(), order);
    const { lines: own, can: _, ...mine } = await wholeOf(owner, order);
    expect(seen).toEqual(mine);
    expect(lines.map(({ lineId }) => lineId)).toEqual(own.map(({ lineId }) => lineId));
    expect(can.refund).toBe(true);
    const ask = (as?: Someone, id = order.id) =>
      refusal(salesContract.getSoldOrder, { ...(as ? { as } : {}), params: { id } });
    const missing = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
    expect(await ask(await anOrganizer())).toEqual(missing);
    expect(await ask(owner, crypto.randomUUID())).toEqual(missing);
    expect((await ask(buyer)).code).toBe('FORBIDDEN');
    expect((await ask()).code).toBe('NOT_LOGGED_IN');
  });

  it('that was never paid says how it ended, and offers nothing', async () => {
    const { order, buyer, product } = await anOrder();
    later();
    await call(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } });
    const sold = await wholeOf(product.owner, order);
    expect(sold.history.map(({ what, said }) => [what, said])).toEqual([
      ['ordered', ''],
      ['closed', 'cancelled'],
    ]);
    expect(sold).toMatchObject({ can: { refund: false, resend: false }, payments: [] });
  });
});
