import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { keepLog } from '#test/kept-log.ts';
import { call } from '#test/story.ts';
import { acknowledgeOrders } from './acknowledge-orders.ts';
import { expireOrders } from './close-order.ts';

const start = '2026-11-27T10:00:00Z';

describe('one row that makes trouble', () => {
  it('keeps the reconciler from no younger payment, and is said in the log', async () => {
    useClock(start);
    const { order: sick, buyer: unlucky } = await anOrder();
    await pay(unlucky, sick, 'lost');
    useClock('2026-11-27T10:00:01Z');
    const { order, buyer } = await anOrder();
    await pay(buyer, order, 'lost');
    await db()
      .updateTable('payments')
      .set({ provider: 'gone' })
      .where('order_id', '=', sick.id)
      .execute();
    const lines = keepLog();
    useClock('2026-11-27T10:02:00Z');
    expect(await reconcilePayments()).toBe(1);
    const after = await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } });
    expect(after.state).toBe('paid');
    expect(lines).toMatchObject([
      { level: 50, msg: 'payment cannot be reconciled', orderId: sick.id, provider: 'gone' },
    ]);
  });

  it('keeps no other order from its end, and is said in the log', async () => {
    useClock(start);
    const { order: sick } = await anOrder();
    useClock('2026-11-27T10:00:01Z');
    const { order, buyer } = await anOrder();
    await sql`create trigger sick before update on orders for each row
      when (old.id = ${sql.lit(sick.id)}) execute function refuse_change()`.execute(db());
    const lines = keepLog();
    useClock('2026-11-27T10:16:00Z');
    await expireOrders();
    await sql`drop trigger sick on orders`.execute(db());
    const after = await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } });
    expect(after.state).toBe('expired');
    expect(lines).toMatchObject([{ level: 50, msg: 'order cannot be expired', orderId: sick.id }]);
  });

  it('keeps no other buyer from their letter, and is said in the log', async () => {
    useClock(start);
    const { order: sick, buyer: unlucky } = await aPaidOrder();
    const { buyer } = await aPaidOrder();
    await sql`create trigger sick before update on orders for each row
      when (old.id = ${sql.lit(sick.id)}) execute function refuse_change()`.execute(db());
    const lines = keepLog();
    await runKeptJobs();
    await sql`drop trigger sick on orders`.execute(db());
    expect(await lettersTo(buyer)).toBe(1);
    expect(await lettersTo(unlucky)).toBe(0);
    expect(lines).toMatchObject([
      { level: 50, msg: 'an order was not acknowledged', orderId: sick.id },
    ]);
    // Whoever calls meanwhile does not try it again; the clock does, a minute later.
    await runAgain();
    expect(await lettersTo(unlucky)).toBe(0);
    useClock('2026-11-27T10:01:00Z');
    await runAgain();
    expect([await lettersTo(buyer), await lettersTo(unlucky)]).toEqual([1, 1]);
  });
});

async function runAgain(): Promise<void> {
  await enqueueNow(acknowledgeOrders, {});
  await runKeptJobs();
}

async function lettersTo({ email }: { email: string }): Promise<number> {
  const mails = await db()
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', email)
    .execute();
  return mails.filter(({ kind }) => kind === 'order-paid').length;
}
