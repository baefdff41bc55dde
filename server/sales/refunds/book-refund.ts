import {
  ofPart,
  type PaymentFact,
  postLedger,
  refundEntries,
  strayReturnEntries,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { acknowledgeRefund } from '../acknowledge-orders.ts';
import { OrderRefunded } from '../announcements.ts';
import { releaseLines } from '../close-order.ts';
import { issueRectifyingInvoice } from '../issue-papers.ts';
import { earnerOf } from '../orders.rules.ts';
import { type LockedSale, lockSale, moveOrder } from '../orders.store.ts';
import type { RefundedLine } from './refund-by-line.ts';
import { listGivenBack, listRefundLines } from './refund-lines.store.ts';
import { moveRefund, sumRefunds } from './refunds.store.ts';
import { bookStray } from './stray-money.ts';

/** The provider has given the money back: books, ticket and paper follow in this transaction. */
export async function settleRefund(tx: Db, said: PaymentFact & { key: string }): Promise<void> {
  const { orderId, paymentId, amount, currency, key } = said;
  const order = orRefuse(await lockSale(tx, orderId));
  const at = nowText();
  const refund = await moveRefund(tx, key, { to: 'done', at, from: ['requested', 'failed'] });
  if (!refund) return;
  if (!refund.share) {
    const entries = strayReturnEntries(amount);
    return bookStray(tx, { orderId, currency }, { id: key, entries, letter: true });
  }
  const { reason } = refund;
  const parts = await listRefundLines(tx, key);
  const booked = { id: key, paymentId, parts, reason, at, from: 'provider' } as const;
  const invoiceId = await bookRefund(tx, order, booked);
  await enqueue(tx, acknowledgeRefund, { orderId, refundId: key, invoiceId });
}

type Booked = {
  id: string;
  paymentId: string;
  parts: RefundedLine[];
  reason: string;
  at: string;
  /** Where the money was: the provider gave it back, or a lost dispute took it. */
  from: 'provider' | 'disputes';
};

/** A refund that is done: into the books, on paper, and with the whole the ticket ends. */
export async function bookRefund(
  tx: Db,
  order: LockedSale,
  { id, paymentId, parts, reason, at, from }: Booked,
): Promise<string | null> {
  const { id: orderId, channelId, currency } = order;
  const entries = order.lines.flatMap((line) => {
    const to = earnerOf(line, order);
    return parts
      .filter(({ lineId }) => lineId === line.id)
      .flatMap(({ share }) => ofPart(line.id, refundEntries(share, { from, to })));
  });
  await postLedger(tx, { orderId, posting: `refund:${id}`, channelId, currency, at, entries });
  await takeBack(tx, order, at);
  const paper = await issueRectifyingInvoice(tx, order, { paymentId, parts, reason, at });
  await announce(tx, OrderRefunded, { orderId, refundId: id });
  return paper?.id ?? null;
}

/** With the whole money of a line back the right ends, and the seat is free for somebody else. */
async function takeBack(tx: Db, order: LockedSale, at: string): Promise<void> {
  // A refund that was given up, and went through after another one: all is back already.
  if (order.state === 'refunded') return;
  const { done } = await sumRefunds(tx, order.id);
  const to = done >= order.total ? 'refunded' : 'partly_refunded';
  const moved = await moveOrder(tx, order.id, { from: ['paid', 'partly_refunded'], to, at });
  if (!moved) throw new Error(`order ${order.id} cannot be ${to}`);
  const lines = to === 'refunded' ? order.lines : await listGivenBack(tx, order);
  await releaseLines(tx, order, { lines, reason: 'refunded' });
}
