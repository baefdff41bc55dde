import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import { type Coupon, ticketsContract } from '#contract/tickets.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { anOrder, orderForm, pay } from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { holdClock } from '#test/held-clock.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';

const form = { sessionId: null, quantity: 3, net: 500, tax: 105, validUntil: null };

const makeFor = (product: SomeProduct, change: Partial<typeof form> = {}): Promise<Coupon> =>
  call(ticketsContract.makeCoupons, {
    as: product.owner,
    params: { slug: product.slug },
    body: { ...form, ...change },
  });

async function codesOf(product: SomeProduct, coupon: Coupon): Promise<string[]> {
  const { items } = await call(ticketsContract.listCodes, {
    as: product.owner,
    params: { id: coupon.id },
  });
  return items.map(({ code }) => code);
}

describe('an organizer makes coupons', () => {
  it('of single-use codes for a product', async () => {
    const product = await aProduct();
    const coupon = await makeFor(product);
    expect(coupon).toMatchObject({
      quantity: 3,
      total: 605,
      currency: 'EUR',
      counts: { free: 3, reserved: 0, used: 0, revoked: 0, expired: 0 },
      can: { revoke: true },
    });
    const codes = await codesOf(product, coupon);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  });

  it('in thousands', async () => {
    const product = await aProduct();
    const { id } = await makeFor(product, { quantity: 10_000 });
    const coupon = await call(ticketsContract.getCoupon, { as: product.owner, params: { id } });
    expect(coupon.counts.free).toBe(10_000);
  });

  it('for published and private products only', async () => {
    const draft = await aProduct({ status: 'draft' });
    const params = { slug: draft.slug };
    expect(
      await refusal(ticketsContract.makeCoupons, { as: draft.owner, params, body: form }),
    ).toEqual({ status: 409, code: 'PRODUCT_STATE' });
    expect((await makeFor(await aProduct({ status: 'private' }))).quantity).toBe(3);
  });

  it('for any of their products, found by words of its title however many are newer', async () => {
    const channel = await aChannel();
    const old = await aProduct({ channel, title: 'Ópera en la azotea' });
    for (let left = 20; left > 0; left -= 1) await aProduct({ channel });
    await aProduct({ channel, title: 'Azotea: a draft', status: 'draft' });
    await aProduct({ title: 'Azotea of somebody else' });
    const find = async (q: string) =>
      (await call(ticketsContract.listProductsForCoupons, { as: channel.owner, query: { q } }))
        .items;
    expect((await find('')).map(({ slug }) => slug)).not.toContain(old.slug);
    expect(await find('')).toHaveLength(20);
    expect(await find('OPERA')).toEqual([{ slug: old.slug, title: old.title }]);
    expect((await find('azotea')).map(({ slug }) => slug)).toEqual([old.slug]);
    expect(await find('%')).toEqual([]);
    const as = await aViewer();
    expect((await refusal(ticketsContract.listProductsForCoupons, { as })).status).toBe(403);
  });

  it('with sensible prices, sessions and dates', async () => {
    const product = await aProduct();
    const params = { slug: product.slug };
    const foreign = (await aProduct()).sessions[0]?.id ?? null;
    for (const [change, fields] of [
      [{ net: 1100, tax: 231 }, { net: 'above_price' }],
      [{ tax: 50 }, { tax: 'invalid' }],
      [{ sessionId: foreign }, { sessionId: 'invalid' }],
      [{ validUntil: '2026-01-01T00:00:00Z' }, { validUntil: 'time_past' }],
      [{ quantity: 0 }, { quantity: 'too_small' }],
      [{ quantity: 10_001 }, { quantity: 'too_big' }],
    ] as const) {
      const body = { ...form, ...change };
      expect(
        await refusal(ticketsContract.makeCoupons, { as: product.owner, params, body }),
      ).toEqual({ status: 422, code: 'VALIDATION', fields });
    }
  });

  it('and nobody but the owner and administrators knows of them', async () => {
    const product = await aProduct();
    const coupon = await makeFor(product);
    const code = (await codesOf(product, coupon))[0] ?? '';
    const slug = { slug: product.slug };
    const id = { id: coupon.id };
    const lost = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
    const as = await anOrganizer();
    expect(await refusal(ticketsContract.makeCoupons, { as, params: slug, body: form })).toEqual(
      lost,
    );
    expect(await refusal(ticketsContract.listCouponsOfProduct, { as, params: slug })).toEqual(lost);
    expect(await refusal(ticketsContract.getCoupon, { as, params: id })).toEqual(lost);
    expect(await refusal(ticketsContract.listCodes, { as, params: id })).toEqual(lost);
    expect(await refusal(ticketsContract.exportCodes, { as, params: id })).toEqual(lost);
    expect(await refusal(ticketsContract.revokeCoupon, { as, params: id })).toEqual(lost);
    expect(await refusal(ticketsContract.revokeCode, { as, params: { ...id, code } })).toEqual(
      lost,
    );
    expect((await call(ticketsContract.listCoupons, { as })).items).toEqual([]);
    const viewer = await aViewer();
    expect((await refusal(ticketsContract.getCoupon, { as: viewer, params: id })).status).toBe(403);
    const admin = await anAdmin();
    expect((await call(ticketsContract.getCoupon, { as: admin, params: id })).id).toBe(coupon.id);
  });

  it('for a showing with the seats that are left, or for as many as come', async () => {
    const product = await aProduct({ sessions: [{ capacity: 5, held: 2 }, { capacity: null }] });
    const left = [];
    for (const { id: sessionId } of product.sessions) {
      left.push((await makeFor(product, { sessionId } as never)).session);
    }
    expect(left).toMatchObject([
      { capacity: 5, seatsLeft: 3 },
      { capacity: null, seatsLeft: null },
    ]);
  });

  it('and finds them by what was typed, which stands for itself', async () => {
    const product = await aProduct({ title: 'Half price: 50% off' });
    const { id } = await makeFor(product);
    await makeFor(await aProduct({ owner: product.owner, channel: product.channel }));
    const find = async (q: string) =>
      (await call(ticketsContract.listCoupons, { as: product.owner, query: { q } })).items;
    expect((await find('50%')).map((coupon) => coupon.id)).toEqual([id]);
    expect(await find('%')).toHaveLength(1);
    expect(await find('_')).toEqual([]);
    const codes = (q: string) =>
      call(ticketsContract.listCodes, { as: product.owner, params: { id }, query: { q } });
    expect((await codes('%')).items).toEqual([]);
  });

  it('and lists them with as many statements for three as for one', async () => {
    holdClock();
    const product = await aProduct();
    await makeFor(product);
    const list = () => call(ticketsContract.listCoupons, { as: product.owner });
    const one = await countQueries(list);
    await makeFor(product);
    await makeFor(product);
    expect(await countQueries(list)).toBe(one);
    expect((await list()).items).toHaveLength(3);
  });

  it('and takes them along as a file', async () => {
    const product = await aProduct();
    const coupon = await makeFor(product);
    const codes = await codesOf(product, coupon);
    const file = await send(ticketsContract.exportCodes, {
      as: product.owner,
      params: { id: coupon.id },
      language: 'es',
    } as never);
    const [heads, ...rows] = rowsOfCsv(file.body);
    expect(heads?.map((head) => head.replace(/ \(.*/, ''))).toEqual([
      ...['Código', 'Estado', 'Producto', 'Sesión', 'Precio', 'Moneda', 'Válido hasta'],
    ]);
    expect(rows.map(([code]) => code)).toEqual(codes);
    expect(new Set(rows.map(([, state]) => state))).toEqual(new Set(['Sin usar']));
    expect(rows[0]?.[2]).toBe(product.title);
    expect(Number(rows[0]?.[4]) * 100).toBe(coupon.total);
    expect(rows[0]?.[5]).toBe('EUR');
  });

  it('and revokes what is free, once', async () => {
    const product = await aProduct();
    const coupon = await makeFor(product);
    const [first = ''] = await codesOf(product, coupon);
    const as = product.owner;
    const params = { id: coupon.id, code: first };
    expect(await call(ticketsContract.revokeCode, { as, params })).toMatchObject({
      state: 'revoked',
      can: { revoke: false },
    });
    expect((await refusal(ticketsContract.revokeCode, { as, params })).code).toBe('COUPON_STATE');
    const nobody = { id: coupon.id, code: 'AAAA-AAAA-AAAA' };
    expect((await refusal(ticketsContract.revokeCode, { as, params: nobody })).status).toBe(404);
    const all = await call(ticketsContract.revokeCoupon, { as, params: { id: coupon.id } });
    expect(all.counts).toMatchObject({ free: 0, revoked: 3 });
    expect(
      (await refusal(ticketsContract.revokeCoupon, { as, params: { id: coupon.id } })).code,
    ).toBe('COUPON_STATE');
    expect((await refusal(ticketsContract.getCode, { params: { code: first } })).code).toBe(
      'COUPON_INVALID',
    );
  });
});

describe('a code', () => {
  it('says to anyone what it opens and at which price', async () => {
    const product = await aProduct({ status: 'private' });
    const sessionId = product.sessions[0]?.id ?? null;
    const code = await aCode(product, { sessionId });
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const offer = await call(ticketsContract.getCode, { params: { code: typed } });
    expect(offer).toMatchObject({
      code,
      product: { slug: product.slug, title: product.title },
      session: { id: sessionId },
      price: { net: 500, tax: 105, total: 605, currency: 'EUR' },
    });
  });

  it('that was never made is unknown', async () => {
    for (const code of ['AAAA-BBBB-CCCC', 'x', '%20']) {
      expect(await refusal(ticketsContract.getCode, { params: { code } })).toEqual({
        status: 404,
        code: 'COUPON_UNKNOWN',
      });
    }
  });

  it('is too old from the instant on', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct();
    const code = await aCode(product, { validUntil: '2026-11-27T11:00:00Z' });
    useClock('2026-11-27T10:59:59.999Z');
    await call(ticketsContract.getCode, { params: { code } });
    useClock('2026-11-27T11:00:00Z');
    expect((await refusal(ticketsContract.getCode, { params: { code } })).code).toBe(
      'COUPON_INVALID',
    );
  });

  it('changes the price of an order, is used by its payment, and names its buyer', async () => {
    const product = await aProduct();
    const coupon = await makeFor(product, { quantity: 1 });
    const [code = ''] = await codesOf(product, coupon);
    const { order, buyer } = await anOrder({ product, form: { code, expectedTotal: 605 } });
    expect(order.lines[0]).toMatchObject({ total: 605, priceFrom: 'coupon', code });
    expect((await refusal(ticketsContract.getCode, { params: { code } })).code).toBe('COUPON_USED');
    await pay(buyer, order);
    const { items } = await call(ticketsContract.listCodes, {
      as: product.owner,
      params: { id: coupon.id },
    });
    expect(items).toMatchObject([{ code, state: 'used', usedBy: { email: buyer.email } }]);
    const body = orderForm(product, { code, expectedTotal: 605 });
    expect((await refusal(ordersContract.startOrder, { as: await aViewer(), body })).code).toBe(
      'COUPON_USED',
    );
  });

  it('is free again when its order is given up or its time is over', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct();
    const code = await aCode(product);
    const form = { code, expectedTotal: 605 };
    const { order, buyer } = await anOrder({ product, form });
    expect((await anOrder({ product, buyer, form })).order.id).toBe(order.id);
    await call(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } });
    await call(ticketsContract.getCode, { params: { code } });
    await anOrder({ product, form });
    useClock('2026-11-27T10:15:00Z');
    await call(ticketsContract.getCode, { params: { code } });
    expect((await anOrder({ product, form })).order.state).toBe('pending');
  });

  it('of price nothing gives the product away', async () => {
    const product = await aProduct({ status: 'private' });
    const code = await aCode(product, { net: 0, tax: 0 });
    const { order, buyer } = await anOrder({ product, form: { code, expectedTotal: 0 } });
    expect(order.state).toBe('paid');
    const { items } = await call(salesContract.listMyTickets, { as: buyer });
    expect(items.map(({ ticket }) => ticket.source)).toEqual(['code']);
  });

  it('of another product, session or currency is of no use', async () => {
    const product = await aProduct({ sessions: [{}, {}] });
    const other = await aCode(await aProduct());
    const second = product.sessions[1]?.id ?? null;
    const forSecond = await aCode(product, { sessionId: second });
    const as = await aViewer();
    for (const code of [other, forSecond]) {
      const body = orderForm(product, { code, expectedTotal: 605 });
      expect((await refusal(ordersContract.startOrder, { as, body })).code).toBe('COUPON_INVALID');
    }
    await db()
      .updateTable('products')
      .set({ currency: 'USD' })
      .where('id', '=', product.id)
      .execute();
    const body = orderForm(product, { code: forSecond, sessionId: second, expectedTotal: 605 });
    expect((await refusal(ordersContract.startOrder, { as, body })).code).toBe('COUPON_INVALID');
  });
});
