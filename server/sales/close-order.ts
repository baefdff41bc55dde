import type { OrderState } from '#contract/orders.ts';
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
import type { TicketRow } from '#server/tickets/index.ts';
import { type Change, change, cold, hot } from './lines/holdings.ts';
import { rulesOf } from './lines/kinds.ts';
import type { LineOrder, StoredLine } from './lines/line.ts';
import { Overtaken } from './new-orders.store.ts';
import { listLines, noteReleased } from './order-lines.store.ts';
import { getOrder, getOwnOrder } from './orders.queries.ts';
import { moveOrder } from './orders.store.ts';
import { type Lapsed, listLapsed } from './pending-orders.queries.ts';

type Ending = { to: Extract<OrderState, 'failed' | 'expired' | 'cancelled'>; reason: string };

/** Ends a pending order and gives back what it holds; false when it was not pending any more. */
export async function closeOrder(tx: Db, orderId: string, ending: Ending): Promise<boolean> {
  const given = await endPending(tx, orderId, ending);
  // Codes first, the hot rows of the seats last.
  if (given) await change(tx, [...cold, ...hot], [given]);
  return given !== null;
}

/** Ends a pending order; answers what it has to give back, null when it was not pending any more. */
async function endPending(tx: Db, orderId: string, { to, reason }: Ending): Promise<Change | null> {
  const move = { from: ['pending'] as const, to, at: nowText(), reason };
  if (!(await moveOrder(tx, orderId, move))) return null;
  return { lines: await listLines(tx, orderId), orderId, do: 'free' };
}

/**
 * The money of these lines of a paid order went back: what was bought with them ends, and what they
 * held is free for others, once.
 */
export async function releaseLines(
  tx: Db,
  order: LineOrder,
  { lines, reason }: { lines: readonly StoredLine[]; reason: string },
): Promise<void> {
  const released = await noteReleased(
    tx,
    lines.map(({ id }) => id),
    nowText(),
  );
  const now = lines.filter(({ id }) => released.has(id));
  for (const line of now) await rulesOf(line.kind).release(tx, order, line, reason);
  await change(tx, hot, [{ lines: now, orderId: order.id, do: 'return' }]);
}

/** The time of a ticket is over and another takes its place: what its line held is to be given back. */
export async function noteOver(
  tx: Db,
  { orderId, productId }: Pick<TicketRow, 'orderId' | 'productId'>,
): Promise<Change[]> {
  if (!orderId) return [];
  const lines = (await listLines(tx, orderId)).filter(
    (line) => line.kind === 'ticket' && line.productId === productId,
  );
  const released = await noteReleased(
    tx,
    lines.map(({ id }) => id),
    nowText(),
  );
  return [{ lines: lines.filter(({ id }) => released.has(id)), orderId, do: 'free' }];
}

/**
 * The buyer gives up an order. Refuses ORDER_STATE when it is paid or money is on its way, and for the
 * month of a subscription that goes on.
 */
export async function cancelOrder(actor: Actor, orderId: string) {
  const { month } = await getOwnOrder(actor, orderId);
  if (month?.is === 'due') refuse('ORDER_STATE');
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
  const given = await endUnpaid(tx, orderId, reason);
  if (given) await change(tx, [...cold, ...hot], [given]);
  return given !== null;
}

/** The same for whoever gives back later what it holds. Throws `Overtaken` in place of false. */
export async function cancelMoved(tx: Db, orderId: string, reason: string): Promise<Change> {
  const given = await endUnpaid(tx, orderId, reason);
  if (!given) throw new Overtaken();
  return given;
}

async function endUnpaid(tx: Db, orderId: string, reason: string): Promise<Change | null> {
  await demandNoPayment(tx, orderId);
  const given = await endPending(tx, orderId, { to: 'cancelled', reason });
  // An attempt may have been opened while we waited for the order, whose lock is ours only now.
  if (given && (await hasLivePayment(tx, orderId))) refuse('ORDER_STATE');
  return given;
}

/**
 * Ends every pending order whose time is over (those for some products, when given): seats and codes
 * are free at once. Money that is still on its way has its own rule. One that fails is said in the log
 * and holds up no other. Goes on while there may be more. Answers how many orders ended.
 */
export async function expireOrders(productIds?: readonly string[], perPage = 500): Promise<number> {
  let ended = 0;
  for (let after: Lapsed | null = null, isMore = true; isMore; ) {
    const page = await expirePage({ productIds, after, limit: perPage });
    ended += page.ended;
    after = page.last;
    isMore = page.isFull;
  }
  return ended;
}

/** So many give back what somebody needs who waits for it. */
const atOnce = 50;

/**
 * Ends the oldest of them within a request for the same: enough to be tried once more. All of a wave
 * are not ended while somebody waits, and by everybody who comes; the clock's job ends the others.
 */
export async function expireSome(productIds: readonly string[]): Promise<number> {
  return (await expirePage({ productIds, after: null, limit: atOnce })).ended;
}

type Page = { productIds: readonly string[] | undefined; after: Lapsed | null; limit: number };

async function expirePage(asked: Page) {
  const page = await listLapsed(db(), { at: instantText(now()), ...asked });
  let ended = 0;
  for (const { id } of page) if (await expireAlone(id)) ended += 1;
  return { ended, last: page.at(-1) ?? null, isFull: page.length === asked.limit };
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
