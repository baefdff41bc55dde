import { beforeEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { soldOrderContract } from '#contract/sold-order.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aCartOrder, anOrder, pay } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { acknowledge } from './acknowledge-orders.ts';

const later = (minutes = 11) => useClock(now().add({ minutes }));
const wholeOf = (as: Someone, { id }: { id: string }) =>
  call(soldOrderContract.getSoldOrder, { as, params: { id } });

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
    expect(sold.history.map(({ what, by }) => `${what} ${by}`)).toEqual([
      ...['ordered buyer', 'tried buyer', 'declined provider', 'tried buyer', 'paid provider'],
      ...['invoice site', 'letterKept site', 'asked buyer', 'letterKept site'],
      ...['refundBegun organizer', 'refunded provider', 'rectified site', 'ticketEnded site'],
      ...['letterKept site', 'letterAgain organizer', 'letterKept site'],
      ...['refused organizer', 'letterKept site'],
    ]);
    const times = sold.history.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const paper = sold.invoices.find(({ kind }) => kind === 'rectifying');
    expect(sold.history).toContainEqual(
      expect.objectContaining({ what: 'rectified', said: paper?.number }),
    );
  });

  it('tells what became of each letter, to whom it went, and who had it sent again', async () => {
    const { order, buyer, owner } = await anEventfulOrder();
    const { letters } = await wholeOf(owner, order);
    expect(letters.map(({ kind, recipient, state }) => [kind, recipient, state])).toEqual([
      ['order-paid', buyer.email, 'kept'],
      ['refund-asked', owner.email, 'kept'],
      ['order-refunded', buyer.email, 'kept'],
      ['order-paid', buyer.email, 'kept'],
      ['refund-refused', buyer.email, 'kept'],
    ]);
    expect(letters.map(({ againBy }) => againBy?.by ?? null)).toEqual([
      ...[null, null, null, 'organizer', null],
    ]);
    await db()
      .updateTable('mails')
      .set({
        state: 'failed',
        last_error: '552 5.2.2 Over quota',
        tried_at: '2026-11-28T10:00:00Z',
      })
      .where('about', '=', order.id)
      .where('asked_by', 'is not', null)
      .execute();
    const failed = await wholeOf(owner, order);
    expect(failed.letters[3]).toMatchObject({ state: 'failed', fault: 'full', sentAt: null });
    expect(failed.history.at(-1)).toMatchObject({
      ...{ what: 'letterFailed', said: 'order-paid', at: '2026-11-28T10:00:00.000Z' },
    });
    // What it says is its reader's: no word of it is in the answer.
    expect(JSON.stringify(failed)).not.toContain('Over quota');
    expect(Object.keys(failed.letters[0] ?? {})).not.toContain('html');
  });

  it('says where a letter is gone that there was one', async () => {
    const { order, owner } = await anEventfulOrder();
    await db().deleteFrom('mails').where('about', '=', order.id).execute();
    const { letters, history } = await wholeOf(owner, order);
    expect(letters).toEqual([]);
    const said = history.filter(({ what }) => what === 'letter').map(({ said }) => said);
    expect(said.toSorted()).toEqual(['order-paid', 'order-paid', 'order-refunded']);
  });

  it('tells an organizer of an administrator, and not of which one', async () => {
    const { order, owner } = await anEventfulOrder();
    const admin = await anAdmin();
    const params = { id: order.id };
    later();
    await call(ordersContract.resendLetter, { as: admin, params });
    later();
    const body = { reason: 'Out of goodwill' };
    await call(refundsContract.refundOrder, { as: admin, params, body });
    const sold = await wholeOf(owner, order);
    expect(sold.history.filter(({ by }) => by === 'administrator')).toMatchObject([
      { what: 'letterAgain', name: null, said: 'order-paid' },
      { what: 'refundBegun', name: null, said: 'Out of goodwill' },
    ]);
    expect(sold.letters.flatMap(({ againBy }) => againBy ?? [])).toEqual([
      ...[
        { by: 'organizer', name: null },
        { by: 'administrator', name: null },
      ],
    ]);
    const read = JSON.stringify(sold);
    for (const secret of [admin.id, admin.email]) expect(read).not.toContain(secret);
  });

  it('is told with names to administrators alone', async () => {
    const { order, owner } = await anEventfulOrder();
    const refused = async (as: Someone) =>
      (await wholeOf(as, order)).history.find(({ what }) => what === 'refused');
    expect(await refused(owner)).toMatchObject({
      ...{ by: 'organizer', name: null, said: 'You have seen the second' },
    });
    expect((await refused(await anAdmin()))?.name).toMatch(/\S/);
    // Whose account did it is nobody's business.
    expect(JSON.stringify(await wholeOf(owner, order))).not.toContain(owner.id);
  });

  it('is the same to administrators, and does not exist for anybody else', async () => {
    const { order, buyer, owner } = await anEventfulOrder();
    const { lines, can, history, letters, ...seen } = await wholeOf(await anAdmin(), order);
    const {
      lines: own,
      can: _,
      history: told,
      letters: kept,
      ...mine
    } = await wholeOf(owner, order);
    expect(seen).toEqual(mine);
    const unnamed = history.map((event) => ({ ...event, name: null }));
    expect(unnamed).toEqual(told);
    expect(letters.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    expect(lines.map(({ lineId }) => lineId)).toEqual(own.map(({ lineId }) => lineId));
    expect(can.refund).toBe(true);
    const ask = (as?: Someone, id = order.id) =>
      refusal(soldOrderContract.getSoldOrder, { ...(as ? { as } : {}), params: { id } });
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
    expect(sold.history.map(({ what, by, said }) => [what, by, said])).toEqual([
      ['ordered', 'buyer', ''],
      ['closed', 'buyer', 'cancelled'],
    ]);
    expect(sold).toMatchObject({ can: { refund: false, resend: false }, payments: [] });
  });
});
