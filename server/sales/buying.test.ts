import { describe, expect, it } from 'vitest';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, cardOf, cards, orderForm, pay } from '#test/factories/sales.ts';
import { aTicket } from '#test/factories/tickets.ts';
import { call, refusal, send } from '#test/story.ts';

const mailsTo = (email: string) =>
  db().selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute();

describe('a viewer buys', () => {
  it('and holds price and seat for fifteen minutes', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct({ sessions: [{ capacity: 3 }] });
    const { order } = await anOrder({ product });
    expect(order).toMatchObject({
      state: 'pending',
      net: 1000,
      tax: 210,
      total: 1210,
      currency: 'EUR',
      fee: null,
      buyer: null,
      expiresAt: '2026-11-27T10:15:00.000Z',
      next: { kind: 'sandbox_card' },
      can: { pay: true, cancel: true, refund: false, refundPart: false, invoice: false },
    });
    expect(order.lines[0]?.session?.seatsLeft).toBe(2);
  });

  it('pays with a card and has ticket, invoice, ledger and letter', async () => {
    const { order, product, buyer } = await aPaidOrder();
    expect(order).toMatchObject({ state: 'paid', next: { kind: 'done' } });
    expect(order.payment).toMatchObject({ state: 'paid', lastFour: '4242', failure: null });
    expect(order.invoices).toMatchObject([{ kind: 'sale', total: 1210 }]);
    expect(order.invoices[0]?.number).toMatch(/^\d{4}-000001$/);
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket).toMatchObject({ source: 'purchase', orderId: order.id });
    expect(mine.can).toEqual({ buy: false, watch: true, edit: false });
    const entries = await db()
      .selectFrom('ledger_entries')
      .select(['account', 'amount'])
      .where('order_id', '=', order.id)
      .orderBy('account')
      .execute();
    expect(entries).toEqual([
      { account: 'organizer', amount: -846 },
      { account: 'platform_fee', amount: -154 },
      { account: 'provider', amount: 1210 },
      { account: 'tax', amount: -210 },
    ]);
    await runKeptJobs();
    const mails = await mailsTo(buyer.email);
    expect(mails.map(({ kind, state }) => [kind, state])).toEqual([['order-paid', 'kept']]);
    expect(mails[0]?.attachments).toMatchObject([
      { type: 'application/pdf', maker: 'invoice' },
      { type: 'text/calendar', maker: 'order-calendar' },
    ]);
  });

  it('gets the same order for the same key, and is refused another body under it', async () => {
    const product = await aProduct();
    const buyer = await aViewer();
    const headers = { 'idempotency-key': 'one-and-the-same' };
    const body = orderForm(product);
    const first = await call(salesContract.startOrder, { as: buyer, headers, body });
    const again = await call(salesContract.startOrder, { as: buyer, headers, body });
    expect(again.id).toBe(first.id);
    await pay(buyer, first);
    const paid = await call(salesContract.startOrder, { as: buyer, headers, body });
    expect(paid).toMatchObject({ id: first.id, state: 'paid' });
    const other = { ...body, expectedTotal: 1 };
    expect(
      await refusal(salesContract.startOrder, { as: buyer, headers, body: other }),
    ).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(
      await refusal(salesContract.startOrder, {
        as: buyer,
        headers: { 'idempotency-key': 'short' },
        body,
      }),
    ).toMatchObject({ code: 'IDEMPOTENCY_KEY_MISSING' });
  });

  it('finds the order again with another key, and replaces it by another choice', async () => {
    const product = await aProduct({ sessions: [{ capacity: 5 }, { capacity: 5 }] });
    const buyer = await aViewer();
    const { order: first } = await anOrder({ product, buyer });
    expect((await anOrder({ product, buyer })).order.id).toBe(first.id);
    const sessionId = product.sessions[1]?.id ?? null;
    const { order: second } = await anOrder({ product, buyer, form: { sessionId } });
    expect(second.id).not.toBe(first.id);
    const old = await call(salesContract.getOrder, { as: buyer, params: { id: first.id } });
    expect(old.state).toBe('cancelled');
    const seats = await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', product.id)
      .orderBy('starts_at')
      .execute();
    expect(seats).toEqual([{ seats_held: 0 }, { seats_held: 1 }]);
  });

  it('takes a free product at once, without fee, invoice or ledger', async () => {
    const product = await aProduct({ plan: 'free' });
    const { order, buyer } = await anOrder({ product, form: { expectedTotal: 0 } });
    expect(order).toMatchObject({ state: 'paid', total: 0, payment: null, invoices: [] });
    expect(order.can).toMatchObject({ pay: false, refund: false, invoice: false });
    const tickets = await call(salesContract.listMyTickets, { as: buyer });
    expect(tickets.items.map(({ ticket }) => ticket.source)).toEqual(['free']);
    const entries = await db()
      .selectFrom('ledger_entries')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    expect(entries).toEqual([]);
    expect(keptJobs().map(({ name }) => name)).toEqual(['acknowledge-order']);
  });

  it('pays the offer while it is on', async () => {
    const product = await aProduct({ offer: { price: 605 } });
    const { order } = await anOrder({ product, form: { expectedTotal: 605 } });
    expect(order.lines[0]).toMatchObject({ net: 500, tax: 105, total: 605, priceFrom: 'offer' });
  });

  it('keeps the price that was frozen when the product changes', async () => {
    const { order, product, buyer } = await anOrder();
    await db()
      .updateTable('products')
      .set({ net: 2000, tax: 420, total: 2420 })
      .where('id', '=', product.id)
      .execute();
    expect((await pay(buyer, order)).total).toBe(1210);
  });
});

