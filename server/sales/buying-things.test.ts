import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { type OrderForm, ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { shipmentsContract } from '#contract/shipments.ts';
import { shippingContract } from '#contract/shipping.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { toldTo } from '#test/books.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { cartForm, orderForm, pay, ticketItem } from '#test/factories/sales.ts';
import {
  anAddress,
  aShipment,
  aThing,
  aThingOrder,
  heldOf,
  physicalItem,
  shippingItem,
  someShipping,
  thingForm,
} from '#test/factories/shipments.ts';
import { call, send } from '#test/story.ts';
import { expireOrders } from './close-order.ts';

const refusalOf = async (body: unknown, as?: Someone) => {
  const answer = await send(ordersContract.startOrder, {
    as: as ?? (await aViewer()),
    body: body as OrderForm,
  });
  const { code, fields } = answer.json();
  return [code, fields && Object.keys(fields)];
};
const erase = async ({ id }: Someone) =>
  call(usersContract.moveUser, {
    as: await anAdmin(),
    params: { id },
    body: { move: 'delete' },
  });
const shipmentOf = (orderId: string) =>
  db().selectFrom('shipments').selectAll().where('order_id', '=', orderId).executeTakeFirst();

describe('an order of things', () => {
  it('has a line for them and one for sending, each with its tax', async () => {
    const { order } = await aThingOrder({ quantity: 3 });
    expect(order).toMatchObject({ net: 3600, tax: 756, total: 4356, state: 'pending' });
    expect(order.lines).toMatchObject([
      { kind: 'physical', quantity: 3, net: 3000, tax: 630, total: 3630, title: '3 × Poster' },
      { kind: 'shipping', quantity: 1, net: 600, tax: 126, total: 726, productId: null },
    ]);
  });

  it('is named by its things where the money is asked for, not by how they are sent', async () => {
    const { order, thing, buyer } = await aShipment();
    const body = { reason: 'It is not for me' };
    await call(refundsContract.askForRefund, { as: buyer, params: { id: order.id }, body });
    const [told] = await toldTo(thing.owner, 'refund_asked');
    expect(told?.subject).toMatch(/: Poster$|: \d × Poster$/);
  });

  it('says in the language of its reader how it is sent, and on paper in that of its buyer', async () => {
    const { order, thing, buyer } = await aShipment();
    const query = { q: order.number };
    const asked = { as: thing.owner, query, language: 'es' };
    const { items } = await call(salesContract.listSales, asked);
    expect(items.map(({ product }) => product.title).sort()).toEqual(['Envío a España', 'Poster']);
    const file = await send(salesContract.exportSales, asked as never);
    expect(file.body).toContain('Envío a España');
    const params = { id: order.id };
    const whole = await call(ordersContract.getOrder, { as: buyer, params, language: 'pt' });
    expect(whole.lines.map(({ title }) => title)).toContain('Envio para Espanha');
    const mine = await call(ordersContract.listMyOrders, { as: buyer, language: 'es' });
    expect(mine.items[0]?.lines.map(({ title }) => title)).toContain('Envío a España');
    const { paper } = await db()
      .selectFrom('invoices')
      .select('paper')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(paper)).toContain('Shipping to Spain');
  });

  it('is of the country of its invoice in the list of sales, else of where it is sent', async () => {
    const countryOf = async (country: string) => {
      const { order, thing } = await aShipment();
      const set = JSON.stringify({ country });
      await sql`update orders set buyer = jsonb_set(buyer, '{billing}', buyer->'billing' || ${set}::jsonb)
        where id = ${order.id}`.execute(db());
      const query = { q: order.id };
      const { items } = await call(salesContract.listSales, { as: thing.owner, query });
      return items[0]?.customer.country;
    };
    expect(await countryOf('')).toBe(anAddress.country);
    expect(await countryOf('FR')).toBe('FR');
  });

  it('holds them for its time, and gives them back when that is over', async () => {
    const { order, thing } = await aThingOrder({ quantity: 2 });
    expect(await heldOf(thing)).toBe(2);
    await sql`update orders set expires_at = now() - interval '1 second'`.execute(db());
    await expireOrders();
    expect(await heldOf(thing)).toBe(0);
    expect(await shipmentOf(order.id)).toBe(undefined);
  });

  it('gives them back when its buyer gives it up', async () => {
    const { order, thing, buyer } = await aThingOrder({ quantity: 2 });
    await call(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } });
    expect(await heldOf(thing)).toBe(0);
  });

  it('is sent to its address once it is paid, with its papers', async () => {
    const { order, thing, buyer } = await aShipment({ quantity: 2 });
    expect(order.state).toBe('paid');
    expect(order.invoices).toHaveLength(1);
    expect(await shipmentOf(order.id)).toMatchObject({
      ...{ state: 'to_send', method: 'post', address: anAddress, country: 'ES' },
      ...{ channel_id: thing.channel.id, buyer_id: buyer.id },
    });
    expect(await heldOf(thing)).toBe(2);
    await runKeptJobs();
    const [letter] = await mailsTo(buyer.email);
    expect(letter?.subject).toContain('Poster');
    expect(order.pickup).toBe(null);
    expect(letter?.body_text).toContain('when it leaves');
    expect(letter?.body_text).not.toContain('Where and when');
  });

  it('is picked up for nothing, where there is a place', async () => {
    const { order, buyer } = await aShipment({ shipping: { address: null, expectedTotal: 0 } });
    expect([order.total, order.pickup]).toEqual([1210, someShipping.pickup]);
    await runKeptJobs();
    const [letter] = await mailsTo(buyer.email);
    expect(letter?.body_text).toContain('Where and when');
    expect(letter?.body_text).toContain(someShipping.pickup);
    expect(letter?.body_text).not.toContain('when it leaves');
    expect(await shipmentOf(order.id)).toMatchObject({
      ...{ method: 'pickup', address: null, pickup: someShipping.pickup },
    });
  });

  it('of one who changes how many, or the address, takes the place of the one before', async () => {
    const { order, thing, buyer } = await aThingOrder({ thing: await aThing({ stock: 2 }) });
    const more = await aThingOrder({ thing, buyer, quantity: 2 });
    expect(more.order.id).not.toBe(order.id);
    const address = { ...anAddress, street: 'Calle del Pez 2' };
    const moved = await aThingOrder({ thing, buyer, quantity: 2, shipping: { address } });
    expect(await heldOf(thing)).toBe(2);
    const rows = await db()
      .selectFrom('orders')
      .select('state')
      .where('buyer_id', '=', buyer.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'pending']);
    const again = await aThingOrder({ thing, buyer, quantity: 2, shipping: { address } });
    expect(again.order.id).toBe(moved.order.id);
  });

  it('can be made again and again: nobody has one ticket for a poster', async () => {
    const thing = await aThing();
    const buyer = await aViewer();
    await aShipment({ thing, buyer });
    await aShipment({ thing, buyer, quantity: 2 });
    expect(await heldOf(thing)).toBe(3);
    const tickets = await db().selectFrom('tickets').select('id').execute();
    expect(tickets).toEqual([]);
  });

  it('is told as what it is: nobody has a ticket, in no letter and no bell', async () => {
    const { buyer } = await aShipment({ quantity: 2 });
    await runKeptJobs();
    const [letter] = (await mailsTo(buyer.email)).filter(({ kind }) => kind === 'order-paid');
    expect(letter?.subject).toBe('Your order: 2 × Poster');
    expect(letter?.body_text).toContain('2 × Poster');
    expect(letter?.body_text).toContain('/mystuff/orders');
    expect(letter?.body_text).not.toMatch(/ticket|show/i);
    const bells = await db()
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', buyer.id)
      .execute();
    expect(bells).toEqual([]);
  });

  it('has a ticket beside things of the same channel', async () => {
    const thing = await aThing();
    const show = await aProduct({ channel: thing.channel });
    const buyer = await aViewer();
    const body = cartForm([ticketItem(show), physicalItem(thing), shippingItem()]);
    const order = await pay(buyer, await call(ordersContract.startOrder, { as: buyer, body }));
    expect(order.total).toBe(1210 + 1210 + 484);
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: show.slug } });
    expect(mine.ticket).not.toBe(null);
    expect(await shipmentOf(order.id)).toMatchObject({ state: 'to_send' });
  });
});

