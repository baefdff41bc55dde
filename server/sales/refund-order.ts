import type { Order, RefundForm } from '#contract/sales.ts';
import {
  carryOutRefund,
  lockPaidPayment,
  type PaymentFact,
  postLedger,
  refundEntries,
  refundPayment,
  refundShare,
  strayReturnEntries,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { endTicketsOfOrder } from '#server/tickets/index.ts';
import { acknowledgeRefund } from './acknowledge-order.ts';
import { OrderRefunded } from './announcements.ts';
import { giveSeatsBack } from './close-order.ts';
import { issueRectifyingInvoice } from './issue-papers.ts';
import { getOrder, getSoldOrder } from './orders.queries.ts';
import { canRefund, mayRefundSo } from './orders.rules.ts';
import { type LockedOrder, lockOrder, moveOrder } from './orders.store.ts';
import { insertRefund, markRefunded, sumRefunds } from './refunds.store.ts';

/**
 * Gives money back, to the same means of payment: administrators the whole or a part, organizers
 * the whole. The provider is asked at once; if it cannot be reached, a job goes on asking.
 */
export async function refundOrder(actor: Actor, orderId: string, form: RefundForm): Promise<Order> {
  await getSoldOrder(actor, orderId);
  if (!mayRefundSo(actor, form)) refuse('FORBIDDEN');
  const request = await inTransaction(async (tx) => {
    const payment = orRefuse(await lockPaidPayment(tx, orderId), 'REFUND_STATE');
    const order = orRefuse(await lockOrder(tx, orderId));
    const { asked, fee: feeReturned } = await sumRefunds(tx, orderId);
    if (!canRefund({ ...order, refundedOrAsked: asked })) refuse('REFUND_STATE');
    const amount = form.amount ?? order.total - asked;
    if (amount > order.total - asked) refuse('VALIDATION', { fields: { amount: 'too_big' } });
    const { returnFee, reason } = form;
    const share = refundShare(order, { amount, before: asked, returnFee, feeReturned });
    const paymentId = payment.id;
    const refund = { orderId, paymentId, amount, reason, requestedBy: actor.id, returnFee, share };
    const key = await insertRefund(tx, { ...refund, at: nowText() });
    await refundPayment(tx, { paymentId, amount, key });
    return { paymentId, amount, key };
  });
  await carryOutRefund(request).catch(() => undefined);
  return getOrder(actor, orderId);
}

/** The provider has given the money back: books, ticket and paper follow in this transaction. */
export async function settleRefund(tx: Db, said: PaymentFact & { key: string }): Promise<void> {
  const { orderId, paymentId, amount, currency, key } = said;
  const order = orRefuse(await lockOrder(tx, orderId));
  const at = nowText();
  const refund = await markRefunded(tx, key, at);
  if (!refund) return;
  const posting = `refund:${key}`;
  await enqueue(tx, acknowledgeRefund, { orderId, refundId: key });
  if (!refund.share) {
    const entries = strayReturnEntries(amount);
    return postLedger(tx, { orderId, posting, channelId: null, currency, at, entries });
  }
  const { channelId, buyerId } = order;
  const entries = refundEntries(refund.share);
  await postLedger(tx, { orderId, posting, channelId, currency, at, entries });
  const { done } = await sumRefunds(tx, orderId);
  const whole = done === order.total;
  await takeBack(tx, order, { whole, at });
  await announce(tx, OrderRefunded, { orderId, buyerId, channelId, whole, amount });
  const { share, reason } = refund;
  await issueRectifyingInvoice(tx, order, { paymentId, amount, share, reason, at });
}

/** With the whole money back the right ends, and the seat is free for somebody else. */
async function takeBack(
  tx: Db,
  order: LockedOrder,
  { whole, at }: { whole: boolean; at: string },
): Promise<void> {
  const to = whole ? 'refunded' : 'partly_refunded';
  const moved = await moveOrder(tx, order.id, { from: ['paid', 'partly_refunded'], to, at });
  if (!moved) throw new Error(`order ${order.id} cannot be ${to}`);
  if (!whole) return;
  await endTicketsOfOrder(tx, order.id, 'refunded');
  await giveSeatsBack(tx, order.id);
}
