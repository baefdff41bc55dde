import { demandSession, freeSeat, holdSeat } from '#server/catalog/index.ts';
import {
  type PaidWith,
  type PaymentFact,
  postLedger,
  refundPayment,
  saleEntries,
  strayEntries,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { orRefuse, Refusal, refuse } from '#server/platform/errors.ts';
import { enqueueSoon } from '#server/platform/jobs.ts';
import { freeCodes, grantTicket, reserveCode, useCode } from '#server/tickets/index.ts';
import { acknowledgeOrders } from './acknowledge-orders.ts';
import { closeOrder } from './close-order.ts';
import { issueSaleInvoice } from './issue-papers.ts';
import { mayMove, sourceOf } from './orders.rules.ts';
import { type LockedSale, lockSale, moveOrder } from './orders.store.ts';
import { insertRefund } from './refunds.store.ts';

/**
 * The provider has the money of an order: everything that follows happens in this one transaction.
 * Money for an order whose time was over is honoured while seat and code are still free; if not,
 * it goes back by itself.
 */
export async function settleOrder(
  tx: Db,
  paid: PaymentFact & { paidWith: PaidWith },
): Promise<void> {
  const order = orRefuse(await lockSale(tx, paid.orderId));
  const isLate = order.state !== 'pending';
  const isWanted =
    mayMove(order.state, 'paid') && order.total === paid.amount && (await isHeld(tx, order));
  if (!isWanted || !(await secure(tx, order, isLate))) {
    if (order.state === 'pending') {
      await closeOrder(tx, order.id, { to: 'failed', reason: 'paid when it could not be had' });
    }
    return returnMoney(tx, paid);
  }
  await markPaid(tx, order, paid);
}

/** An order of price nothing is paid as soon as it is made. Refuses ALREADY_OWNED. */
export async function completeFreeOrder(tx: Db, orderId: string): Promise<void> {
  const order = orRefuse(await lockSale(tx, orderId));
  await demandShowings(tx, order);
  if (!(await secure(tx, order, false))) refuse('ALREADY_OWNED');
  await markPaid(tx, order, null);
}

/** Refuses SESSION_CANCELLED when what was ordered does not take place; else nobody cancels it now. */
async function demandShowings(tx: Db, { lines }: LockedSale): Promise<void> {
  for (const { sessionId } of lines) if (sessionId) await demandSession(tx, sessionId);
}

const isHeld = async (tx: Db, order: LockedSale): Promise<boolean> =>
  !(await isRefused(demandShowings(tx, order), 'SESSION_CANCELLED'));

/** The invoice takes the series' row, for which others wait: it comes last. */
async function markPaid(
  tx: Db,
  order: LockedSale,
  paid: { paymentId: string; paidWith: PaidWith } | null,
): Promise<void> {
  const at = nowText();
  const { id: orderId, channelId, currency } = order;
  if (!(await moveOrder(tx, orderId, { from: [order.state], to: 'paid', at }))) {
    throw new Error(`order ${orderId} left ${order.state} while it was locked`);
  }
  afterCommit(tx, () => enqueueSoon(acknowledgeOrders));
  if (!paid) return;
  const posting = `payment:${paid.paymentId}`;
  const entries = saleEntries(order);
  await postLedger(tx, { orderId, posting, channelId, currency, at, entries });
  await issueSaleInvoice(tx, order, { paidWith: paid.paidWith, at });
}

/**
 * Takes code, seat and ticket for a paid order; false (and nothing taken) when one is not free. The
 * ticket comes last: nobody hears of the end of a ticket that they never had.
 */
async function secure(tx: Db, order: LockedSale, isLate: boolean): Promise<boolean> {
  const held: string[] = [];
  const secured =
    (await takeCodes(tx, order, isLate)) &&
    (!isLate || (await takeSeats(tx, order, held))) &&
    (await grantTickets(tx, order));
  if (secured) return true;
  await freeCodes(tx, order.id, { undo: true });
  for (const sessionId of held) await freeSeat(tx, sessionId);
  return false;
}

async function takeCodes(tx: Db, order: LockedSale, isLate: boolean): Promise<boolean> {
  const at = nowText();
  for (const { code } of order.lines) {
    if (!code) continue;
    const reserved = { code, orderId: order.id, until: at, now: at };
    if (isLate && !(await reserveCode(tx, reserved))) return false;
    if (!(await useCode(tx, { code, orderId: order.id, at }))) return false;
  }
  return true;
}

/** The seats of an order in time are held already; for late money they must be free. */
async function takeSeats(tx: Db, order: LockedSale, held: string[]): Promise<boolean> {
  for (const { sessionId, holdsSeat } of order.lines) {
    if (!holdsSeat || !sessionId) continue;
    if (await isRefused(holdSeat(tx, sessionId), 'SOLD_OUT')) return false;
    held.push(sessionId);
  }
  return true;
}

/** An order has one line (`insertOrder`): one ticket, or none. */
async function grantTickets(tx: Db, order: LockedSale): Promise<boolean> {
  const { id: orderId, buyerId: userId } = order;
  for (const { productId, sessionId, total, code } of order.lines) {
    const source = sourceOf({ total, code });
    const ticket = { userId, productId, sessionId, source, orderId, now: nowText() };
    if (await isRefused(grantTicket(tx, ticket), 'ALREADY_OWNED')) return false;
  }
  return true;
}

async function isRefused(done: Promise<unknown>, code: Refusal['code']): Promise<boolean> {
  try {
    await done;
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === code) return true;
    throw error;
  }
}

/** Money that buys nothing: into the books as the buyer's own, and on its way back. */
export async function returnMoney(tx: Db, paid: PaymentFact): Promise<void> {
  const { orderId, paymentId, amount, currency } = paid;
  const at = nowText();
  const posting = `payment:${paymentId}`;
  const entries = strayEntries(amount);
  await postLedger(tx, { orderId, posting, channelId: null, currency, at, entries });
  const reason = 'the money came when the order could not be honoured';
  const refund = { orderId, paymentId, amount, reason, requestedBy: null, returnFee: false };
  const key = await insertRefund(tx, { ...refund, share: null, asked: null, at });
  await refundPayment(tx, { paymentId, amount, key });
}