describe('what cannot be bought', () => {
  it.each([
    ['another price than on the screen', {}, { expectedTotal: 1000 }, 'PRICE_CHANGED'],
    ['without accepting the terms', {}, { acceptTerms: false }, 'TERMS_NOT_ACCEPTED'],
    ['a draft', { status: 'draft' }, {}, 'SERVER_ERROR_NOT_FOUND'],
    ['a private product without a code', { status: 'private' }, {}, 'SERVER_ERROR_NOT_FOUND'],
    ['after the sale', { salesEndsAt: '2026-01-01T00:00:00Z' }, {}, 'PRODUCT_NOT_FOR_SALE'],
    ['before the sale', { salesStartsAt: '2030-01-01T00:00:00Z' }, {}, 'PRODUCT_NOT_FOR_SALE'],
    [
      'a showing that is over',
      { sessions: [{ startsAt: '2026-01-01T00:00:00Z' }, {}] },
      {},
      'PRODUCT_NOT_FOR_SALE',
    ],
    ['a showing that is full', { sessions: [{ capacity: 1, held: 1 }] }, {}, 'SOLD_OUT'],
    ['with a code that nobody made', {}, { code: 'AAAA-BBBB-CCCC' }, 'COUPON_UNKNOWN'],
  ] as const)('%s', async (_, given, form, code) => {
    const product = await aProduct(given as Parameters<typeof aProduct>[0]);
    const as = await aViewer();
    const body = orderForm(product, form);
    expect((await refusal(salesContract.startOrder, { as, body })).code).toBe(code);
  });

  it('twice by one person', async () => {
    const { product, buyer } = await aPaidOrder();
    const body = orderForm(product);
    expect(await refusal(salesContract.startOrder, { as: buyer, body })).toEqual({
      status: 409,
      code: 'ALREADY_OWNED',
    });
  });

  it('for a session of something else, or for none where one must be chosen', async () => {
    const product = await aProduct();
    const other = await aProduct();
    const as = await aViewer();
    const foreign = orderForm(product, { sessionId: other.sessions[0]?.id ?? null });
    expect((await refusal(salesContract.startOrder, { as, body: foreign })).fields).toEqual({
      sessionId: 'invalid',
    });
    const none = orderForm(product, { sessionId: null });
    expect((await refusal(salesContract.startOrder, { as, body: none })).fields).toEqual({
      sessionId: 'required',
    });
  });

  it('again, unless the rental has expired', async () => {
    const product = await aProduct({ expirationHours: 24, sessions: [{}] });
    const buyer = await aViewer();
    await aTicket({ userId: buyer.id, productId: product.id });
    const body = orderForm(product);
    expect((await refusal(salesContract.startOrder, { as: buyer, body })).code).toBe(
      'ALREADY_OWNED',
    );
    await db()
      .updateTable('product_sessions')
      .set({ starts_at: '2026-01-01T00:00:00Z' })
      .where('product_id', '=', product.id)
      .execute();
    await db()
      .insertInto('broadcasts')
      .values({ product_id: product.id, state: 'ended', recording_ready: true })
      .execute();
    const { order } = await anOrder({ product, buyer });
    expect((await pay(buyer, order)).state).toBe('paid');
  });

  it('by a visitor', async () => {
    const product = await aProduct();
    expect(await refusal(salesContract.startOrder, { body: orderForm(product) })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});

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
      next: { kind: 'sandbox_card' },
      can: { pay: true },
    });
    expect((await pay(buyer, order)).state).toBe('paid');
  });

  it('that the bank does not know are declined', async () => {
    const { order, buyer } = await anOrder();
    const answered = await call(salesContract.payOrder, {
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
    const paid = await call(salesContract.confirmPayment, {
      as: buyer,
      params,
      body: { approve: true },
    });
    expect(paid.state).toBe('paid');
    expect(
      await refusal(salesContract.confirmPayment, { as: buyer, params, body: { approve: true } }),
    ).toEqual({ status: 409, code: 'ORDER_STATE' });
  });

  it('that need a confirmation are declined by a no, and give way to another card', async () => {
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'confirm');
    const refused = await call(salesContract.confirmPayment, {
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
      await refusal(salesContract.cancelOrder, { as: buyer, params: { id: order.id } }),
    ).toEqual({ status: 409, code: 'ORDER_STATE' });
    expect(
      await refusal(salesContract.payOrder, {
        as: buyer,
        params: { id: order.id },
        body: { card: cardOf(cards.approve) },
      }),
    ).toEqual({ status: 409, code: 'ORDER_STATE' });
    await runKeptJobs();
    const paid = await call(salesContract.getOrder, { as: buyer, params: { id: order.id } });
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
      await refusal(salesContract.payOrder, {
        as: buyer,
        params: { id: order.id },
        body: { card },
      }),
    ).toEqual({ status: 422, code: 'VALIDATION', fields });
  });

  it('leave nothing behind but their last four digits', async () => {
    const { order, buyer } = await anOrder();
    await pay(buyer, order);
    const { rows } = await (await import('kysely')).sql<{ found: boolean }>`
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
    const seen = await call(salesContract.getOrder, { as: product.owner, params });
    expect(seen).toMatchObject({ fee: 154, buyer: { email: buyer.email } });
    expect(seen.can).toMatchObject({ refund: true, refundPart: false });
    const admin = await anAdmin();
    expect((await call(salesContract.getOrder, { as: admin, params })).can).toMatchObject({
      refund: true,
      refundPart: true,
    });
    for (const as of [await aViewer(), await anOrganizer()]) {
      for (const endpoint of [salesContract.getOrder, salesContract.cancelOrder] as const) {
        expect(await refusal(endpoint, { as, params })).toEqual({
          status: 404,
          code: 'SERVER_ERROR_NOT_FOUND',
        });
      }
      const file = await send(salesContract.getInvoiceFile, { as, params });
      expect(file.statusCode).toBe(404);
      const body = { card: cardOf(cards.approve) };
      expect((await refusal(salesContract.payOrder, { as, params, body })).status).toBe(404);
      const answer = { approve: true };
      expect(
        (await refusal(salesContract.confirmPayment, { as, params, body: answer })).status,
      ).toBe(404);
    }
  });

  it('is given up by its buyer: seat and code are free at once', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer } = await anOrder({ product });
    const other = await aViewer();
    const body = orderForm(product);
    expect((await refusal(salesContract.startOrder, { as: other, body })).code).toBe('SOLD_OUT');
    const params = { id: order.id };
    expect((await refusal(salesContract.cancelOrder, { as: product.owner, params })).status).toBe(
      404,
    );
    const cancelled = await call(salesContract.cancelOrder, { as: buyer, params });
    expect(cancelled).toMatchObject({ state: 'cancelled', next: { kind: 'over' } });
    expect((await anOrder({ product, buyer: other })).order.state).toBe('pending');
    expect((await refusal(salesContract.cancelOrder, { as: buyer, params })).code).toBe(
      'ORDER_STATE',
    );
  });

  it('ends exactly after fifteen minutes', async () => {
    useClock('2026-11-27T10:00:00Z');
    const { order, buyer } = await anOrder();
    useClock('2026-11-27T10:15:00Z');
    const params = { id: order.id };
    const over = await call(salesContract.getOrder, { as: buyer, params });
    expect(over).toMatchObject({ next: { kind: 'over' }, can: { pay: false, cancel: false } });
    const body = { card: cardOf(cards.approve) };
    expect((await refusal(salesContract.payOrder, { as: buyer, params, body })).code).toBe(
      'ORDER_STATE',
    );
  });

  it('whose time is over holds no seat against somebody else', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer } = await anOrder({ product });
    useClock('2026-11-27T10:15:00Z');
    expect((await anOrder({ product })).order.state).toBe('pending');
    const old = await call(salesContract.getOrder, { as: buyer, params: { id: order.id } });
    expect(old.state).toBe('expired');
  });
});
