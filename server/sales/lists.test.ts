import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type ProductGiven } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aRate } from '#test/factories/rates.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { aCode, aTicket } from '#test/factories/tickets.ts';
import { holdClock } from '#test/held-clock.ts';
import { call, refusal } from '#test/story.ts';

describe('my space', () => {
  it('shows tickets with what can be done with them, the watchable first', async () => {
    useClock('2026-11-27T10:00:00Z');
    const buyer = await aViewer();
    const far = await aProduct({ title: 'Far away' });
    const over = await aProduct({
      title: 'Over',
      sessions: [{ startsAt: '2026-11-01T20:00:00.000Z' }],
    });
    const onAir = await aProduct({
      title: 'Ópera now',
      sessions: [{ startsAt: '2026-11-27T09:50:00.000Z' }],
    });
    await db()
      .insertInto('broadcasts')
      .values({ product_id: onAir.id, state: 'live', started_at: '2026-11-27T09:49:00Z' })
      .execute();
    for (const { id } of [over, far, onAir]) await aTicket({ userId: buyer.id, productId: id });
    const { items, total, serverNow } = await call(salesContract.listMyTickets, { as: buyer });
    expect(serverNow).toBe('2026-11-27T10:00:00.000Z');
    expect(items.map(({ product, state, can }) => [product.title, state, can.watch])).toEqual([
      ['Ópera now', 'live', true],
      ['Far away', 'not_yet_available', false],
      ['Over', 'finished', false],
    ]);
    expect(total).toBe(3);
    const found = await call(salesContract.listMyTickets, { as: buyer, query: { q: 'opera' } });
    expect(found.items.map(({ product }) => product.title)).toEqual(['Ópera now']);
  });

  it('counts down to the hour, to nothing once it is past, and is late after five minutes', async () => {
    useClock('2026-11-27T10:00:00Z');
    const buyer = await aViewer();
    const startsAt = '2026-11-27T10:20:00.000Z';
    const { id, slug } = await aProduct({ sessions: [{ startsAt }] });
    await aTicket({ userId: buyer.id, productId: id });
    const first = async () => (await call(salesContract.listMyTickets, { as: buyer })).items[0];
    const mine = () => call(salesContract.getMine, { as: buyer, params: { slug } });
    expect(await first()).toMatchObject({ state: 'countdown', opensAt: startsAt, late: false });
    useClock('2026-11-27T10:21:00Z');
    expect(await first()).toMatchObject({ state: 'countdown', opensAt: null, late: false });
    expect((await mine()).late).toBe(false);
    useClock('2026-11-27T10:32:00Z');
    expect(await first()).toMatchObject({ state: 'countdown', opensAt: null, late: true });
    expect((await mine()).late).toBe(true);
  });

  it('asks the database as often for three tickets and orders as for one', async () => {
    holdClock();
    const buyer = await aViewer();
    await aPaidOrder({ buyer });
    const tickets = () => call(salesContract.listMyTickets, { as: buyer });
    const orders = () => call(ordersContract.listMyOrders, { as: buyer });
    const one = [await countQueries(tickets), await countQueries(orders)];
    await aPaidOrder({ buyer });
    await aPaidOrder({ buyer });
    expect([await countQueries(tickets), await countQueries(orders)]).toEqual(one);
    expect((await orders()).items).toHaveLength(3);
  });

  it('shows orders, newest first, with their invoices; nobody else’s', async () => {
    const buyer = await aViewer();
    const { order: paid } = await aPaidOrder({ buyer });
    const { order: pending } = await anOrder({ buyer });
    const { items } = await call(ordersContract.listMyOrders, { as: buyer });
    expect(items.map(({ id, state, can }) => [id, state, can])).toEqual([
      [pending.id, 'pending', { pay: true, cancel: true, invoice: false, askRefund: false }],
      [paid.id, 'paid', { pay: false, cancel: false, invoice: true, askRefund: true }],
    ]);
    expect(items[1]?.invoices.map(({ total }) => total)).toEqual([1210]);
    const [line] = pending.lines;
    const checkout = `/products/${line?.productSlug}/checkout?session=${line?.session?.id}`;
    expect(items.map((one) => one.checkout)).toEqual([checkout, null]);
    expect((await call(ordersContract.listMyOrders, { as: await aViewer() })).total).toBe(0);
  });

  it('lets nobody pay or cancel an order whose money is on its way', async () => {
    const { order, buyer } = await anOrder();
    const can = async () => (await call(ordersContract.listMyOrders, { as: buyer })).items[0]?.can;
    await pay(buyer, order, 'confirm');
    expect(await can()).toMatchObject({ pay: true, cancel: true });
    await pay(buyer, order, 'late');
    expect(await can()).toMatchObject({ pay: false, cancel: false });
  });
});

