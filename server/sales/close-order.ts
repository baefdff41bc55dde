import type { OrderState } from '#contract/sales.ts';
import { freeSeat } from '#server/catalog/index.ts';
import {
  demandNoPayment,
  findAttempt,
  giveUpPayment,
  hasLivePayment,
} from '#server/payments/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { log } from '#server/platform/log.ts';
import { freeCodes } from '#server/tickets/index.ts';
import { getOrder, getOwnOrder } from './orders.queries.ts';
import { listHeldSeats, listLapsed, moveOrder, releaseSeats } from './orders.store.ts';

/** Ends a pending order and gives back what it holds; false when it was not pending any more. */
export async function closeOrder(
  tx: Db,
  orderId: string,
  { to, reason }: { to: Extract<OrderState, 'failed' | 'expired' | 'cancelled'>; reason: string },
): Promise<boolean> {
  if (!(await moveOrder(tx, orderId, { from: ['pending'], to, at: nowText(), reason })))
    return false;
  // Codes first, the hot row of the seat last.
  await freeCodes(tx, orderId);
  for (const sessionId of await listHeldSeats(tx, orderId)) await freeSeat(tx, sessionId);
  return true;
}

/** The seats of a paid order are free for others, once: its money went back, or its time is over. */
export async function giveSeatsBack(tx: Db, orderId: string): Promise<void> {
  for (const sessionId of await releaseSeats(tx, orderId)) await freeSeat(tx, sessionId);
}

/** The buyer gives up an order. Refuses ORDER_STATE when it is paid or money is on its way. */
export async function cancelOrder(actor: Actor, orderId: string) {
  await getOwnOrder(actor, orderId);
  await abandon(orderId, 'cancelled by the buyer');
  return getOrder(actor, orderId);
}

/** Cancels a pending order with whatever attempt to pay waits for an answer. */
async function abandon(orderId: string, reason: string): Promise<void> {
  await giveUpPayment(orderId);
  const closed = await inTransaction((tx) => cancelUnpaid(tx, orderId, reason));
  if (!closed) refuse('ORDER_STATE');
}

/**
 * Cancels a pending order, whose attempts to pay were given up before; false when it was not
 * pending any more. Refuses ORDER_STATE when money is on its way.
 */
export async function cancelUnpaid(tx: Db, orderId: string, reason: string): Promise<boolean> {
  await demandNoPayment(tx, orderId);
  const closed = await closeOrder(tx, orderId, { to: 'cancelled', reason });
  // An attempt may have been opened while we waited for the order, whose lock is ours only now.
  if (closed && (await hasLivePayment(tx, orderId))) refuse('ORDER_STATE');
  return closed;
}

/**
 * Ends every pending order whose time is over (of one showing, when given): seats and codes are
 * free at once. Money that is still on its way has its own rule. One that fails is said in the log
 * and holds up no other. Answers how many orders ended.
 */
export async function expireOrders(sessionId?: string): Promise<number> {
  let ended = 0;
  for (const orderId of await listLapsed(db(), instantText(now()), sessionId)) {
    if (await expireAlone(orderId)) ended += 1;
  }
  return ended;
}

async function expireAlone(orderId: string): Promise<boolean> {
  try {
    const attempt = await findAttempt(db(), orderId);
    const to = attempt?.state === 'declined' ? 'failed' : 'expired';
    return await inTransaction((tx) => closeOrder(tx, orderId, { to, reason: 'time over' }));
  } catch (error) {
    log().error({ err: error, orderId }, 'order cannot be expired');
    return false;
  }
}
