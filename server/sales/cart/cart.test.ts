import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { cartContract, mostInCart } from '#contract/cart.ts';
import { ordersContract } from '#contract/orders.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBundle, aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, cartForm, pay } from '#test/factories/sales.ts';
import { aThing, aThingOrder, shippingItem } from '#test/factories/shipments.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';

const wish = ({ slug, sessions }: SomeProduct, code: string | null = null) => ({
  ...{ kind: 'ticket' as const, productSlug: slug, sessionId: sessions[0]?.id ?? null, code },
});
const put = (as: Someone, product: SomeProduct, code: string | null = null) =>
  call(cartContract.addToCart, { as, body: wish(product, code) });
const aThingOf = ({ slug }: { slug: string }) => ({
  ...{ kind: 'physical' as const, productSlug: slug },
});
const cartOf = (as: Someone) => call(cartContract.getCart, { as });
const change = (product: SomeProduct, values: object) =>
  db().updateTable('products').set(values).where('id', '=', product.id).execute();
const buyAll = async (as: Someone) => {
  const { groups } = await cartOf(as);
  const items = groups[0]?.lines.flatMap(({ item }) => item ?? []) ?? [];
  return call(ordersContract.startOrder, { as, body: cartForm(items) });
};

describe('a cart', () => {
  it('keeps what one chooses, by seller and currency, at the price of now', async () => {
    const [a, other] = [await aProduct(), await aProduct()];
    const b = await aProduct({ channel: a.channel, price: 550, taxRate: 1000 });
    const foreign = await aProduct({ channel: a.channel, currency: 'USD' });
    const as = await aViewer();
    for (const product of [a, b, foreign, other]) await put(as, product);
    const { groups, count } = await cartOf(as);
    expect(count).toBe(4);
    expect(groups.map(({ channel, currency, total }) => [channel?.id, currency, total])).toEqual([
      [a.channel.id, 'EUR', 1760],
      [a.channel.id, 'USD', 1210],
      [other.channel.id, 'EUR', 1210],
    ]);
    expect(groups[0]).toMatchObject({ net: 1500, tax: 260, can: { buy: true } });
    expect(await call(cartContract.countCart, { as })).toEqual({ count: 4 });
    expect((await cartOf(await aViewer())).count).toBe(0);
  });

  it('is bought with one order, which takes out what it paid for, and nothing else', async () => {
    const a = await aProduct();
    const b = await aProduct({ channel: a.channel });
    const other = await aProduct();
    const as = await aViewer();
    for (const product of [a, b, other]) await put(as, product);
    const order = await buyAll(as);
    expect(order.total).toBe(2420);
    expect((await cartOf(as)).count).toBe(3);
    await pay(as, order);
    const { groups, count } = await cartOf(as);
    expect(count).toBe(1);
    expect(groups[0]?.lines[0]?.product?.slug).toBe(other.slug);
  });

  it('has a bundle as one thing', async () => {
    const a = await aProduct();
    const bundle = await aBundle([a, await aProduct({ channel: a.channel })]);
    const as = await aViewer();
    const body = { kind: 'bundle' as const, productSlug: bundle.slug };
    const { groups } = await call(cartContract.addToCart, { as, body });
    expect(groups[0]?.lines).toMatchObject([{ title: bundle.title, total: 2000 }]);
    await pay(as, await buyAll(as));
    expect((await cartOf(as)).count).toBe(0);
  });

  it('has things beside tickets, which are paid and sent with one order', async () => {
    const thing = await aThing({ stock: 3 });
    const show = await aProduct({ channel: thing.channel });
    const as = await aViewer();
    await put(as, show);
    const body = { kind: 'physical' as const, productSlug: thing.slug, quantity: 2 };
    const { groups } = await call(cartContract.addToCart, { as, body });
    expect(groups).toMatchObject([
      { total: 1210 + 2420, lines: [{ quantity: 1 }, { quantity: 2, total: 2420 }] },
    ]);
    const items = groups[0]?.lines.flatMap(({ item }) => item ?? []) ?? [];
    const form = cartForm([...items, shippingItem({ expectedTotal: 484 + 121 })]);
    const order = await call(ordersContract.startOrder, { as, body: form });
    expect(order.lines.map(({ kind }) => kind)).toEqual(['ticket', 'physical', 'shipping']);
    // One's own order holds them: it is no reason against buying them.
    expect((await cartOf(as)).groups[0]?.lines.map(({ fault }) => fault)).toEqual([null, null]);
    const paid = await pay(as, order);
    expect(paid.state).toBe('paid');
    expect((await cartOf(as)).count).toBe(0);
    const tickets = await db()
      .selectFrom('tickets')
      .select('product_id')
      .where('user_id', '=', as.id);
    expect(await tickets.execute()).toEqual([{ product_id: show.id }]);
    const parcel = await db()
      .selectFrom('shipments')
      .select('state')
      .where('order_id', '=', order.id);
    expect(await parcel.execute()).toEqual([{ state: 'to_send' }]);
  });

  it('says of a thing when it is gone, and refuses more than there are', async () => {
    const thing = await aThing({ stock: 1 });
    const as = await aViewer();
    const body = { kind: 'physical' as const, productSlug: thing.slug, quantity: 1 };
    await call(cartContract.addToCart, { as, body });
    const two = { ...body, quantity: 2 };
    expect((await refusal(cartContract.addToCart, { as, body: two })).code).toBe('SOLD_OUT');
    await aThingOrder({ thing });
    expect((await cartOf(as)).groups[0]?.lines[0]?.fault).toBe('SOLD_OUT');
  });

  it('excuses with an order of one’s own as many as that holds, and no more', async () => {
    const thing = await aThing({ stock: 1 });
    const as = await aViewer();
    const body = (quantity: number) => ({ ...aThingOf(thing), quantity });
    await call(cartContract.addToCart, { as, body: body(1) });
    await aThingOrder({ thing, buyer: as });
    expect((await cartOf(as)).groups[0]?.lines[0]?.fault).toBeNull();
    expect((await refusal(cartContract.addToCart, { as, body: body(2) })).code).toBe('SOLD_OUT');
  });

  it('keeps the number of a thing that is put in again without one', async () => {
    const thing = await aThing({ stock: 9 });
    const as = await aViewer();
    const put = (body: object) =>
      call(cartContract.addToCart, { as, body: { ...aThingOf(thing), ...body } });
    const counts: (number | undefined)[] = [];
    for (const given of [{}, { quantity: 3 }, {}, { quantity: 2 }]) {
      counts.push((await put(given)).groups[0]?.lines[0]?.quantity);
    }
    expect(counts).toEqual([1, 3, 3, 2]);
  });

  it('has as many of a thing as one sets there, as long as there are so many', async () => {
    const thing = await aThing({ stock: 3 });
    const as = await aViewer();
    const { groups } = await call(cartContract.addToCart, { as, body: aThingOf(thing) });
    const params = { id: groups[0]?.lines[0]?.id ?? '' };
    expect(groups[0]?.lines[0]).toMatchObject({ quantity: 1, most: 3 });
    const set = (quantity: number) => ({ as, params, body: { quantity } });
    const three = await call(cartContract.changeCart, set(3));
    expect(three.groups).toMatchObject([{ total: 3630, lines: [{ quantity: 3, total: 3630 }] }]);
    expect((await refusal(cartContract.changeCart, set(4))).code).toBe('SOLD_OUT');
    for (const wrong of [0, 11, 1.5]) {
      expect((await refusal(cartContract.changeCart, set(wrong))).code).toBe('VALIDATION');
    }
    expect((await cartOf(as)).groups[0]?.lines[0]).toMatchObject({ quantity: 3, costBefore: null });
    const stranger = { ...set(2), as: await aViewer() };
    expect((await refusal(cartContract.changeCart, stranger)).status).toBe(404);
  });

  it('says how many are left of a thing, and lets one take as many', async () => {
    const thing = await aThing({ stock: 3 });
    const as = await aViewer();
    const body = { ...aThingOf(thing), quantity: 3 };
    const { groups } = await call(cartContract.addToCart, { as, body });
    const params = { id: groups[0]?.lines[0]?.id ?? '' };
    await aThingOrder({ thing });
    expect((await cartOf(as)).groups[0]?.lines[0]).toMatchObject({ fault: 'SOLD_OUT', most: 2 });
    const two = await call(cartContract.changeCart, { as, params, body: { quantity: 2 } });
    expect(two.groups[0]?.lines[0]).toMatchObject({ fault: null, quantity: 2, most: 2 });
    // What one's own order holds is one's own to take.
    await aThingOrder({ thing, buyer: as });
    expect((await cartOf(as)).groups[0]?.lines[0]).toMatchObject({ fault: null, most: 2 });
  });

  it('has ten of a thing at most, also where nobody counts them', async () => {
    const thing = await aThing({ stock: null });
    const as = await aViewer();
    const { groups } = await call(cartContract.addToCart, { as, body: aThingOf(thing) });
    expect(groups[0]?.lines[0]?.most).toBe(10);
  });

  it('has one ticket of a show and one bundle, and no number to be set', async () => {
    const show = await aProduct();
    const bundle = await aBundle([show, await aProduct({ channel: show.channel })]);
    const as = await aViewer();
    await put(as, show);
    const body = { kind: 'bundle' as const, productSlug: bundle.slug };
    const { groups } = await call(cartContract.addToCart, { as, body });
    for (const { id, most } of groups[0]?.lines ?? []) {
      expect(most).toBeNull();
      for (const quantity of [1, 2]) {
        const given = { as, params: { id }, body: { quantity } };
        expect((await refusal(cartContract.changeCart, given)).code).toBe('VALIDATION');
      }
    }
    expect((await cartOf(as)).groups[0]?.lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
  });

  it('has room for what is given beside as long as the order has lines for both', async () => {
    const first = await aThing();
    const as = await aViewer();
    const can: boolean[] = [];
    for (let count = 1; count <= 18; count += 1) {
      const thing = count === 1 ? first : await aThing({ channel: first.channel });
      const { groups } = await call(cartContract.addToCart, { as, body: aThingOf(thing) });
      can.push(groups[0]?.can.give ?? false);
    }
    // Of twenty lines one says where they are sent to.
    expect(can.lastIndexOf(true) + 1).toBe(17);
    expect((await cartOf(as)).groups[0]?.can).toEqual({
      ...{ buy: true, give: false, useCode: false },
    });
  });

  it('has nothing twice: what is put in again takes its place', async () => {
    const product = await aProduct({ sessions: [{}, {}] });
    const as = await aViewer();
    await put(as, product);
    const second = product.sessions[1]?.id ?? '';
    const body = { ...wish(product), sessionId: second };
    const { groups, count } = await call(cartContract.addToCart, { as, body });
    expect(count).toBe(1);
    expect(groups[0]?.lines[0]?.session?.id).toBe(second);
  });

  it('takes another date or a code, and lets go of what is taken out', async () => {
    const product = await aProduct({ sessions: [{}, {}] });
    const code = await aCode(product);
    const as = await aViewer();
    const { groups } = await put(as, product);
    const params = { id: groups[0]?.lines[0]?.id ?? '' };
    const sessionId = product.sessions[1]?.id ?? '';
    const later = await call(cartContract.changeCart, { as, params, body: { sessionId, code } });
    expect(later.groups[0]?.lines[0]).toMatchObject({ session: { id: sessionId }, total: 605 });
    const stranger = await aViewer();
    for (const endpoint of [cartContract.removeFromCart, cartContract.changeCart]) {
      expect((await refusal(endpoint, { as: stranger, params, body: {} } as never)).status).toBe(
        404,
      );
    }
    expect(await call(cartContract.removeFromCart, { as, params })).toEqual({
      groups: [],
      count: 0,
    });
  });
});

describe('a cart of somebody who is gone', () => {
  it('is gone as well', async () => {
    const as = await aViewer();
    await put(as, await aProduct());
    const admin = await anAdmin();
    const params = { id: as.id };
    await call(usersContract.moveUser, { as: admin, params, body: { move: 'delete' } });
    const left = await db().selectFrom('cart_items').select('id').where('user_id', '=', as.id);
    expect(await left.execute()).toEqual([]);
  });
});

describe('what has changed since is said, and nothing is lost', () => {
  async function inCart(given: Parameters<typeof aProduct>[0] = {}) {
    const product = await aProduct(given);
    const as = await aViewer();
    await put(as, product);
    const line = async () => (await cartOf(as)).groups[0]?.lines[0];
    return { product, as, line };
  }

  it('another price', async () => {
    const { product, line } = await inCart();
    await change(product, { net: 1000, tax: 100, total: 1100 });
    expect(await line()).toMatchObject({ total: 1100, costBefore: 1210, fault: null });
  });

  it.each([
    ['a sale that is over', { sales_ends_at: '2026-01-01T00:00:00Z' }, 'PRODUCT_NOT_FOR_SALE'],
    ['a product that was made private', { status: 'private' }, 'SERVER_ERROR_NOT_FOUND'],
  ])('%s', async (_, values, fault) => {
    const { product, as, line } = await inCart();
    await change(product, values);
    expect(await line()).toMatchObject({ fault, item: null, total: 0, title: product.title });
    expect((await cartOf(as)).groups[0]?.can.buy).toBe(false);
  });

  it('no seat left, unless one holds it by an order that waits', async () => {
    const { product, as, line } = await inCart({ sessions: [{ capacity: 1 }] });
    const { order } = await anOrder({ product, buyer: as });
    expect((await line())?.fault).toBeNull();
    await call(ordersContract.cancelOrder, { as, params: { id: order.id } });
    await anOrder({ product });
    expect((await line())?.fault).toBe('SOLD_OUT');
  });

  it('a ticket that one has by now, and a showing that was cancelled', async () => {
    const owned = await inCart();
    await aPaidOrder({ product: await aProduct({ channel: owned.product.channel }) });
    await db()
      .insertInto('tickets')
      .values({
        ...{ user_id: owned.as.id, product_id: owned.product.id, source: 'gift' },
        granted_at: '2026-01-01T00:00:00Z',
      })
      .execute();
    expect((await owned.line())?.fault).toBe('ALREADY_OWNED');
    const off = await inCart();
    await db()
      .updateTable('product_sessions')
      .set({ cancelled_at: '2026-01-01T00:00:00Z', cancelled_by: off.product.owner.id })
      .where('product_id', '=', off.product.id)
      .execute();
    // The only showing: nothing of it can be bought any more.
    expect((await off.line())?.fault).toBe('PRODUCT_NOT_FOR_SALE');
  });
});

describe('what cannot be had is not put in', () => {
  it.each([
    ['a full showing', { sessions: [{ capacity: 1, held: 1 }] }, 'SOLD_OUT'],
    ['a draft', { status: 'draft' }, 'SERVER_ERROR_NOT_FOUND'],
    ['what is not on sale', { salesEndsAt: '2026-01-01T00:00:00Z' }, 'PRODUCT_NOT_FOR_SALE'],
  ] as const)('%s', async (_, given, code) => {
    const product = await aProduct(given as Parameters<typeof aProduct>[0]);
    const as = await aViewer();
    expect((await refusal(cartContract.addToCart, { as, body: wish(product) })).code).toBe(code);
    expect((await cartOf(as)).count).toBe(0);
  });

  it('nor more than fifty things, nor by a visitor', async () => {
    const product = await aProduct();
    expect((await refusal(cartContract.addToCart, { body: wish(product) })).status).toBe(401);
    const as = await aViewer();
    await sql`with others as (
        insert into products (channel_id, type, status, title, slug, short_description, description,
          net, tax_rate, tax, total)
        select channel_id, type, status, title, slug || '-' || n, short_description, description,
          net, tax_rate, tax, total
        from products, generate_series(1, ${mostInCart}) n where id = ${product.id} returning id)
      insert into cart_items (user_id, product_id, seen_total, added_at)
      select ${as.id}, id, 1210, '2026-01-01T00:00:00Z' from others`.execute(db());
    expect((await refusal(cartContract.addToCart, { as, body: wish(product) })).fields).toEqual({
      items: 'too_big',
    });
  });
});

describe('the checkout of a group', () => {
  it('shows what is paid together', async () => {
    const a = await aProduct();
    const as = await aViewer();
    await put(as, a);
    await put(as, await aProduct());
    const query = { seller: a.channel.slug, currency: 'EUR' as const };
    const { group, methods } = await call(cartContract.getCartCheckout, { as, query });
    expect(group).toMatchObject({ total: 1210, lines: [{ title: a.title }] });
    expect(methods.providers.length).toBeGreaterThan(0);
    const none = { ...query, currency: 'USD' as const };
    expect((await refusal(cartContract.getCartCheckout, { as, query: none })).status).toBe(404);
  });
});
