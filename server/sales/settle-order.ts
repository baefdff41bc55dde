import {
  demandSession,
  findProductById,
  isWorthwhile,
  type Product,
  playsAnyTime,
} from '#server/catalog/index.ts';
import {
  ofPart,
  type PaidWith,
  type PaymentFact,
  postLedger,
  saleEntries,
  strayEntries,
} from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { inSavepoint } from '#server/platform/database/savepoint.ts';
import { orRefuse, Refusal, refuse } from '#server/platform/errors.ts';
import { enqueueSoon } from '#server/platform/jobs.ts';
import { acknowledgeOrders } from './acknowledge-orders.ts';
import { closeOrder } from './close-order.ts';
import { rateToPay } from './euro-rate.ts';
import { issueSaleInvoice } from './issue-papers.ts';
import { atItem } from './lines/at-item.ts';
import { change, cold, hot } from './lines/holdings.ts';
import { rulesOf } from './lines/kinds.ts';
import { isPriced } from './lines/line.ts';
import { earnerOf, mayMove } from './orders.rules.ts';
import { type LockedSale, lockSale, moveOrder } from './orders.store.ts';
import { refundPayment } from './refunds/ask-provider.ts';
import { insertRefund } from './refunds/refunds.store.ts';

/**
 * The provider has the money of an order: everything that follows happens in this one transaction.
 * Money for an order whose time was over is honoured while all that it held is still free, and still to
 * be seen; if not, the whole goes back by itself, as it does for buyers who have left or were kept out meanwhile: what
 * they bought would be nobody's, and a month of theirs would be charged again.
 */
export async function settleOrder(
  tx: Db,
  paid: PaymentFact & { paidWith: PaidWith },
): Promise<void> {
  const order = orRefuse(await lockSale(tx, paid.orderId));
  const isWanted = mayMove(order.state, 'paid') && order.total === paid.amount && order.buyerMayAct;
  if (!isWanted || !(await isSecured(tx, order))) {
    if (order.state === 'pending') {
      await closeOrder(tx, order.id, { to: 'failed', reason: 'paid when it could not be had' });
    }
    return returnMoney(tx, paid);
  }
  await markPaid(tx, order, paid);
}

/** An order of price nothing is paid as soon as it is made. Refuses what cannot be had. */
export async function completeFreeOrder(tx: Db, orderId: string): Promise<void> {
  const order = orRefuse(await lockSale(tx, orderId));
  await secure(tx, order);
  await markPaid(tx, order, null);
}

/** Refuses SESSION_CANCELLED when what was ordered does not take place; else nobody cancels it now. */
async function demandShowings(tx: Db, { lines }: LockedSale): Promise<void> {
  const dated = lines.flatMap(({ sessionId, position }) =>
    sessionId ? [{ sessionId, position }] : [],
  );
  dated.sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
  for (const { sessionId, position } of dated) {
    await atItem(position, () => demandSession(tx, sessionId));
  }
}

/** Refuses SESSION_ENDED when what late money is for is over meanwhile, and cannot be watched either. */
async function demandWorthwhile(tx: Db, { lines }: LockedSale): Promise<void> {
  const shows = lines.filter(({ kind }) => kind === 'ticket' || kind === 'gift');
  for (const { productId, sessionId } of shows) {
    const product = productId && (await findProductById(tx, productId));
    if (product && !isStillToSee(product, sessionId)) refuse('SESSION_ENDED');
  }
}

/** Can what was ordered still be seen: the showing is to come, or can be watched afterwards? */
function isStillToSee(product: Product, sessionId: string | null): boolean {
  const { expiresAt, sessions, watchable } = product;
  if (expiresAt !== null && expiresAt <= nowText()) return false;
  const session = sessions.find(({ id }) => id === sessionId);
  return session ? isWorthwhile(product, session, now()) : !playsAnyTime(product) || watchable;
}

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
  const entries = order.lines
    .filter(isPriced)
    .flatMap((line) => ofPart(line.id, saleEntries(line, { to: earnerOf(line, order) })));
  const fact = { orderId, posting, channelId, currency, at, entries };
  const issued = await issueSaleInvoice(tx, order, { paidWith: paid.paidWith, posting: fact });
  if (!issued) await postLedger(tx, fact);
}

/** Takes all of it for an order that is paid; false, and nothing is taken, when some is not to be had. */
async function isSecured(tx: Db, order: LockedSale): Promise<boolean> {
  try {
    await rateToPay(tx, order);
    await (isOneThing(order) ? secure(tx, order) : inSavepoint(tx, () => secure(tx, order)));
    return true;
  } catch (error) {
    if (error instanceof Refusal && unavailable.includes(error.code)) return false;
    throw error;
  }
}

const unavailable: readonly string[] = [
  'SESSION_CANCELLED',
  'SESSION_ENDED',
  'COUPON_USED',
  'SOLD_OUT',
  'ALREADY_OWNED',
  'ALREADY_SUBSCRIBED',
  'SHIPPING_UNAVAILABLE',
  'PRODUCT_NOT_FOR_SALE',
  'RATE_MISSING',
];

/** An order in time for one thing without a code is taken in one statement, or not at all. */
const isOneThing = ({ state, lines }: LockedSale): boolean =>
  state === 'pending' && lines.length === 1 && !lines[0]?.code;

/**
 * Gives what was bought. What an order in time holds is held already; for late money it must still be
 * free. By product, so that two orders of one buyer never wait for each other; the hot rows come last.
 */
async function secure(tx: Db, order: LockedSale): Promise<void> {
  const { id: orderId, lines } = order;
  const isLate = order.state !== 'pending';
  await demandShowings(tx, order);
  if (isLate) await demandWorthwhile(tx, order);
  const take = { lines, orderId, do: 'take', until: nowText() } as const;
  await change(tx, cold, [...(isLate ? [take] : []), { lines, orderId, do: 'keep' }]);
  const byProduct = lines.toSorted((a, b) => ((a.productId ?? '') < (b.productId ?? '') ? -1 : 1));
  for (const line of byProduct) {
    await atItem(line.position, () => rulesOf(line.kind).secure(tx, order, line));
  }
  await change(tx, hot, [...(isLate ? [take] : []), { lines, orderId, do: 'keep' }]);
}

/** Money that buys nothing: into the books as the buyer's own, and on its way back. */
export async function returnMoney(tx: Db, paid: PaymentFact): Promise<void> {
  const { orderId, paymentId, amount, currency } = paid;
  const at = nowText();
  const posting = `payment:${paymentId}`;
  const entries = strayEntries(amount);
  await postLedger(tx, { orderId, posting, channelId: null, currency, at, entries });
  const reason = 'the money came when the order could not be honoured';
  const refund = { orderId, paymentId, amount, reason, requestedBy: null, origin: 'rule' } as const;
  const key = await insertRefund(tx, { ...refund, borne: null, asked: null, at });
  await refundPayment(tx, { paymentId, amount, key });
}