describe('an order of things is refused', () => {
  it.each([0, -1, 1.5, 11, 1e9, '2', null])('for %j of them', async (quantity) => {
    const thing = await aThing({ stock: null });
    const { items, ...form } = thingForm(thing);
    const [item, sending] = items;
    const body = { ...form, items: [{ ...item, quantity }, sending] };
    expect(await refusalOf(body)).toEqual(['VALIDATION', ['items.0.quantity']]);
  });

  it('for more than there are', async () => {
    const thing = await aThing({ stock: 2 });
    expect(await refusalOf(thingForm(thing, { quantity: 3 }))).toEqual([
      ...['SOLD_OUT', ['items.0']],
    ]);
    expect(await heldOf(thing)).toBe(0);
  });

  it.each([
    ['a country that there is not', { country: 'XX' }, ['VALIDATION', ['items.1.address.country']]],
    [
      'a postal code that cannot be',
      { postalCode: '99999' },
      ['VALIDATION', ['items.1.address.postalCode']],
    ],
    ['nobody’s name', { name: '' }, ['VALIDATION', ['items.1.address.name']]],
    ['where nothing is sent', { country: 'CH' }, ['SHIPPING_UNAVAILABLE', ['items.1.country']]],
    [
      'a country that no zone has',
      { country: 'US', postalCode: '10001' },
      ['SHIPPING_UNAVAILABLE', ['items.1.country']],
    ],
  ])('for %s', async (_, given, refusal) => {
    const thing = await aThing();
    const address = { ...anAddress, ...given };
    expect(await refusalOf(thingForm(thing, { shipping: { address } }))).toEqual(refusal);
    expect(await heldOf(thing)).toBe(0);
  });

  it('by a channel that has not said where it sends to, or has nowhere to pick up', async () => {
    const silent = await aThing({ shipping: null });
    expect((await refusalOf(thingForm(silent)))[0]).toBe('SHIPPING_UNAVAILABLE');
    const distant = await aThing({ shipping: { ...someShipping, pickup: '' } });
    const pickup = { address: null, expectedTotal: 0 };
    expect((await refusalOf(thingForm(distant, { shipping: pickup })))[0]).toBe(
      'SHIPPING_UNAVAILABLE',
    );
  });

  it('without saying where to, saying it twice, first, or for what is watched', async () => {
    const thing = await aThing();
    const show = await aProduct({ channel: thing.channel });
    const item = physicalItem(thing);
    const sending = shippingItem();
    expect(await refusalOf(cartForm([item]))).toEqual(['VALIDATION', ['items']]);
    expect((await refusalOf(cartForm([item, sending, sending])))[0]).toBe('VALIDATION');
    expect((await refusalOf(cartForm([sending, item])))[0]).toBe('SHIPPING_UNAVAILABLE');
    expect((await refusalOf(cartForm([ticketItem(show), sending])))[0]).toBe(
      'SHIPPING_UNAVAILABLE',
    );
  });

  it('as a ticket, and a show as a thing', async () => {
    const thing = await aThing();
    const show = await aProduct();
    expect(await refusalOf(orderForm(thing))).toEqual(['VALIDATION', ['items.0.kind']]);
    expect(await refusalOf(cartForm([physicalItem(show), shippingItem()]))).toEqual([
      ...['VALIDATION', ['items.0.kind']],
    ]);
  });

  it('of two channels, twice the same, at another price, or for another price of sending', async () => {
    const [thing, other] = [await aThing(), await aThing()];
    const item = physicalItem(thing);
    expect(
      await refusalOf(cartForm([item, physicalItem(other), shippingItem({ expectedTotal: 605 })])),
    ).toEqual([...['VALIDATION', ['items.1']]]);
    expect((await refusalOf(cartForm([item, item, shippingItem({ expectedTotal: 605 })])))[0]).toBe(
      'VALIDATION',
    );
    const cheap = { ...item, expectedTotal: 1 };
    expect((await refusalOf(cartForm([cheap, shippingItem()])))[0]).toBe('PRICE_CHANGED');
    const dear = shippingItem({ expectedTotal: 1 });
    expect((await refusalOf(cartForm([item, dear])))[0]).toBe('PRICE_CHANGED');
  });

  it('of a draft, as if there were none; its organizer hears that it is not sold', async () => {
    const draft = await aThing({ status: 'draft' });
    expect((await refusalOf(thingForm(draft)))[0]).toBe('SERVER_ERROR_NOT_FOUND');
    expect((await refusalOf(thingForm(draft), draft.owner))[0]).toBe('PRODUCT_NOT_FOR_SALE');
  });
});

