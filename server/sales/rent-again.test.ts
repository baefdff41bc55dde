import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { soldOrderContract } from '#contract/sold-order.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, orderForm, pay } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';

const seatsHeld = async ({ id }: SomeProduct) =>
  (
    await db()
      .selectFrom('product_sessions')
      .select('seats_held')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
  ).seats_held;

/** A show for one, rented for a day, recorded, and the day is over. */
async function rentedOut() {
  useClock('2026-11-20T10:00:00Z');
  const product = await aProduct({
    expirationHours: 24,
    sessions: [{ startsAt: '2026-11-20T20:00:00.000Z', capacity: 1 }],
  });
  const { order, buyer } = await aPaidOrder({ product });
  await db()
    .insertInto('broadcasts')
    .values({
      product_id: product.id,
      session_id: product.sessions[0]?.id ?? null,
      state: 'ended',
      started_at: '2026-11-20T20:00:00Z',
      ended_at: '2026-11-20T21:30:00Z',
      recording_ready: true,
      recording_seconds: 5400,
    })
    .execute();
  useClock('2026-11-21T20:00:00Z');
  return { product, order, buyer };
}

describe('a sold-out rental whose time is over', () => {
  it('can be had again by whoever held the seat, and by nobody else', async () => {
    const { product, buyer } = await rentedOut();
    const params = { slug: product.slug };
    const mine = await call(salesContract.getMine, { as: buyer, params });
    expect(mine).toMatchObject({ state: 'expired', sale: 'open', can: { buy: true } });
    const checkout = await call(salesContract.getCheckout, { as: buyer, params });
    expect(checkout).toMatchObject({ sale: 'open', can: { buy: true } });
    const other = await aViewer();
    const seen = await call(salesContract.getMine, { as: other, params });
    expect(seen).toMatchObject({ sale: 'sold_out', can: { buy: false } });
    const body = orderForm(product);
    expect((await refusal(ordersContract.startOrder, { as: other, body })).code).toBe('SOLD_OUT');
    const { order } = await anOrder({ product, buyer });
    expect((await pay(buyer, order)).state).toBe('paid');
    expect(await seatsHeld(product)).toBe(1);
    expect(await call(salesContract.getMine, { as: buyer, params })).toMatchObject({
      state: 'ready',
    });
  });

  it('had again is in the history of the first no ticket that was cancelled; paid back, it is', async () => {
    const { product, order: first, buyer } = await rentedOut();
    const { order } = await anOrder({ product, buyer });
    await pay(buyer, order);
    const endsOf = async ({ id }: { id: string }) => {
      const asked = { as: product.owner, params: { id } };
      const { history } = await call(soldOrderContract.getSoldOrder, asked);
      return history.filter(({ what }) => what === 'ticketEnded').length;
    };
    expect([await endsOf(first), await endsOf(order)]).toEqual([0, 0]);
    const params = { id: order.id };
    const body = { reason: 'The sound was bad' };
    await call(refundsContract.refundOrder, { as: product.owner, params, body });
    expect([await endsOf(first), await endsOf(order)]).toEqual([0, 1]);
  });

  it('leaves the seat to others when the new order is given up', async () => {
    const { product, buyer } = await rentedOut();
    const { order } = await anOrder({ product, buyer });
    await call(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } });
    expect(await seatsHeld(product)).toBe(0);
    expect((await aPaidOrder({ product })).order.state).toBe('paid');
  });

  it('frees its seat once, also when the first rental is paid back later', async () => {
    const { product, order: first, buyer } = await rentedOut();
    const { order } = await anOrder({ product, buyer });
    await pay(buyer, order);
    const back = await call(refundsContract.refundOrder, {
      as: await anAdmin(),
      params: { id: first.id },
      body: { reason: 'The picture stood still' },
    });
    expect(back.state).toBe('refunded');
    expect(await seatsHeld(product)).toBe(1);
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.state).toBe('ready');
  });
});
