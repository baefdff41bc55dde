import type { Order, RefundForm } from '#contract/orders.ts';
import {
  carryOutRefund,
  lockPaidPayment,
  ofPart,
  type PaymentFact,
  postLedger,
  type RefundRequest,
  refundEntries,
  refundPayment,
  strayReturnEntries,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { acknowledgeRefund } from './acknowledge-orders.ts';
import { releaseLines } from './close-order.ts';
import { issueRectifyingInvoice } from './issue-papers.ts';
import { getOrder, getSoldOrder } from './orders.queries.ts';
import { canRefund, mayRefundSo } from './orders.rules.ts';
import { type LockedSale, lockSale, moveOrder } from './orders.store.ts';
import { leftOf, meantLines, type OwedLine, refundByLine, wholeShare } from './refund-by-line.ts';
import {
  insertRefundLines,
  listGivenBack,
  listOwed,
  listRefundLines,
} from './refund-lines.store.ts';
import {
  findRefundAsked,
  insertRefund,
  moveRefund,
  type NewRefund,
  sumRefunds,
} from './refunds.store.ts';

/**
 * Gives money back, of all lines or of some, to the same means of payment: administrators the whole or
 * a part, organizers the whole. Asked again under the same key it is the same refund, whatever became of the answer.
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
  const order = orRefuse(await lockSale(tx, orderId));
  const digest = digestOf(JSON.stringify({ orderId, ...form }));
  const known = await findRefundAsked(tx, actor.id, key);
  if (known && !known.digest?.equals(digest)) refuse('IDEMPOTENCY_KEY_REUSED');
  if (known) return known.isDone ? null : known.request;
  if (!payment) refuse('REFUND_STATE');
  const sums = await sumRefunds(tx, orderId);
  if (!canRefund({ ...order, refundedOrAsked: sums.asked })) refuse('REFUND_STATE');
  const asked = { key, digest };
  const lines = meantLines(await listOwed(tx, order), form.lines);
  if (!lines) refuse('VALIDATION', { fields: { lines: 'unknown' } });
  return writeRefund(tx, order, { paymentId: payment.id, form, by: actor.id, asked, lines });
}

type Wish = Pick<NewRefund, 'paymentId' | 'asked'> & {
  form: Omit<RefundForm, 'lines'>;
  by: string;
  /** Of these it is given back. */
  lines: OwedLine[];
};

/** Refuses VALIDATION when less is left than is wanted, REFUND_STATE when nothing is. */
async function writeRefund(
  tx: Db,
  order: LockedSale,
  { paymentId, form, by, asked, lines }: Wish,
): Promise<RefundRequest> {
  const orderId = order.id;
  const left = leftOf(lines);
  const amount = form.amount ?? left;
  if (amount > left) refuse('VALIDATION', { fields: { amount: 'too_big' } });
  if (amount === 0) refuse('REFUND_STATE');
  const { returnFee, reason } = form;
  const parts = refundByLine(lines, { amount, returnFee });
  const share = wholeShare(parts);
  const refund = { orderId, paymentId, amount, reason, requestedBy: by, returnFee, share };
  const id = await insertRefund(tx, { ...refund, asked, at: nowText() });
  await insertRefundLines(tx, id, parts);
  const request = { paymentId, amount, key: id };
  await refundPayment(tx, request);
  return request;
}

/**
 * Asks for whatever of an order's money was not asked for yet, or of its line for a product; answers how
 * much, 0 when nothing is left. Of two who come for the same order the second finds nothing. The
 * organizer bears it, and the platform keeps its fee.
 */
export async function giveBackWhole(
  tx: Db,
  orderId: string,
  { by, reason, productId }: { by: string; reason: string; productId?: string },
): Promise<number> {
  const payment = await lockPaidPayment(tx, orderId);
  const order = await lockSale(tx, orderId);
  if (!payment || !order) return 0;
  const sums = await sumRefunds(tx, orderId);
  if (!canRefund({ ...order, refundedOrAsked: sums.asked })) return 0;
  const meant = order.lines.filter((line) => !productId || line.productId === productId);
  const lines = await listOwed(tx, { ...order, lines: meant });
  if (leftOf(lines) === 0) return 0;
  const form = { reason, returnFee: false };
  const wish = { paymentId: payment.id, form, by, asked: null, lines };
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
  const parts = await listRefundLines(tx, key);
  const entries = parts.flatMap((part) => ofPart(part.lineId, refundEntries(part.share)));
  await postLedger(tx, { orderId, posting, channelId, currency, at, entries });
  const { done } = await sumRefunds(tx, orderId);
  const whole = done === order.total;
  await takeBack(tx, order, { whole, at });
  const { reason } = refund;
  const paper = await issueRectifyingInvoice(tx, order, { paymentId, parts, reason, at });
  await enqueue(tx, acknowledgeRefund, { ...letter, invoiceId: paper?.id ?? null });
}

/** With the whole money of a line back the right ends, and the seat is free for somebody else. */
async function takeBack(
  tx: Db,
  order: LockedSale,
  { whole, at }: { whole: boolean; at: string },
): Promise<void> {
  const to = whole ? 'refunded' : 'partly_refunded';
  const moved = await moveOrder(tx, order.id, { from: ['paid', 'partly_refunded'], to, at });
  if (!moved) throw new Error(`order ${order.id} cannot be ${to}`);
  const lines = whole ? order.lines : await listGivenBack(tx, order);
  await releaseLines(tx, order, { lines, reason: 'refunded' });
}