describe('money that goes back', () => {
  const refund = (thing: Awaited<ReturnType<typeof aThing>>, id: string, lines?: string[]) =>
    call(refundsContract.refundOrder, {
      as: thing.owner,
      params: { id },
      body: { reason: 'A dent', ...(lines ? { lines } : {}) },
    });

  it('gives nothing back to the stock until the organizer says that it is there', async () => {
    const { id, order, thing } = await aShipment({ quantity: 2 });
    await refund(thing, order.id);
    expect(await heldOf(thing)).toBe(2);
    expect(await shipmentOf(order.id)).toMatchObject({ state: 'cancelled', reason: 'refunded' });
    const lineId = order.lines[0]?.id ?? '';
    const params = { id, lineId };
    await call(shipmentsContract.restockItem, { as: thing.owner, params });
    expect(await heldOf(thing)).toBe(0);
    const again = await send(shipmentsContract.restockItem, { as: thing.owner, params });
    expect(again.json().code).toBe('SHIPMENT_STATE');
    expect(await heldOf(thing)).toBe(0);
  });

  it('of one thing of two leaves the other to be sent', async () => {
    const thing = await aThing();
    const mug = await aThing({ channel: thing.channel, title: 'Mug' });
    const buyer = await aViewer();
    const body = cartForm([
      ...[physicalItem(thing), physicalItem(mug), shippingItem({ expectedTotal: 605 })],
    ]);
    const order = await pay(buyer, await call(ordersContract.startOrder, { as: buyer, body }));
    await refund(thing, order.id, [order.lines[0]?.id ?? '']);
    expect(await shipmentOf(order.id)).toMatchObject({ state: 'to_send' });
    const { items } = await call(shipmentsContract.listShipments, { as: thing.owner });
    expect(items[0]?.items).toMatchObject([
      { title: 'Poster', givenBack: true, can: { restock: true } },
      { title: 'Mug', givenBack: false, can: { restock: false } },
    ]);
    expect([await heldOf(thing), await heldOf(mug)]).toEqual([1, 1]);
  });
});

