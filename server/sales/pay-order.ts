import type { Card } from '#contract/payments.ts';
import type { Order } from '#contract/sales.ts';
import {
  charge,
  confirmPayment,
  demandValidCard,
  giveUpPayment,
  lockLivePayment,
  openPayment,
  reconcileOrder,
} from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { getOrder, getOwnOrder } from './orders.queries.ts';
import { isHeld } from './orders.rules.ts';
import { lockOrder } from './orders.store.ts';

/**
 * The buyer pays with a card. The answer is the order as it stands after the bank was asked: paid,
 * declined, asked something, or waiting. An attempt that waits for the buyer's answer gives way to
 * a new card; one that waits for the bank does not (ORDER_STATE). Pressing again after a lost answer
 * charges nothing more: the order is answered as the first press left it.
 */
export async function payOrder(actor: Actor, orderId: string, card: Card): Promise<Order> {
  demandValidCard(card);
  const opened = (await open(actor, orderId, card)) ?? (await openInstead(actor, orderId, card));
  if (opened !== 'paid') await charge(opened, card);
  return getOrder(actor, orderId);
}

/** Opens the attempt; null when another one is under way. */
const open = (actor: Actor, orderId: string, card: Card) =>
  inTransaction(async (tx) => {
    const live = await lockLivePayment(tx, orderId);
    const order = await lockOrder(tx, orderId);
    if (!order || order.buyerId !== actor.id) refuse('SERVER_ERROR_NOT_FOUND');
    if (order.state === 'paid') return 'paid';
    if (!isHeld(order, now())) refuse('ORDER_STATE');
    if (live) return null;
    const { total: amount, currency } = order;
    return openPayment(tx, { orderId, amount, currency, card });
  });

async function openInstead(actor: Actor, orderId: string, card: Card) {
  if (!(await reconcileOrder(orderId))) await giveUpPayment(orderId);
  return orRefuse(await open(actor, orderId, card), 'ORDER_STATE');
}

/** The buyer answers the bank's question. */
export async function answerBank(actor: Actor, orderId: string, approve: boolean): Promise<Order> {
  const order = await getOwnOrder(actor, orderId);
  if (!isHeld(order, now())) refuse('ORDER_STATE');
  await confirmPayment(orderId, approve);
  return getOrder(actor, orderId);
}
