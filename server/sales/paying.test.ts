import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, cardOf, cards, orderForm, pay } from '#test/factories/sales.ts';
import { call, refusal, send } from '#test/story.ts';
import { acknowledgeOrders } from './acknowledge-orders.ts';

describe('cards', () => {
  it.each([
    ['decline', 'card_declined'],
    ['poor', 'insufficient_funds'],
  ] as const)('that %s leave the order open for another card', async (card, failure) => {
    const { order, buyer } = await anOrder();
    const declined = await pay(buyer, order, card);
    expect(declined).toMatchObject({
      state: 'pending',
      payment: { state: 'declined', failure },
      next: { kind: 'pay' },
      can: { pay: true },
    });
    expect((await pay(buyer, order)).state).toBe('paid');
  });

  it('that the bank does not know are declined', async () => {
    const { order, buyer } = await anOrder();
    const answered = await call(ordersContract.payOrder, {
      as: buyer,
      params: { id: order.id },
      body: { card: cardOf('5555555555554444') },
    });
    expect(answered.payment).toMatchObject({ state: 'declined', lastFour: '4444' });
  });

  it('that need a confirmation are paid by a yes', async () => {
    const { order, buyer } = await anOrder();
    const asked = await pay(buyer, order, 'confirm');
    expect(asked).toMatchObject({ state: 'pending', next: { kind: 'sandbox_confirm' } });
    const params = { id: order.id };
    const paid = await call(ordersContract.confirmPayment, {
      as: buyer,
      params,
      body: { approve: true },
    });
    expect(paid.state).toBe('paid');
    expect(
      await refusal(ordersContract.confirmPayment, { as: buyer, params, body: { approve: true } }),
    ).toEqual({ status: 409, code: 'ORDER_STATE' });
  });

  it('that need a confirmation are declined by a no, and give way to another card', async () => {
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'confirm');
    const refused = await call(ordersContract.confirmPayment, {
      as: buyer,
      params: { id: order.id },
      body: { approve: false },
    });
    expect(refused.payment).toMatchObject({ state: 'declined', failure: 'not_confirmed' });
    await pay(buyer, order, 'confirm');
    expect((await pay(buyer, order)).state).toBe('paid');
  });

  it('that are late are paid when the bank says so', async () => {
    const { order, buyer } = await anOrder();
    const waiting = await pay(buyer, order, 'late');
    expect(waiting).toMatchObject({ state: 'pending', next: { kind: 'wait' } });
    expect(waiting.can).toMatchObject({ pay: false, cancel: false });
    expect(
      await refusal(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } }),
    ).toEqual({ status: 409, code: 'ORDER_STATE' });
    expect(
      await refusal(ordersContract.payOrder, {
        as: buyer,
        params: { id: order.id },
        body: { card: cardOf(cards.approve) },
      }),
    ).toEqual({ status: 409, code: 'ORDER_STATE' });
    await runKeptJobs();
    const paid = await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } });
    expect(paid.state).toBe('paid');
  });

  it.each([
    [{ number: '4242424242424241', expiry: '12/40', cvc: '123' }, { 'card.number': 'invalid' }],
    [{ number: '4242424242424242', expiry: '13/40', cvc: '123' }, { 'card.expiry': 'invalid' }],
    [{ number: '4242424242424242', expiry: '01/20', cvc: '123' }, { 'card.expiry': 'time_past' }],
    [{ number: '4242424242424242', expiry: '12/40', cvc: '1' }, { 'card.cvc': 'invalid' }],
  ])('that are not cards are refused: %o', async (card, fields) => {
    const { order, buyer } = await anOrder();
    expect(
      await refusal(ordersContract.payOrder, {
        as: buyer,
        params: { id: order.id },
        body: { card },
      }),
    ).toEqual({ status: 422, code: 'VALIDATION', fields });
  });

  it('leave nothing behind but their last four digits', async () => {
    const { order, buyer } = await anOrder();
    await pay(buyer, order);
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from sandbox_charges c where c::text like '%424242424242%')
        or exists (select from payments p where p::text like '%424242424242%')
        or exists (select from provider_events e where e::text like '%424242424242%')
        or exists (select from invoices i where i::text like '%424242424242%') as found`.execute(
      db(),
    );
    expect(rows).toEqual([{ found: false }]);
  });
});

describe('an order', () => {
  it('is seen by its buyer, its seller and administrators, and by nobody else', async () => {
    const { order, product, buyer } = await aPaidOrder();
    const params = { id: order.id };
    const seen = await call(ordersContract.getOrder, { as: product.owner, params });
    expect(seen).toMatchObject({ fee: 154, buyer: { email: buyer.email } });
    expect(seen.can).toMatchObject({ refund: true, refundPart: false });
    const admin = await anAdmin();
    expect((await call(ordersContract.getOrder, { as: admin, params })).can).toMatchObject({
      refund: true,
      refundPart: true,
    });
    for (const as of [await aViewer(), await anOrganizer()]) {
      for (const endpoint of [ordersContract.getOrder, ordersContract.cancelOrder] as const) {
        expect(await refusal(endpoint, { as, params })).toEqual({
          status: 404,
          code: 'SERVER_ERROR_NOT_FOUND',
        });
      }
      const file = await send(ordersContract.getInvoiceFile, { as, params });
      expect(file.statusCode).toBe(404);
      const body = { card: cardOf(cards.approve) };
      expect((await refusal(ordersContract.payOrder, { as, params, body })).status).toBe(404);
      const answer = { approve: true };
      expect(
        (await refusal(ordersContract.confirmPayment, { as, params, body: answer })).status,
      ).toBe(404);
    }
  });

  it('is given up by its buyer: seat and code are free at once', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer } = await anOrder({ product });
    const other = await aViewer();
    const body = orderForm(product);
    expect((await refusal(ordersContract.startOrder, { as: other, body })).code).toBe('SOLD_OUT');
    const params = { id: order.id };
    expect((await refusal(ordersContract.cancelOrder, { as: product.owner, params })).status).toBe(
      404,
    );
    const cancelled = await call(ordersContract.cancelOrder, { as: buyer, params });
    expect(cancelled).toMatchObject({ state: 'cancelled', next: { kind: 'over' } });
    expect((await anOrder({ product, buyer: other })).order.state).toBe('pending');
    expect((await refusal(ordersContract.cancelOrder, { as: buyer, params })).code).toBe(
      'ORDER_STATE',
    );
  });

  it('ends exactly after fifteen minutes', async () => {
    useClock('2026-11-27T10:00:00Z');
    const { order, buyer } = await anOrder();
    useClock('2026-11-27T10:15:00Z');
    const params = { id: order.id };
    const over = await call(ordersContract.getOrder, { as: buyer, params });
    expect(over).toMatchObject({ next: { kind: 'over' }, can: { pay: false, cancel: false } });
    const body = { card: cardOf(cards.approve) };
    expect((await refusal(ordersContract.payOrder, { as: buyer, params, body })).code).toBe(
      'ORDER_STATE',
    );
  });

  it('whose time is over holds no seat against somebody else', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer } = await anOrder({ product });
    useClock('2026-11-27T10:15:00Z');
    expect((await anOrder({ product })).order.state).toBe('pending');
    const old = await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } });
    expect(old.state).toBe('expired');
  });
});

describe('after a crash', () => {
  it('a job that runs again writes no second letter', async () => {
    const { buyer } = await aPaidOrder();
    await runKeptJobs();
    await enqueueNow(acknowledgeOrders, {});
    await runKeptJobs();
    const mails = await db()
      .selectFrom('mails')
      .select('kind')
      .where('recipient', '=', buyer.email)
      .execute();
    expect(mails).toEqual([{ kind: 'order-paid' }]);
  });
});