describe('a product to the person asking', () => {
  it('can be bought, is waited for, is edited', async () => {
    const product = await aProduct({ sessions: [{ capacity: 2, held: 1 }] });
    const params = { slug: product.slug };
    const viewer = await aViewer();
    const seen = await call(salesContract.getMine, { as: viewer, params });
    expect(seen).toMatchObject({
      ticket: null,
      state: 'no_ticket',
      sale: 'open',
      can: { buy: true, gift: true, watch: false, edit: false },
    });
    expect(seen.sessions).toMatchObject([{ seatsLeft: 1, open: true }]);
    await anOrder({ product, buyer: viewer });
    const owner = await call(salesContract.getMine, { as: product.owner, params });
    expect(owner).toMatchObject({ sale: 'sold_out', sessions: [{ seatsLeft: 0, open: false }] });
    expect(owner.can).toEqual({ buy: false, gift: false, watch: false, edit: true });
  });

  it('can still be bought by whoever holds its last seat', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { buyer } = await anOrder({ product });
    const params = { slug: product.slug };
    for (const [as, seats] of [
      [buyer, { seatsLeft: 1, open: true }],
      [await aViewer(), { seatsLeft: 0, open: false }],
    ] as const) {
      const mine = await call(salesContract.getMine, { as, params });
      expect([mine.can.buy, mine.sessions]).toMatchObject([seats.open, [seats]]);
      const checkout = await call(salesContract.getCheckout, { as, params });
      expect([checkout.can.buy, checkout.sessions]).toMatchObject([seats.open, [seats]]);
    }
  });

  it('does not exist when it is private, without ticket or code', async () => {
    const product = await aProduct({ status: 'private' });
    const params = { slug: product.slug };
    const as = await aViewer();
    const lost = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
    expect(await refusal(salesContract.getMine, { as, params })).toEqual(lost);
    expect(await refusal(salesContract.getCheckout, { as, params })).toEqual(lost);
    const query = { code: 'AAAA-BBBB-CCCC' };
    expect(await refusal(salesContract.getCheckout, { as, params, query })).toEqual(lost);
    await aTicket({ userId: as.id, productId: product.id });
    expect((await call(salesContract.getMine, { as, params })).can.watch).toBe(true);
  });

  it('comes to the checkout with price, sessions, billing and cards', async () => {
    const product = await aProduct({ offer: { price: 605 } });
    const as = await aViewer();
    const params = { slug: product.slug };
    const seen = await call(salesContract.getCheckout, { as, params, query: { code: 'NOPE' } });
    expect(seen).toMatchObject({
      price: { total: 605, from: 'offer', before: 1210 },
      offer: null,
      codeFault: 'COUPON_UNKNOWN',
      billing: { company: '', nif: '' },
      methods: { sandbox: true },
      sale: 'open',
      can: { buy: true },
    });
  });

  it('shows in the checkout which showings can still be had', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct({
      sessions: [
        { startsAt: '2026-11-20T20:00:00.000Z' },
        { startsAt: '2026-11-28T20:00:00.000Z', capacity: 1, held: 1 },
        { startsAt: '2026-11-29T20:00:00.000Z' },
      ],
    });
    const as = await aViewer();
    const seen = await call(salesContract.getCheckout, { as, params: { slug: product.slug } });
    expect(seen.sessions.map(({ open }) => open)).toEqual([false, false, true]);
    expect(seen).toMatchObject({ sale: 'open', can: { buy: true } });
  });

  it.each([
    ['over', { startsAt: '2026-11-20T20:00:00.000Z' }, 'closed'],
    ['full', { startsAt: '2026-11-28T20:00:00.000Z', capacity: 1, held: 1 }, 'sold_out'],
  ])('cannot be bought with a code for a showing that is %s', async (_, showing, sale) => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct({
      sessions: [showing, { startsAt: '2026-11-29T20:00:00.000Z' }],
    });
    const code = await aCode(product, { sessionId: product.sessions[0]?.id ?? null });
    const [as, params] = [await aViewer(), { slug: product.slug }];
    const seen = await call(salesContract.getCheckout, { as, params, query: { code } });
    expect(seen).toMatchObject({ sale, offer: { code }, can: { buy: false } });
    const without = await call(salesContract.getCheckout, { as, params });
    expect(without).toMatchObject({ sale: 'open', can: { buy: true } });
  });

  it.each([
    ['before the sale', { salesStartsAt: '2030-01-01T00:00:00.000Z' }, 'not_yet'],
    ['after the sale', { salesEndsAt: '2026-01-01T00:00:00.000Z' }, 'closed'],
  ])('says in the checkout how the sale stands %s', async (_, given: ProductGiven, sale) => {
    const product = await aProduct(given);
    const as = await aViewer();
    const seen = await call(salesContract.getCheckout, { as, params: { slug: product.slug } });
    const salesStartsAt = given.salesStartsAt ?? null;
    expect(seen).toMatchObject({ sale, salesStartsAt, can: { buy: false } });
  });
});

