import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { catalogContract } from '#contract/catalog.ts';
import { interestContract } from '#contract/interest.ts';
import { leadsContract } from '#contract/leads.ts';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { expireOrders } from '#server/sales/close-order.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aSoldOutShow, aWaiting, lineOf, placesOf, seatsHeld } from '#test/factories/leads.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { anOrder, orderForm, pay } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { followLinesJob } from './jobs.ts';

const refund = (product: SomeProduct, order: { id: string }) =>
  call(refundsContract.refundOrder, {
    as: product.owner,
    params: { id: order.id },
    body: { reason: 'She cannot come' },
  });
const mine = (as: Someone, product: SomeProduct) =>
  call(interestContract.getMyLeads, { as, params: { slug: product.slug } });
const placeIn = async (as: Someone, product: SomeProduct) => (await mine(as, product)).places[0];
const statesOf = async (sessionId: string) => (await placesOf(sessionId)).map(({ state }) => state);
const leadOf = async (viewer: Someone) =>
  db()
    .selectFrom('leads')
    .select(['kind', 'state'])
    .where('user_id', '=', viewer.id)
    .executeTakeFirst();
const letterKindsTo = async ({ email }: Someone) => (await mailsTo(email)).map(({ kind }) => kind);
const clockComes = async (at: string | null) => {
  useClock(at);
  await enqueueNow(followLinesJob, {});
  await runKeptJobs();
};

describe('a waiting list', () => {
  it('takes people in the order in which they come, once each, and says their number', async () => {
    const { product, sessionId } = await aSoldOutShow();
    const [first, second] = [await aViewer(), await aViewer()];
    await aWaiting(product, first);
    await aWaiting(product, second);
    await aWaiting(product, first);
    expect(await placesOf(sessionId)).toHaveLength(2);
    expect(await placeIn(first, product)).toMatchObject({ state: 'waiting', number: 1 });
    expect(await placeIn(second, product)).toMatchObject({
      state: 'waiting',
      number: 2,
      can: { join: false, leave: true, buy: false },
    });
    expect(await leadOf(first)).toEqual({ kind: 'waiting', state: 'new' });
    await call(interestContract.leaveLine, { as: first, params: lineOf(product) });
    expect(await placeIn(second, product)).toMatchObject({ number: 1 });
    expect(await placeIn(first, product)).toMatchObject({ state: null, can: { join: true } });
    expect(await leadOf(first)).toEqual({ kind: 'waiting', state: 'lost' });
    await aWaiting(product, first);
    expect(await placeIn(first, product)).toMatchObject({ number: 2 });
    expect(await leadOf(first)).toEqual({ kind: 'waiting', state: 'new' });
  });

  it('is for sold-out sessions of what is on sale, and for who has no ticket', async () => {
    const { product, buyer } = await aSoldOutShow();
    const open = await aProduct({ sessions: [{ capacity: 5 }] });
    const over = await aProduct({
      sessions: [{ capacity: 1, held: 1 }],
      salesEndsAt: '2026-01-01T00:00:00Z',
    });
    const hidden = await aProduct({ status: 'private', sessions: [{ capacity: 1, held: 1 }] });
    const off = await aProduct({ sessions: [{ capacity: 1, held: 1 }, {}] });
    await call(catalogContract.cancelSession, {
      as: off.owner,
      params: lineOf(off),
      body: { reason: 'The singer has lost her voice' },
    });
    const as = await aViewer();
    const join = (of: SomeProduct, who = as) =>
      refusal(interestContract.joinLine, { as: who, params: lineOf(of) });
    expect(await join(open)).toMatchObject({ status: 409, code: 'SEATS_LEFT' });
    expect(await join(over)).toMatchObject({ status: 409, code: 'PRODUCT_NOT_FOR_SALE' });
    expect(await join(off)).toMatchObject({ status: 409, code: 'SESSION_CANCELLED' });
    expect(await join(hidden)).toMatchObject({ status: 404 });
    expect(await join(product, buyer)).toMatchObject({ status: 409, code: 'ALREADY_OWNED' });
    const foreign = { slug: product.slug, sessionId: lineOf(open).sessionId };
    expect(await refusal(interestContract.joinLine, { as, params: foreign })).toMatchObject({
      status: 404,
    });
    expect(
      await refusal(interestContract.leaveLine, { as, params: lineOf(product) }),
    ).toMatchObject({
      status: 409,
      code: 'PLACE_STATE',
    });
    expect(await refusal(interestContract.joinLine, { params: lineOf(product) })).toMatchObject({
      status: 401,
    });
  });
});

