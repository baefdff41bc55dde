import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { listNotifications } from '#server/notices/notices.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { makeAttachment } from '#server/platform/mail/deliver.ts';
import type { Attachment } from '#server/platform/mail/index.ts';
import { remindHolders } from '#server/tickets/remind-holders.ts';
import { anAdmin, anOrganizer, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { aCartOrder, anOrder, aPaidOrder, orderForm, pay } from '#test/factories/sales.ts';
import { aCode, aTicket } from '#test/factories/tickets.ts';
import { keepLog } from '#test/kept-log.ts';
import { call, refusal } from '#test/story.ts';
import { followCancellations } from './follow-cancellations.ts';
import { retryRefunds } from './refunds/retry-refunds.ts';

const reason = 'The singer has lost her voice.';
const placeOf = ({ slug, sessions }: SomeProduct, at = 0) => ({
  slug,
  sessionId: sessions[at]?.id ?? '',
});
const cancel = (product: SomeProduct, at = 0) =>
  call(catalogContract.cancelSession, {
    as: product.owner,
    params: placeOf(product, at),
    body: { reason },
  });
const standing = (product: SomeProduct, as: Someone = product.owner) =>
  call(salesContract.getCancellation, { as, params: placeOf(product) });
const byTheClock = async () => {
  await enqueueNow(followCancellations, {});
  await runKeptJobs();
};
const orderOf = (as: Someone, { id }: { id: string }) =>
  call(ordersContract.getOrder, { as, params: { id } });
const kindsOf = async ({ email }: Someone) => (await mailsTo(email)).map(({ kind }) => kind);
const bellOf = async ({ id }: Someone) =>
  (await listNotifications(db(), id, { limit: 9, before: null, unread: false })).map(
    ({ type, content }) => [type, content],
  );
const mine = (as: Someone, { slug }: SomeProduct) =>
  call(salesContract.getMine, { as, params: { slug } });
const bank = (order: { id: string }, state: 'created' | 'approved') =>
  db().updateTable('sandbox_charges').set({ state }).where('order_id', '=', order.id).execute();

describe('when a showing is cancelled', () => {
  it('all money goes back, the organizer bears the fee, and everybody hears, once', async () => {
    const product = await aProduct();
    const { order, buyer } = await aPaidOrder({ product });
    await runKeptJobs();
    expect(await standing(product)).toEqual({
      ...{ tickets: 1, currency: 'EUR', toReturn: 1210, onTheWay: 0, returned: 0, failed: 0 },
      doneAt: null,
    });
    await cancel(product);
    await runKeptJobs();
    await byTheClock();
    await byTheClock();
    expect(await orderOf(buyer, order)).toMatchObject({
      state: 'refunded',
      refunded: 1210,
      refunds: [{ amount: 1210, state: 'done', reason }],
    });
    const fees = await db()
      .selectFrom('ledger_entries')
      .select(({ fn }) => fn.sum<string>('amount').as('sum'))
      .where('order_id', '=', order.id)
      .where('account', '=', 'platform_fee')
      .executeTakeFirstOrThrow();
    expect(Number(fees.sum)).toBe(-154);
    expect(await kindsOf(buyer)).toEqual(['order-paid', 'session-cancelled', 'order-refunded']);
    expect(await bellOf(buyer)).toEqual([
      ['session_cancelled', `${product.title}: ${reason}`],
      ['ticket_granted', expect.any(String)],
    ]);
    const told = (await bellOf(product.owner)).filter(([type]) => type?.startsWith('cancell'));
    expect(told).toEqual([
      [
        'cancellation_done',
        `${product.title}: all holders have been told and €12.10 has been returned.`,
      ],
    ]);
    expect(await standing(product)).toMatchObject({
      ...{ tickets: 0, toReturn: 0, onTheWay: 0, returned: 1210, failed: 0 },
      doneAt: expect.any(String),
    });
    const { differences } = await call(paymentsContract.checkLedger, { as: await anAdmin() });
    expect(differences).toEqual([]);
  });

  it('the ticket hangs in My space with its mark, and another date can be had', async () => {
    const product = await aProduct({ sessions: [{}, {}] });
    const { buyer } = await aPaidOrder({ product });
    await cancel(product);
    await runKeptJobs();
    const before = await mine(buyer, product);
    expect(before).toMatchObject({ state: 'cancelled', ticket: null, can: { buy: true } });
    const shown = await call(salesContract.listMyTickets, { as: buyer });
    expect(shown.items).toMatchObject([
      { state: 'cancelled', session: { id: product.sessions[0]?.id }, can: { watch: false } },
    ]);
    const form = { sessionId: product.sessions[1]?.id ?? null };
    const { order } = await anOrder({ product, buyer, form });
    await pay(buyer, order);
    const after = await call(salesContract.listMyTickets, { as: buyer });
    expect(after.items.map(({ state }) => state)).toEqual(['not_yet_available']);
    useClock('2030-06-01T19:30:00Z');
    const { buyer: other } = await aPaidOrder({ product, form });
    expect((await call(salesContract.listMyTickets, { as: other })).total).toBe(1);
  });

  it('those of other dates keep theirs', async () => {
    const product = await aProduct({ sessions: [{}, {}] });
    const form = { sessionId: product.sessions[1]?.id ?? null };
    const { order, buyer } = await aPaidOrder({ product, form });
    await cancel(product);
    await runKeptJobs();
    expect((await orderOf(buyer, order)).state).toBe('paid');
    expect((await mine(buyer, product)).state).toBe('not_yet_available');
    expect(await kindsOf(buyer)).toEqual(['order-paid']);
  });

  it('a free ticket ends with the reason, and nothing is said of money', async () => {
    const product = await aProduct({ plan: 'free' });
    const { buyer } = await anOrder({ product, form: { expectedTotal: 0 } });
    await cancel(product);
    await runKeptJobs();
    const ended = await db()
      .selectFrom('tickets')
      .select('end_reason')
      .where('user_id', '=', buyer.id)
      .execute();
    expect(ended).toEqual([{ end_reason: 'session_cancelled' }]);
    expect((await bellOf(product.owner)).at(0)).toEqual([
      'cancellation_told',
      `${product.title}: all holders have been told. There was no money to return.`,
    ]);
    const letter = (await mailsTo(buyer.email)).at(-1);
    expect(letter?.kind).toBe('session-cancelled');
    expect(letter?.body_text).toContain('You paid nothing, so there is nothing to return.');
    expect(letter?.body_text).not.toContain('We return');
  });

  it('a code is free again, and is good for another date', async () => {
    const product = await aProduct({ sessions: [{}, {}] });
    const code = await aCode(product, { net: 0, tax: 0 });
    const { buyer } = await anOrder({ product, form: { code, expectedTotal: 0 } });
    await cancel(product);
    await runKeptJobs();
    expect((await mailsTo(buyer.email)).at(-1)?.body_text).toContain(
      'The code you used is free again',
    );
    const form = { code, expectedTotal: 0, sessionId: product.sessions[1]?.id ?? null };
    expect((await anOrder({ product, buyer, form })).order.state).toBe('paid');
  });

  it('who was about to pay pays no more', async () => {
    const product = await aProduct();
    const { order, buyer } = await anOrder({ product });
    await cancel(product);
    await runKeptJobs();
    expect((await orderOf(buyer, order)).state).toBe('cancelled');
    expect(await kindsOf(buyer)).toEqual([]);
  });

  it('money that was on its way already goes back', async () => {
    const product = await aProduct();
    const { order, buyer } = await anOrder({ product });
    await cancel(product);
    keepJobs();
    const paid = await pay(buyer, order);
    expect(paid.state).toBe('failed');
    await runKeptJobs();
    expect(await orderOf(buyer, order)).toMatchObject({ refunds: [{ state: 'done' }] });
    expect((await mine(buyer, product)).ticket).toBeNull();
  });

  it('a ticket without a date stays until no date is left', async () => {
    const product = await aProduct({ sessions: [{}, {}] });
    const holder = await aViewer();
    await aTicket({ userId: holder.id, productId: product.id });
    await cancel(product);
    await runKeptJobs();
    expect((await mine(holder, product)).state).toBe('not_yet_available');
    await cancel(product, 1);
    await runKeptJobs();
    expect((await mine(holder, product)).state).toBe('cancelled');
    expect(await kindsOf(holder)).toEqual(['session-cancelled']);
  });

  it('what was given back before is not given back again', async () => {
    const product = await aProduct();
    const { order, buyer } = await aPaidOrder({ product });
    await call(refundsContract.refundOrder, {
      as: await anAdmin(),
      params: { id: order.id },
      body: { amount: 400, reason: 'A kindness' },
    });
    await cancel(product);
    await runKeptJobs();
    expect(await orderOf(buyer, order)).toMatchObject({
      state: 'refunded',
      refunds: [{ amount: 400 }, { amount: 810 }],
    });
  });
});

describe('what follows a cancellation', () => {
  it('goes on where it was cut, and does nothing twice', async () => {
    const product = await aProduct();
    const sold = [
      await aPaidOrder({ product }),
      await aPaidOrder({ product }),
      await aPaidOrder({ product }),
    ];
    await runKeptJobs();
    await cancel(product);
    // The process ends: its queue is lost, half of what the bank was asked for has come back.
    await enqueueNow(followCancellations, {});
    keepJobs();
    await Promise.all([byTheClock(), byTheClock()]);
    await byTheClock();
    for (const { order, buyer } of sold) {
      expect(await orderOf(buyer, order)).toMatchObject({
        state: 'refunded',
        refunds: [{ amount: 1210 }],
      });
      expect(await kindsOf(buyer)).toEqual(['order-paid', 'session-cancelled', 'order-refunded']);
    }
    const told = (await bellOf(product.owner)).filter(([type]) => type === 'cancellation_done');
    expect(told).toHaveLength(1);
  });

  it('is not over while the bank does not answer; what it refuses for good is said', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct();
    const { order } = await aPaidOrder({ product });
    const { order: well, buyer } = await aPaidOrder({ product });
    await runKeptJobs();
    await bank(order, 'created');
    const lines = keepLog();
    await cancel(product);
    await runKeptJobs().catch(() => keepJobs());
    await byTheClock();
    useClock('2026-11-27T10:10:00Z');
    await retryRefunds();
    await byTheClock();
    expect((await orderOf(buyer, well)).state).toBe('refunded');
    expect(await standing(product)).toMatchObject({ onTheWay: 1210, returned: 1210, doneAt: null });
    useClock('2026-11-30T10:10:00Z');
    await retryRefunds();
    await byTheClock();
    await byTheClock();
    expect(lines.length).toBeGreaterThan(0);
    expect(await standing(product)).toMatchObject({ onTheWay: 0, failed: 1 });
    const told = (await bellOf(product.owner)).filter(([type]) => type?.startsWith('cancell'));
    expect(told).toEqual([
      [
        'cancellation_failed',
        `${product.title}: €12.10 was returned, but the bank did not return the money of 1 order. Look at your sales.`,
      ],
    ]);
  });

  it('holds up no other when one order cannot be brought to its end', async () => {
    const product = await aProduct();
    const { order: sick } = await aPaidOrder({ product });
    const { order: well, buyer } = await aPaidOrder({ product });
    await runKeptJobs();
    await db().updateTable('orders').set({ currency: 'EURO' }).where('id', '=', sick.id).execute();
    const lines = keepLog();
    await cancel(product);
    await byTheClock().catch(() => keepJobs());
    await byTheClock().catch(() => keepJobs());
    expect(lines.length).toBeGreaterThan(0);
    expect((await orderOf(buyer, well)).state).toBe('refunded');
  });
});

