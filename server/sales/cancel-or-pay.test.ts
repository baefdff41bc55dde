import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { Card } from '#contract/payments.ts';
import { demandMeans, demandNoPayment, lockAttempts, openPayment } from '#server/payments/index.ts';
import { type Db, db, inTransaction, sql } from '#server/platform/database/index.ts';
import { Refusal } from '#server/platform/errors.ts';
import { anOrder, cardOf, cards, pay } from '#test/factories/sales.ts';
import { somebodyWaits } from '#test/meeting.ts';
import { call, refusal, send } from '#test/story.ts';
import { cancelUnpaid, closeOrder } from './close-order.ts';
import { lockOrder } from './orders.store.ts';

/** An attempt is opened as `payOrder` does it, and `cancel` comes while that has yet to commit. */
async function cancelWhilePaying(cancel: (tx: Db, orderId: string) => Promise<unknown>) {
  const { order, buyer } = await anOrder();
  const { id: orderId, total: amount, currency } = order;
  const means = await demandMeans({ card: Card.parse(cardOf(cards.approve)) });
  let cancelling: Promise<unknown> = Promise.resolve();
  await inTransaction(async (tx) => {
    await lockAttempts(tx, orderId);
    await lockOrder(tx, orderId);
    await openPayment(tx, { orderId, amount, currency, means });
    cancelling = inTransaction((other) => cancel(other, orderId)).catch((error: Refusal) => error);
    await somebodyWaits(cancelling);
  });
  const said = await cancelling;
  const after = await call(ordersContract.getOrder, { as: buyer, params: { id: orderId } });
  return {
    refused: said instanceof Refusal ? said.code : null,
    state: after.state,
    payment: after.payment?.state,
  };
}

describe('an order that is cancelled while somebody pays it', () => {
  it('stays, and whoever cancels hears that money is on its way', async () => {
    const ended = await cancelWhilePaying((tx, id) => cancelUnpaid(tx, id, 'by the buyer'));
    expect(ended).toEqual({ refused: 'ORDER_STATE', state: 'pending', payment: 'open' });
  });

  it('would be gone with its charge open if all looking came before the lock (control)', async () => {
    const ended = await cancelWhilePaying(async (tx, id) => {
      await demandNoPayment(tx, id);
      return closeOrder(tx, id, { to: 'cancelled', reason: 'control' });
    });
    expect(ended).toEqual({ refused: null, state: 'cancelled', payment: 'open' });
  });

  it('is paid or cancelled, never both, of thirty at once', async () => {
    const orders = await Promise.all(Array.from({ length: 30 }, () => anOrder()));
    await Promise.all(
      orders.flatMap(({ order, buyer }) => [
        pay(buyer, order).catch(() => null),
        send(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } }),
      ]),
    );
    const ids = orders.map(({ order }) => order.id);
    const { rows } = await sql<{ state: string; charged: boolean; returned: boolean }>`
      select distinct o.state,
        exists (select from sandbox_charges c where c.order_id = o.id) as charged,
        exists (select from refunds r where r.order_id = o.id) as returned
      from orders o where o.id = any(${ids}::uuid[])`.execute(db());
    const good = [
      { state: 'paid', charged: true, returned: false },
      { state: 'cancelled', charged: false, returned: false },
    ];
    for (const row of rows) expect(good).toContainEqual(row);
  });

  it('cannot be cancelled once it is paid', async () => {
    const { order, buyer } = await anOrder();
    await pay(buyer, order);
    expect(
      await refusal(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } }),
    ).toEqual({ status: 409, code: 'ORDER_STATE' });
  });
});