describe('a seat that comes back', () => {
  it('is held for the next in line, who is told and buys it; nobody else can', async () => {
    const { product, order, sessionId } = await aSoldOutShow();
    const [first, second] = [await aWaiting(product), await aWaiting(product)];
    await refund(product, order);
    expect(await statesOf(sessionId)).toEqual(['offered', 'waiting']);
    expect(await seatsHeld(sessionId)).toBe(1);
    await runKeptJobs();
    expect(await letterKindsTo(first)).toContain('seat-offered');
    expect(await letterKindsTo(second)).not.toContain('seat-offered');
    const told = await db()
      .selectFrom('notifications')
      .select(['type', 'payload'])
      .where('user_id', '=', first.id)
      .where('type', '=', 'seat_offered')
      .execute();
    expect(told).toMatchObject([
      { payload: { path: `/products/${product.slug}/checkout?session=${sessionId}` } },
    ]);
    const stranger = await aViewer();
    for (const as of [stranger, second]) {
      expect(
        await refusal(ordersContract.startOrder, { as, body: orderForm(product) }),
      ).toMatchObject({ code: 'SOLD_OUT' });
    }
    const checkout = await call(salesContract.getCheckout, {
      as: first,
      params: { slug: product.slug },
      query: {},
    });
    expect(checkout.can.buy).toBe(true);
    expect(await placeIn(first, product)).toMatchObject({ state: 'offered', can: { buy: true } });
    const { order: bought } = await anOrder({ product, buyer: first });
    expect(await placeIn(first, product)).toMatchObject({ state: 'taken' });
    await pay(first, bought);
    await runKeptJobs();
    expect(await statesOf(sessionId)).toEqual(['bought', 'waiting']);
    expect(await leadOf(first)).toEqual({ kind: 'waiting', state: 'bought' });
    expect(await leadOf(second)).toEqual({ kind: 'waiting', state: 'new' });
    expect(await seatsHeld(sessionId)).toBe(1);
  });

  it('goes to the next when the offer is declined, and when its time ends', async () => {
    const { product, order, sessionId } = await aSoldOutShow();
    const [first, second, third] = [
      await aWaiting(product),
      await aWaiting(product),
      await aWaiting(product),
    ];
    useClock('2027-01-10T10:00:00Z');
    await refund(product, order);
    await call(interestContract.leaveLine, { as: first, params: lineOf(product) });
    expect(await statesOf(sessionId)).toEqual(['left', 'offered', 'waiting']);
    await clockComes('2027-01-10T11:59:59Z');
    expect(await statesOf(sessionId)).toEqual(['left', 'offered', 'waiting']);
    await clockComes('2027-01-10T12:00:00Z');
    expect(await statesOf(sessionId)).toEqual(['left', 'lapsed', 'offered']);
    expect(await leadOf(second)).toMatchObject({ state: 'lost' });
    expect(await placeIn(third, product)).toMatchObject({ until: '2027-01-10T14:00:00.000Z' });
    await clockComes('2027-01-10T14:00:00Z');
    expect(await statesOf(sessionId)).toEqual(['left', 'lapsed', 'lapsed']);
    expect(await seatsHeld(sessionId)).toBe(0);
    useClock('2027-01-10T14:00:01Z');
    await anOrder({ product, buyer: await aViewer() });
  });

  it('passes over who was blocked, deleted or has a ticket by now, and nobody starves', async () => {
    const { product, order, sessionId } = await aSoldOutShow();
    const admin = await anAdmin();
    const [blocked, deleted, holder, last] = [
      await aWaiting(product),
      await aWaiting(product),
      await aWaiting(product),
      await aWaiting(product),
    ];
    const move = (someone: Someone, kind: 'block' | 'delete') =>
      call(usersContract.moveUser, {
        as: admin,
        params: { id: someone.id },
        body: { move: kind },
      });
    await db()
      .insertInto('tickets')
      .values({
        user_id: holder.id,
        product_id: product.id,
        source: 'gift',
        granted_at: '2026-01-01T00:00:00Z',
      })
      .execute();
    await refund(product, order);
    // The seat is offered to the first; being blocked, they give it to the next
    await move(blocked, 'block');
    expect(await statesOf(sessionId)).toEqual(['over', 'offered', 'waiting', 'waiting']);
    await move(deleted, 'delete');
    const left = await placesOf(sessionId);
    expect(left.map(({ userId, state }) => [userId, state])).toEqual([
      [blocked.id, 'over'],
      [holder.id, 'waiting'],
      [last.id, 'offered'],
    ]);
    expect(await seatsHeld(sessionId)).toBe(1);
    expect(await leadOf(deleted)).toBeUndefined();
  });

  it('stays with whoever was offered it when their order ends unpaid within that time', async () => {
    const { product, order, sessionId } = await aSoldOutShow();
    const [first, second] = [await aWaiting(product), await aWaiting(product)];
    useClock('2027-01-10T10:00:00Z');
    await refund(product, order);
    await anOrder({ product, buyer: first });
    useClock('2027-01-10T10:15:01Z');
    await expireOrders();
    expect(await statesOf(sessionId)).toEqual(['offered', 'waiting']);
    const { order: again } = await anOrder({ product, buyer: first });
    expect(await statesOf(sessionId)).toEqual(['taken', 'waiting']);
    // Another invoice: the order is replaced, the seat stays
    const billing = {
      company: 'Sala Norte',
      nif: 'A58818501',
      address: 'Gran Vía 1',
      city: 'Madrid',
      postalCode: '28013',
      country: 'ES',
    };
    const { order: other } = await anOrder({ product, buyer: first, form: { billing } });
    expect(other.id).not.toBe(again.id);
    expect(await statesOf(sessionId)).toEqual(['taken', 'waiting']);
    expect(await seatsHeld(sessionId)).toBe(1);
    useClock('2027-01-10T12:00:01Z');
    await expireOrders();
    await clockComes('2027-01-10T12:00:02Z');
    expect(await statesOf(sessionId)).toEqual(['over', 'offered']);
    expect(await leadOf(second)).toMatchObject({ state: 'contacted' });
  });

  it('is not taken from a buyer who only changes the invoice, though others wait', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { buyer } = await anOrder({ product });
    const waiting = await aWaiting(product);
    const billing = {
      company: 'Sala Norte',
      nif: 'A58818501',
      address: 'Gran Vía 1',
      city: 'Madrid',
      postalCode: '28013',
      country: 'ES',
    };
    await anOrder({ product, buyer, form: { billing } });
    expect(await placeIn(waiting, product)).toMatchObject({ state: 'waiting' });
  });

  it('is offered when a hold ends, when seats are added, and when a moment was missed', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const sessionId = lineOf(product).sessionId;
    useClock('2027-01-10T10:00:00Z');
    const { order, buyer } = await anOrder({ product });
    await aWaiting(product);
    await aWaiting(product);
    await call(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } });
    expect(await statesOf(sessionId)).toEqual(['offered', 'waiting']);
    await db()
      .updateTable('product_sessions')
      .set({ capacity: 2 })
      .where('id', '=', sessionId)
      .execute();
    await clockComes('2027-01-10T10:01:00Z');
    expect(await statesOf(sessionId)).toEqual(['offered', 'offered']);
    expect(await seatsHeld(sessionId)).toBe(2);
  });

  it('is offered to nobody once the show has begun, and the line is over', async () => {
    useClock('2027-01-10T10:00:00Z');
    const { product, order, sessionId } = await aSoldOutShow({
      sessions: [{ capacity: 1, startsAt: '2027-01-21T19:30:00Z' }],
    });
    const first = await aWaiting(product);
    useClock('2027-01-21T19:30:00Z');
    await refund(product, order);
    expect(await statesOf(sessionId)).toEqual(['waiting']);
    await clockComes('2027-01-21T19:31:00Z');
    expect(await statesOf(sessionId)).toEqual(['over']);
    expect(await leadOf(first)).toMatchObject({ state: 'lost' });
  });
});

describe('who works on it', () => {
  it('sees the line of their own channels with positions and offers; nobody else does', async () => {
    const { product, order } = await aSoldOutShow();
    const [first, second] = [await aWaiting(product), await aWaiting(product)];
    await refund(product, order);
    const { items } = await call(leadsContract.listLines, { as: product.owner });
    expect(items).toMatchObject([
      {
        product: { slug: product.slug },
        waiting: 1,
        offered: 1,
        places: [
          { email: first.email, state: 'offered', number: null },
          { email: second.email, state: 'waiting', number: 1 },
        ],
      },
    ]);
    const other = await anOrganizer();
    expect(await call(leadsContract.listLines, { as: other })).toEqual({ items: [] });
    const all = await call(leadsContract.listAllLines, { as: await anAdmin() });
    expect(all.items.map((line) => line.product.slug)).toContain(product.slug);
    expect(await refusal(leadsContract.listLines, { as: first })).toMatchObject({ status: 403 });
    expect(await refusal(leadsContract.listAllLines, { as: product.owner })).toMatchObject({
      status: 403,
    });
  });
});
