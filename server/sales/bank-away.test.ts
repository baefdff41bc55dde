import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { anOrder, cardOf, cards } from '#test/factories/sales.ts';
import { keepLog } from '#test/kept-log.ts';
import { call, refusal } from '#test/story.ts';

/** The bank's own books cannot be reached, as long as `work` takes. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  await sql`alter table sandbox_charges rename to sandbox_charges_away`.execute(db());
  try {
    return await work();
  } finally {
    await sql`alter table sandbox_charges_away rename to sandbox_charges`.execute(db());
  }
}

describe('a bank that is away', () => {
  it('is said to the buyer, who has paid nothing and may press again a moment later', async () => {
    useClock('2026-11-27T10:00:00Z');
    const lines = keepLog();
    const { order, buyer } = await anOrder();
    const given = { as: buyer, params: { id: order.id } };
    const body = { card: cardOf(cards.approve) };
    const refused = await whileAway(() => refusal(ordersContract.payOrder, { ...given, body }));
    expect(refused).toEqual({ status: 502, code: 'PAYMENT_ERROR' });
    expect((await call(ordersContract.getOrder, given)).state).toBe('pending');
    expect(lines).toMatchObject([{ msg: 'provider took no charge', orderId: order.id }]);
    useClock('2026-11-27T10:00:10Z');
    expect((await call(ordersContract.payOrder, { ...given, body })).state).toBe('paid');
  });
});