describe('my orders', () => {
  it('are found by their title or their number, and those of others by neither', async () => {
    const { order, buyer } = await aPaidOrder();
    await aPaidOrder({ buyer });
    const { order: other } = await aPaidOrder();
    const find = async (q: string) =>
      (await call(ordersContract.listMyOrders, { as: buyer, query: { q } })).items;
    expect((await find(order.number.toLowerCase())).map(({ id }) => id)).toEqual([order.id]);
    expect(await find(order.lines[0]?.title ?? '')).not.toEqual([]);
    expect(await find(other.number)).toEqual([]);
  });
});

describe('sales', () => {
  it('are listed for their organizer with totals from the books', async () => {
    const channel = await aChannel();
    const product = await aProduct({ channel });
    const free = await aProduct({ channel, plan: 'free' });
    await aRate('USD');
    const dollars = await aProduct({ channel, currency: 'USD' });
    const { order: first, buyer } = await aPaidOrder({ product });
    await aPaidOrder({ product });
    await aPaidOrder({ product: dollars });
    await anOrder({ product: free, form: { expectedTotal: 0 } });
    await anOrder({ product });
    await aPaidOrder();
    await call(refundsContract.refundOrder, {
      as: channel.owner,
      params: { id: first.id },
      body: { reason: 'rain' },
    });
    const as = channel.owner;
    const { items, total, totals } = await call(salesContract.listSales, { as });
    expect(total).toBe(4);
    expect(items.map(({ state }) => state).sort()).toEqual(['paid', 'paid', 'paid', 'refunded']);
    const sale = items.find(({ id }) => id === first.id);
    expect(sale).toMatchObject({
      customer: { email: buyer.email, name: 'Ana', surname: 'Prats' },
      total: 1210,
      fee: 154,
      refunded: 1210,
      can: { refund: false, refundPart: false, invoice: true },
    });
    expect(totals).toEqual([
      {
        currency: 'EUR',
        orders: 3,
        taken: 2420,
        refunded: 1210,
        tax: 210,
        fees: 308,
        covered: 0,
        ...{ donations: 0, support: 0, site: 0 },
        organizer: 902,
      },
      {
        currency: 'USD',
        orders: 1,
        taken: 1210,
        refunded: 0,
        tax: 210,
        fees: 159,
        covered: 0,
        ...{ donations: 0, support: 0, site: 0 },
        organizer: 1051,
      },
    ]);
    for (const [query, count] of [
      [{ q: buyer.email.toUpperCase() }, 1],
      [{ product: free.slug }, 1],
      [{ channel: channel.slug }, 4],
      [{ state: 'pending' }, 1],
      [{ state: 'refunded' }, 1],
      [{ from: '2099-01-01' }, 0],
      [{ to: '2099-01-01' }, 4],
      [{ size: 1, page: 4 }, 4],
    ] as const) {
      expect((await call(salesContract.listSales, { as, query })).total).toBe(count);
    }
  });

  it('are found by the number of their order, however it is typed and whatever its state', async () => {
    const { order, product } = await anOrder();
    const { owner } = product.channel;
    await aPaidOrder({ product });
    const { number } = order;
    expect(number).toMatch(/^[2-9BCDFGHJKMNP-TV-Z]{4}-[2-9BCDFGHJKMNP-TV-Z]{4}$/);
    const find = async (as: Awaited<ReturnType<typeof anOrganizer>>, q: string) =>
      (await call(salesContract.listSales, { as, query: { q } })).items.map(({ id }) => id);
    for (const q of [number, number.toLowerCase(), number.replace('-', ''), ` ${number} `]) {
      expect(await find(owner, q)).toEqual([order.id]);
    }
    expect(await find(await anOrganizer(), number)).toEqual([]);
  });

  it('have an order number that the database takes once', async () => {
    const { order } = await anOrder();
    const { order: other } = await anOrder();
    const twice = db()
      .updateTable('orders')
      .set({ number: order.number })
      .where('id', '=', other.id)
      .execute();
    await expect(twice).rejects.toThrow('orders_number');
  });

  it('of others are not there', async () => {
    const { product } = await aPaidOrder();
    const as = await anOrganizer();
    expect((await call(salesContract.listSales, { as })).items).toEqual([]);
    expect(
      await refusal(salesContract.listSales, { as, query: { channel: product.channel.slug } }),
    ).toEqual({ status: 404, code: 'SERVER_ERROR_NOT_FOUND' });
    expect((await refusal(salesContract.listAllSales, { as })).status).toBe(403);
    expect((await refusal(salesContract.listSales, { as: await aViewer() })).status).toBe(403);
    const admin = await anAdmin();
    const query = { channel: product.channel.slug };
    const { items } = await call(salesContract.listAllSales, { as: admin, query });
    expect(items.map(({ can }) => can)).toEqual([
      {
        refund: true,
        refundPart: true,
        invoice: true,
        recommend: false,
        refuse: false,
        settleRefund: false,
        resend: true,
        decideCharge: false,
      },
    ]);
  });

  it('ask the database as often for three as for one', async () => {
    holdClock();
    const product = await aProduct();
    await aPaidOrder({ product });
    const list = () => call(salesContract.listSales, { as: product.owner });
    await list();
    const one = await countQueries(list);
    await aPaidOrder({ product });
    await aPaidOrder({ product });
    expect(await countQueries(list)).toBe(one);
  });

  it('are told to the organizer, and the ticket to its holder', async () => {
    const { product, buyer } = await aPaidOrder();
    await runKeptJobs();
    const rows = await db()
      .selectFrom('notifications')
      .select(['user_id', 'type'])
      .where('user_id', 'in', [product.owner.id, buyer.id])
      .orderBy('type')
      .execute();
    expect(rows).toEqual([
      { user_id: product.owner.id, type: 'sale' },
      { user_id: buyer.id, type: 'ticket_granted' },
    ]);
  });
});
