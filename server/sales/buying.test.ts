import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, orderForm, pay } from '#test/factories/sales.ts';
import { aCode, aTicket } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';

const mailsTo = (email: string) =>
  db().selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute();

describe('whose own order has run out', () => {
  it('takes the last seat of another date that nobody holds any more', async () => {
    useClock('2026-11-27T10:00:00Z');
    const sessions = [
      { startsAt: '2030-06-01T19:00:00Z', capacity: 1 },
      { startsAt: '2030-06-02T19:00:00Z', capacity: 1 },
    ];
    const product = await aProduct({ sessions });
    const [first, second] = product.sessions.map(({ id }) => id);
    const { buyer } = await anOrder({ product, form: { sessionId: first ?? '' } });
    await anOrder({ product, form: { sessionId: second ?? '' } });
    useClock('2026-11-27T10:16:00Z');
    const { order } = await anOrder({ product, buyer, form: { sessionId: second ?? '' } });
    expect(order.state).toBe('pending');
    expect(order.lines[0]?.session).toMatchObject({ id: second, seatsLeft: 0 });
  });
});

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
      next: { kind: 'pay' },
      can: {
        pay: true,
        cancel: true,
        refund: false,
        refundPart: false,
        invoice: false,
        share: true,
      },
    });
    expect(order.lines[0]?.session?.seatsLeft).toBe(2);
  });

  it('pays with a card and has ticket, invoice, ledger and letter', async () => {
    const { order, product, buyer } = await aPaidOrder();
    expect(order).toMatchObject({ state: 'paid', next: { kind: 'done' } });
    expect(order.payment).toMatchObject({ state: 'paid', lastFour: '4242', failure: null });
    expect(order.invoices).toMatchObject([{ kind: 'sale', total: 1210 }]);
    expect(order.invoices[0]?.number).toMatch(/^S\d{4}-[A-Z]{4}-000001$/);
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket).toMatchObject({ source: 'purchase', orderId: order.id });
    expect(mine.can).toEqual({ buy: false, gift: true, watch: true, edit: false });
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
    const first = await call(ordersContract.startOrder, { as: buyer, headers, body });
    const again = await call(ordersContract.startOrder, { as: buyer, headers, body });
    expect(again.id).toBe(first.id);
    await pay(buyer, first);
    const paid = await call(ordersContract.startOrder, { as: buyer, headers, body });
    expect(paid).toMatchObject({ id: first.id, state: 'paid' });
    const other = { ...body, expectedTotal: 1 };
    expect(
      await refusal(ordersContract.startOrder, { as: buyer, headers, body: other }),
    ).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(
      await refusal(ordersContract.startOrder, {
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
    const old = await call(ordersContract.getOrder, { as: buyer, params: { id: first.id } });
    expect(old.state).toBe('cancelled');
    const seats = await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', product.id)
      .orderBy('starts_at')
      .execute();
    expect(seats).toEqual([{ seats_held: 0 }, { seats_held: 1 }]);
  });

  it('pays what the screen says after a declined card and a coupon', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const buyer = await aViewer();
    const { order: first } = await anOrder({ product, buyer });
    expect((await pay(buyer, first, 'decline')).can.pay).toBe(true);
    const code = await aCode(product);
    const { order } = await anOrder({ product, buyer, form: { code, expectedTotal: 605 } });
    expect(order).toMatchObject({ total: 605, payment: null, next: { kind: 'pay' } });
    const paid = await pay(buyer, order);
    expect(paid).toMatchObject({ state: 'paid', total: 605, invoices: [{ total: 605 }] });
    const charges = await db()
      .selectFrom('sandbox_charges')
      .select(['order_id', 'amount', 'state'])
      .where('order_id', 'in', [first.id, order.id])
      .orderBy('amount')
      .execute();
    expect(charges).toEqual([
      { order_id: order.id, amount: 605, state: 'approved' },
      { order_id: first.id, amount: 1210, state: 'declined' },
    ]);
    const old = await call(ordersContract.getOrder, { as: buyer, params: { id: first.id } });
    expect(old).toMatchObject({ state: 'cancelled', invoices: [] });
  });

  it('takes it for nothing after a declined card and a code that gives it away', async () => {
    const product = await aProduct();
    const { order: first, buyer } = await anOrder({ product });
    await pay(buyer, first, 'decline');
    const code = await aCode(product, { net: 0, tax: 0 });
    const { order } = await anOrder({ product, buyer, form: { code, expectedTotal: 0 } });
    expect(order).toMatchObject({ state: 'paid', total: 0, payment: null });
  });

  it('has the invoice made out as typed after a declined card', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order: first, buyer } = await anOrder({ product });
    await pay(buyer, first, 'decline');
    const billing = {
      company: 'Northlight Sessions',
      nif: 'B58818501',
      address: 'Gran Vía 1',
      city: 'Madrid',
      postalCode: '28013',
      country: 'ES',
    };
    const { order } = await anOrder({ product, buyer, form: { billing } });
    expect(order.id).not.toBe(first.id);
    expect((await anOrder({ product, buyer, form: { billing } })).order.id).toBe(order.id);
    await pay(buyer, order);
    const { paper } = await db()
      .selectFrom('invoices')
      .select('paper')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(paper).toMatchObject({ buyer: { name: 'Northlight Sessions', taxId: 'B58818501' } });
  });

  it('keeps the order there is when the other choice cannot be had', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }, { capacity: 1, held: 1 }] });
    const { order: first, buyer } = await anOrder({ product });
    const body = orderForm(product, { sessionId: product.sessions[1]?.id ?? null });
    expect((await refusal(ordersContract.startOrder, { as: buyer, body })).code).toBe('SOLD_OUT');
    const kept = await call(ordersContract.getOrder, { as: buyer, params: { id: first.id } });
    expect(kept).toMatchObject({ state: 'pending', lines: [{ session: { seatsLeft: 0 } }] });
    expect((await pay(buyer, first)).state).toBe('paid');
  });

  it('cannot change the choice while money for the first one is on its way', async () => {
    const { order, product, buyer } = await anOrder();
    await pay(buyer, order, 'late');
    const code = await aCode(product);
    const body = orderForm(product, { code, expectedTotal: 605 });
    expect((await refusal(ordersContract.startOrder, { as: buyer, body })).code).toBe(
      'ORDER_STATE',
    );
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
    expect(keptJobs().map(({ name }) => name)).toEqual(['acknowledge-orders']);
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
    expect((await refusal(ordersContract.startOrder, { as, body })).code).toBe(code);
  });

  it('twice by one person', async () => {
    const { product, buyer } = await aPaidOrder();
    const body = orderForm(product);
    expect(await refusal(ordersContract.startOrder, { as: buyer, body })).toEqual({
      status: 409,
      code: 'ALREADY_OWNED',
      fields: { 'items.0': 'invalid' },
    });
  });

  it('for a session of something else, or for none where one must be chosen', async () => {
    const product = await aProduct();
    const other = await aProduct();
    const as = await aViewer();
    const foreign = orderForm(product, { sessionId: other.sessions[0]?.id ?? null });
    expect((await refusal(ordersContract.startOrder, { as, body: foreign })).fields).toEqual({
      'items.0.sessionId': 'invalid',
    });
    const none = orderForm(product, { sessionId: null });
    expect((await refusal(ordersContract.startOrder, { as, body: none })).fields).toEqual({
      'items.0.sessionId': 'required',
    });
  });

  it('again, unless the rental has expired', async () => {
    const product = await aProduct({ expirationHours: 24, sessions: [{}] });
    const buyer = await aViewer();
    await aTicket({ userId: buyer.id, productId: product.id });
    const body = orderForm(product);
    expect((await refusal(ordersContract.startOrder, { as: buyer, body })).code).toBe(
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
    const params = { slug: product.slug };
    const mine = await call(salesContract.getMine, { as: buyer, params });
    expect(mine).toMatchObject({ state: 'expired', can: { buy: true, watch: false } });
    const checkout = await call(salesContract.getCheckout, { as: buyer, params });
    expect(checkout).toMatchObject({ ticket: null, can: { buy: true } });
    const { order } = await anOrder({ product, buyer });
    expect((await pay(buyer, order)).state).toBe('paid');
  });

  it('again while the ticket waits for a showing to come', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct({
      expirationHours: 24,
      sessions: [
        { startsAt: '2026-11-20T20:00:00.000Z' },
        { startsAt: '2026-11-29T20:00:00.000Z' },
      ],
    });
    const as = await aViewer();
    await aTicket({ userId: as.id, productId: product.id });
    const body = orderForm(product, { sessionId: product.sessions[1]?.id ?? null });
    expect((await refusal(ordersContract.startOrder, { as, body })).code).toBe('ALREADY_OWNED');
    const mine = await call(salesContract.getMine, { as, params: { slug: product.slug } });
    expect(mine.can.buy).toBe(false);
  });

  it('with a country that is none', async () => {
    const product = await aProduct();
    const as = await aViewer();
    const billing = { company: '', nif: '', address: '', city: '', postalCode: '' };
    for (const country of ['xx', 'Spain', 'E1']) {
      const body = orderForm(product, { billing: { ...billing, country } });
      expect((await refusal(ordersContract.startOrder, { as, body })).fields).toEqual({
        'billing.country': 'invalid',
      });
    }
  });

  it('on a bill to a tax id that its country has not, typed or kept', async () => {
    const product = await aProduct();
    const as = await aViewer();
    const fault = { status: 422, code: 'VALIDATION', fields: { 'billing.nif': 'tax_id' } };
    const rest = { company: 'Vera SL', address: 'Rua 1', city: 'Faro', postalCode: '8000-170' };
    for (const [nif, country] of [
      ['B58818502', 'ES'],
      ['501964842', 'PT'],
      ['39053344709', 'BR'],
      ['FR<1>', 'FR'],
    ] as const) {
      const body = orderForm(product, { billing: { ...rest, nif, country } });
      expect(await refusal(ordersContract.startOrder, { as, body })).toEqual(fault);
    }
    const kept = { billing_nif: 'B58818502', billing_country: 'ES' };
    await db().updateTable('users').set(kept).where('id', '=', as.id).execute();
    const body = orderForm(product);
    expect(await refusal(ordersContract.startOrder, { as, body })).toEqual(fault);
    const free = await aProduct({ plan: 'free' });
    const { order } = await anOrder({ product: free, buyer: as, form: { expectedTotal: 0 } });
    expect(order.state).toBe('paid');
  });

  it('on a bill in a name that lacks something; free things have no bill', async () => {
    const product = await aProduct();
    const as = await aViewer();
    const nothing = { company: '', nif: '', address: '', city: '', postalCode: '', country: '' };
    const needed = Object.keys(nothing).map((field) => [`billing.${field}`, 'required']);
    const billing = { ...nothing, named: true };
    const body = orderForm(product, { billing });
    const fault = { status: 422, code: 'VALIDATION', fields: Object.fromEntries(needed) };
    expect(await refusal(ordersContract.startOrder, { as, body })).toEqual(fault);
    const some = { ...billing, company: 'Vera SL', nif: '12345', country: 'ES' };
    expect(
      await refusal(ordersContract.startOrder, { as, body: orderForm(product, { billing: some }) }),
    ).toMatchObject({
      fields: {
        'billing.nif': 'tax_id',
        'billing.address': 'required',
        'billing.city': 'required',
        'billing.postalCode': 'required',
      },
    });
    const unnamed = { ...billing, named: false };
    expect((await anOrder({ product, form: { billing: unnamed } })).order.state).toBe('pending');
    const free = await aProduct({ plan: 'free' });
    const { order } = await anOrder({ product: free, form: { billing, expectedTotal: 0 } });
    expect(order.state).toBe('paid');
  });

  it('by a visitor', async () => {
    const product = await aProduct();
    expect(await refusal(ordersContract.startOrder, { body: orderForm(product) })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});