describe('money that comes late', () => {
  /** Its buyer has paid, the bank’s notice is lost, and its time is over. */
  const lateOrder = async () => {
    useClock('2026-11-27T10:00:00Z');
    const given = await aThingOrder({ thing: await aThing({ stock: 1 }) });
    await pay(given.buyer, given.order, 'lost');
    useClock(now().add({ minutes: 16 }));
    expect(await expireOrders()).toBe(1);
    expect(await heldOf(given.thing)).toBe(0);
    return given;
  };
  const stateOf = async ({ id }: { id: string }, as: Someone) =>
    (await call(ordersContract.getOrder, { as, params: { id } })).state;

  it('is honoured while there are some', async () => {
    const { order, thing, buyer } = await lateOrder();
    await reconcilePayments();
    expect(await stateOf(order, buyer)).toBe('paid');
    expect(await heldOf(thing)).toBe(1);
    expect(await shipmentOf(order.id)).toMatchObject({ state: 'to_send' });
  });

  it('goes back when somebody else has the last one', async () => {
    const { order, thing, buyer } = await lateOrder();
    await aShipment({ thing });
    await reconcilePayments();
    expect(await stateOf(order, buyer)).toBe('expired');
    expect(await heldOf(thing)).toBe(1);
    expect(await shipmentOf(order.id)).toBe(undefined);
  });

  it('goes back when the address has gone with the account', async () => {
    const { order, thing, buyer } = await lateOrder();
    await erase(buyer);
    await reconcilePayments();
    expect(await stateOf(order, await anAdmin())).toBe('expired');
    expect(await heldOf(thing)).toBe(0);
  });
});

describe('the last one', () => {
  it('is sold to one of a hundred buyers', async () => {
    const thing = await aThing({ stock: 1 });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => aViewer()));
    const answers = await Promise.all(
      buyers.map((as) => send(ordersContract.startOrder, { as, body: thingForm(thing) })),
    );
    const codes = answers.map((one) => (one.statusCode === 201 ? 'won' : one.json().code));
    expect(codes.filter((code) => code === 'won')).toHaveLength(1);
    expect([...new Set(codes)].sort()).toEqual(['SOLD_OUT', 'won']);
    expect(await heldOf(thing)).toBe(1);
  });

  it('is still there for the buyer whose order holds it', async () => {
    const { thing, buyer } = await aThingOrder({ thing: await aThing({ stock: 1 }) });
    const params = { slug: thing.slug };
    const most = async (as: Someone) =>
      (await call(shippingContract.getProductShipping, { as, params })).most;
    expect([await most(buyer), await most(await aViewer())]).toEqual([1, 0]);
    const checkout = async (as: Someone) =>
      (await call(salesContract.getCheckout, { as, params })).can.buy;
    expect([await checkout(buyer), await checkout(await aViewer())]).toEqual([true, false]);
  });
});

describe('with a deleted account', () => {
  it('goes the address from orders that were never sent', async () => {
    const { order, buyer } = await aThingOrder();
    await erase(buyer);
    const lines = await db()
      .selectFrom('order_lines')
      .select('details')
      .where('order_id', '=', order.id)
      .execute();
    expect(JSON.stringify(lines)).not.toContain(anAddress.street);
    const { items } = await call(salesContract.listAllSales, {
      as: await anAdmin(),
      query: { q: order.number },
      language: 'es',
    });
    // Nobody knows any more where it would have gone: what its buyer read is left.
    expect(items.map(({ product }) => product.title)).toContain('Shipping to Spain');
  });
});
