import type { Order, RefundForm } from '#contract/sales.ts';
import {
  carryOutRefund,
  lockPaidPayment,
  type PaymentFact,
  postLedger,
  type RefundRequest,
  refundEntries,
  refundPayment,
  refundShare,
  strayReturnEntries,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { endTicketsOfOrder } from '#server/tickets/index.ts';
import { acknowledgeRefund } from './acknowledge-orders.ts';
import { giveSeatsBack } from './close-order.ts';
import { issueRectifyingInvoice } from './issue-papers.ts';
import { getOrder, getSoldOrder } from './orders.queries.ts';
import { canRefund, mayRefundSo } from './orders.rules.ts';
import { type LockedOrder, lockOrder, lockSale, moveOrder } from './orders.store.ts';
import {
  findRefundAsked,
  insertRefund,
  moveRefund,
  type NewRefund,
  sumRefunds,
} from './refunds.store.ts';

/**
 * Gives money back, to the same means of payment: administrators the whole or a part, organizers
 * the whole. Asked again under the same key it is the same refund, whatever became of the answer.
 * The provider is asked at once; if it cannot be reached, a job goes on asking.
 */
export async function refundOrder(
  actor: Actor,
  orderId: string,
  asked: { key: string; form: RefundForm },
): Promise<Order> {
  await getSoldOrder(actor, orderId);
  if (!mayRefundSo(actor, asked.form)) refuse('FORBIDDEN');
  const request = await inTransaction((tx) => requestRefund(tx, actor, { orderId, ...asked }));
  if (request) await tryRefund(request, orderId);
  return getOrder(actor, orderId);
}

async function tryRefund(request: RefundRequest, orderId: string): Promise<void> {
  try {
    await carryOutRefund(request);
  } catch (error) {
    const { key: refundId, paymentId } = request;
    log().error({ err: error, refundId, paymentId, orderId }, 'refund was not carried out');
  }
}

type Asked = { orderId: string; key: string; form: RefundForm };

/** Writes the refund down; null when the same one is done already. */
async function requestRefund(tx: Db, actor: Actor, { orderId, key, form }: Asked) {
  const payment = await lockPaidPayment(tx, orderId);
  const order = orRefuse(await lockOrder(tx, orderId));
  const digest = digestOf(JSON.stringify({ orderId, ...form }));
  const known = await findRefundAsked(tx, actor.id, key);
  if (known && !known.digest?.equals(digest)) refuse('IDEMPOTENCY_KEY_REUSED');
  if (known) return known.isDone ? null : known.request;
  if (!payment) refuse('REFUND_STATE');
  const sums = await sumRefunds(tx, orderId);
  if (!canRefund({ ...order, refundedOrAsked: sums.asked })) refuse('REFUND_STATE');
  const asked = { key, digest };
  return writeRefund(tx, order, { paymentId: payment.id, form, by: actor.id, asked, sums });
}

type Wish = Pick<NewRefund, 'paymentId' | 'asked'> & {
  form: RefundForm;
  by: string;
  /** What was asked for before, by which the order can still be refunded. */
  sums: Awaited<ReturnType<typeof sumRefunds>>;
};

/** Refuses VALIDATION when less is left than is wanted. */
async function writeRefund(
  tx: Db,
  order: LockedOrder,
  { paymentId, form, by, asked, sums: { asked: before, fee: feeReturned } }: Wish,
): Promise<RefundRequest> {
  const orderId = order.id;
  const amount = form.amount ?? order.total - before;
  if (amount > order.total - before) refuse('VALIDATION', { fields: { amount: 'too_big' } });
  const { returnFee, reason } = form;
  const share = refundShare(order, { amount, before, returnFee, feeReturned });
  const refund = { orderId, paymentId, amount, reason, requestedBy: by, returnFee, share };
  const id = await insertRefund(tx, { ...refund, asked, at: nowText() });
  const request = { paymentId, amount, key: id };
  await refundPayment(tx, request);
  return request;
}

/**
 * Asks for whatever of an order's money was not asked for yet; answers how much, 0 when nothing is
 * left. Of two who come for the same order the second finds nothing. The organizer bears it, and the
 * platform keeps its fee.
 */
export async function giveBackWhole(
  tx: Db,
  orderId: string,
  { by, reason }: { by: string; reason: string },
): Promise<number> {
  const payment = await lockPaidPayment(tx, orderId);
  const order = await lockOrder(tx, orderId);
  if (!payment || !order) return 0;
  const sums = await sumRefunds(tx, orderId);
  if (!canRefund({ ...order, refundedOrAsked: sums.asked })) return 0;
  const form = { reason, returnFee: false };
  const wish = { paymentId: payment.id, form, by, asked: null, sums };
  return (await writeRefund(tx, order, wish)).amount;
}

/** The provider has given the money back: books, ticket and paper follow in this transaction. */
export async function settleRefund(tx: Db, said: PaymentFact & { key: string }): Promise<void> {
  const { orderId, paymentId, amount, currency, key } = said;
  const order = orRefuse(await lockSale(tx, orderId));
  const at = nowText();
  const refund = await moveRefund(tx, key, { to: 'done', at });
  if (!refund) return;
  const posting = `refund:${key}`;
  const letter = { orderId, refundId: key };
  if (!refund.share) {
    await enqueue(tx, acknowledgeRefund, { ...letter, invoiceId: null });
    const entries = strayReturnEntries(amount);
    return postLedger(tx, { orderId, posting, channelId: null, currency, at, entries });
  }
  const { channelId } = order;
  const entries = refundEntries(refund.share);
  await postLedger(tx, { orderId, posting, channelId, currency, at, entries });
  const { done } = await sumRefunds(tx, orderId);
  const whole = done === order.total;
  await takeBack(tx, order, { whole, at });
  const { share, reason } = refund;
  const paper = await issueRectifyingInvoice(tx, order, { paymentId, amount, share, reason, at });
  await enqueue(tx, acknowledgeRefund, { ...letter, invoiceId: paper?.id ?? null });
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