describe('whoever comes at the same instant', () => {
  it('has no ticket for what does not take place', async () => {
    const product = await aProduct({ plan: 'free', sessions: [{ capacity: 20 }] });
    const buyers = await Promise.all(Array.from({ length: 8 }, () => aViewer()));
    const take = (as: Someone) =>
      call(ordersContract.startOrder, { as, body: orderForm(product, { expectedTotal: 0 }) });
    await Promise.allSettled([
      ...buyers.slice(0, 4).map(take),
      cancel(product),
      ...buyers.slice(4).map(take),
    ]);
    await byTheClock();
    const good = await db()
      .selectFrom('tickets')
      .select('id')
      .where('product_id', '=', product.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(good).toEqual([]);
  });
});

describe('how a cancellation stands', () => {
  it('is for its organizer and administrators', async () => {
    const product = await aProduct();
    const params = placeOf(product);
    const asked = async (as: Someone) =>
      (await refusal(salesContract.getCancellation, { as, params })).status;
    expect(await asked(await anOrganizer())).toBe(404);
    expect(await asked(await aViewer())).toBe(403);
    expect((await standing(product, await anAdmin())).tickets).toBe(0);
    const foreign = { slug: product.slug, sessionId: (await aProduct()).sessions[0]?.id ?? '' };
    const as = product.owner;
    expect((await refusal(salesContract.getCancellation, { as, params: foreign })).status).toBe(
      404,
    );
  });
});

describe('the letter to a holder', () => {
  it.each([
    [
      'en',
      'Cancelled: Candle concert',
      'We are returning €12.10',
      '20 business days',
      'Madrid time',
    ],
    [
      'es',
      'Cancelado: Candle concert',
      'Te devolvemos 12,10 €',
      '20 días hábiles',
      'hora de Madrid',
    ],
    ['pt', 'Cancelado: Candle concert', 'Vamos reembolsar € 12,10', '20 dias úteis', 'horário de'],
  ] as const)('in %s', async (language, subject, money, days, zone) => {
    const product = await aProduct({ title: 'Candle concert' });
    const buyer = await aUser({ language });
    await aPaidOrder({ product, buyer });
    await cancel(product);
    await runKeptJobs();
    const letter = (await mailsTo(buyer.email)).find(({ kind }) => kind === 'session-cancelled');
    expect(letter).toMatchObject({ language, subject });
    for (const part of [money, days, reason, zone, '/mystuff/orders']) {
      expect(letter?.body_text.replaceAll(/\s+/g, ' ')).toContain(part);
    }
  });

  it('strikes the showing out of their calendar', async () => {
    const product = await aProduct();
    const { buyer } = await aPaidOrder({ product });
    await runKeptJobs();
    await cancel(product);
    await runKeptJobs();
    const rows = await db()
      .selectFrom('mails')
      .select('attachments')
      .where('recipient', '=', buyer.email)
      .where('kind', 'in', ['order-paid', 'session-cancelled'])
      .orderBy('id')
      .execute();
    const files = rows.flatMap(({ attachments }) => attachments as Attachment[]);
    const calendars = files.filter(({ type }) => type === 'text/calendar');
    const [, struck] = calendars;
    expect(calendars).toHaveLength(2);
    const text = (await makeAttachment(struck as Attachment)).toString();
    expect(text).toContain(`UID:${product.sessions[0]?.id}@platea`);
    expect(text).toContain('STATUS:CANCELLED');
    expect(text).toContain('SEQUENCE:1');
  });

  it('is not preceded by a reminder of what does not take place', async () => {
    const product = await aProduct();
    const { buyer } = await aPaidOrder({ product });
    await runKeptJobs();
    await cancel(product);
    keepJobs();
    useClock('2030-05-31T18:00:20Z');
    await enqueueNow(remindHolders, {});
    await runKeptJobs();
    expect(await kindsOf(buyer)).toEqual(['order-paid']);
  });
});

describe('of an order of several things', () => {
  it('the money of the cancelled one goes back and its ticket ends; the rest stays', async () => {
    const gone = await aProduct({ sessions: [{ capacity: 2 }] });
    const kept = await aProduct({ channel: gone.channel });
    const code = await aCode(gone);
    const { order, buyer } = await aCartOrder([gone, kept], {
      items: [{ code, expectedTotal: 605 }],
    });
    await pay(buyer, order);
    await runKeptJobs();
    expect(await standing(gone)).toMatchObject({ tickets: 1, toReturn: 605 });
    await cancel(gone);
    await runKeptJobs();
    await byTheClock();
    expect(await standing(gone)).toMatchObject({ tickets: 0, toReturn: 0, returned: 605 });
    expect(await orderOf(buyer, order)).toMatchObject({
      ...{ state: 'partly_refunded', refunded: 605 },
      lines: [{ refunded: 605 }, { refunded: 0 }],
    });
    expect(await mine(buyer, gone)).toMatchObject({ ticket: null, state: 'cancelled' });
    expect((await mine(buyer, kept)).ticket).not.toBeNull();
    expect(await kindsOf(buyer)).toEqual(['order-paid', 'session-cancelled', 'order-refunded']);
    const { state } = await db()
      .selectFrom('coupon_codes')
      .select('state')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    expect(state).toBe('free');
  });

  it('one that waits for payment is ended whole', async () => {
    const gone = await aProduct();
    const kept = await aProduct({ channel: gone.channel });
    const { order, buyer } = await aCartOrder([gone, kept]);
    await cancel(gone);
    await runKeptJobs();
    expect((await orderOf(buyer, order)).state).toBe('cancelled');
  });
});
