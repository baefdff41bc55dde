import type { Order } from '#contract/orders.ts';
import {
  lockPaymentsOf,
  noteReturned,
  postLedger,
  strayReturnEntries,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { acknowledgeRefund } from '../acknowledge-orders.ts';
import { getOrder } from '../orders.queries.ts';
import { type LockedSale, lockSale } from '../orders.store.ts';
import { refundPayment, tryRefund } from './ask-provider.ts';
import { bookRefund } from './book-refund.ts';
import { grantIfAllBack } from './grant-request.ts';
import { listRefundLines } from './refund-lines.store.ts';
import { strandedCan } from './refunds.rules.ts';
import { type FoundRefund, findRefund, moveRefund } from './refunds.store.ts';
import { bookStray } from './stray-money.ts';

/**
 * Money that bought nothing and did not go back is asked for once more, as the same refund: whatever the
 * provider has done of it is not done twice. Refuses REFUND_STATE and REFUND_DISPUTED.
 */
export async function askRefundAgain(actor: Actor, refundId: string): Promise<Order> {
  const { orderId } = orRefuse(await findRefund(db(), refundId));
  const request = await inTransaction(async (tx) => {
    const { refund } = await lockStranded(tx, actor, { orderId, refundId, to: 'askAgain' });
    await moveRefund(tx, refundId, { to: 'requested', at: nowText(), by: actor.id });
    const { paymentId, amount } = refund;
    const request = { paymentId, amount, key: refundId };
    await refundPayment(tx, request);
    return request;
  });
  await tryRefund(request, orderId);
  return getOrder(actor, orderId);
}

/**
 * The money of a refund that failed, or came back, was returned in another way: by a transfer, at the
 * provider's desk without a word to us. It is done as if by its provider, with ticket, books, paper and
 * letter, and who said so is kept. Refuses REFUND_STATE and REFUND_DISPUTED.
 */
export async function returnOtherwise(actor: Actor, refundId: string): Promise<Order> {
  const { orderId } = orRefuse(await findRefund(db(), refundId));
  await inTransaction(async (tx) => {
    const asked = { orderId, refundId, to: 'returnOtherwise' } as const;
    const { order, refund } = await lockStranded(tx, actor, asked);
    await moveRefund(tx, refundId, { to: 'done', at: nowText(), by: actor.id });
    if (refund.state === 'bounced') return bookAgain(tx, refund);
    await noteReturned(tx, { ...refund, key: refundId });
    if (!refund.isStray) return bookSale(tx, order, { refund, by: actor.id });
    const entries = strayReturnEntries(refund.amount);
    return bookStray(tx, refund, { id: refundId, entries, letter: true });
  });
  return getOrder(actor, orderId);
}

type Asked = { orderId: string; refundId: string; to: 'askAgain' | 'returnOtherwise' };

/** Payments before their order, as always; then the refund is as it stands. */
async function lockStranded(tx: Db, actor: Actor, { orderId, refundId, to }: Asked) {
  await lockPaymentsOf(tx, orderId);
  const order = orRefuse(await lockSale(tx, orderId));
  const refund = orRefuse(await findRefund(tx, refundId));
  if (refund.isWithheld) refuse('REFUND_DISPUTED');
  if (!strandedCan({ isAdmin: isAdmin(actor) }, refund)[to]) refuse('REFUND_STATE');
  return { order, refund };
}

/** It was done before: ticket, paper and letter followed then. */
function bookAgain(tx: Db, { id, orderId, amount, currency }: FoundRefund): Promise<void> {
  const fact = { orderId, posting: `resent:${id}:otherwise`, channelId: null, currency };
  return postLedger(tx, { ...fact, at: nowText(), entries: strayReturnEntries(amount) });
}

async function bookSale(
  tx: Db,
  order: LockedSale,
  { refund, by }: { refund: FoundRefund; by: string },
): Promise<void> {
  const { id, orderId, paymentId, reason } = refund;
  const at = nowText();
  await grantIfAllBack(tx, order, { by, at });
  const parts = await listRefundLines(tx, id);
  const booked = { id, paymentId, parts, reason, at, from: 'provider' } as const;
  const invoiceId = await bookRefund(tx, order, booked);
  await enqueue(tx, acknowledgeRefund, { orderId, refundId: id, invoiceId });
}
