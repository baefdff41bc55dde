import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { log } from '#server/platform/log.ts';
import { PaymentRefunded, RefundedElsewhere, RefundFailed } from './announcements.ts';
import { keepMark, outcomeOfNotice, stateOfNotice } from './events.store.ts';
import { addRefunded, findPaymentById, lockPaymentsOf, type PaymentRow } from './payments.store.ts';
import type { RefundReport } from './providers/provider.ts';

/**
 * All refunds of a payment as its provider has them now: ours, and those that somebody made at the
 * provider's own desk. Each has its effect once, however often and in whatever order it is told.
 */
export async function takeRefunds(
  tx: Db,
  payment: PaymentRow,
  refunds: RefundReport[],
): Promise<void> {
  await lockPaymentsOf(tx, payment.orderId);
  const done = refunds.filter(({ state }) => state !== 'failed');
  const went = new Set(done.flatMap(({ key }) => key ?? []));
  // One that failed and was asked for anew under its key has not failed: its money went by the other.
  const failed = refunds.filter(
    ({ state, key }) => state === 'failed' && !(key !== null && went.has(key)),
  );
  // What came back comes first: another one may be its money, sent again.
  for (const refund of failed) await takeFailed(tx, payment, refund);
  for (const refund of done) await takeDone(tx, payment, refund);
}

/** The mark under which a refund is booked: by our key, or by the provider's name for it. */
const markOf = ({ key, object }: Pick<RefundReport, 'key' | 'object'>): string =>
  `refund_${key ?? object}`;

async function takeDone(tx: Db, payment: PaymentRow, refund: RefundReport): Promise<void> {
  if (refund.key) return bookRefund(tx, payment, { key: refund.key, amount: refund.amount });
  if (!(await mark(tx, payment, { name: markOf(refund), outcome: 'refunded', body: refund }))) {
    return;
  }
  await announce(tx, RefundedElsewhere, { ...factOf(payment, refund), reason: refund.reason });
}

/** Was a refund of ours done, whatever became of its money since? */
export async function isBooked(db: Db, { provider }: PaymentRow, key: string): Promise<boolean> {
  return (await stateOfNotice(db, { provider, eventId: markOf({ key, object: '' }) })) !== null;
}

/** Our own refund is done: it is booked once, whoever hears of it first. */
export async function bookRefund(
  tx: Db,
  payment: PaymentRow,
  { key, amount }: { key: string; amount: number },
): Promise<void> {
  const body = { amount, key };
  const name = markOf({ key, object: '' });
  if (!(await mark(tx, payment, { name, outcome: 'refunded', body }))) {
    return noteTwice(tx, payment, { key, amount });
  }
  await addRefunded(tx, payment.id, amount);
  const { id: paymentId, orderId, currency } = payment;
  await announce(tx, PaymentRefunded, { paymentId, orderId, amount, currency, key });
}

/** Our own refund was returned in another way: it is done, and its provider is not asked for it any more. */
export async function noteReturned(
  tx: Db,
  { paymentId, key, amount }: { paymentId: string; key: string; amount: number },
): Promise<void> {
  const payment = orRefuse(await findPaymentById(tx, paymentId));
  const given = { name: markOf({ key, object: '' }), outcome: returned, body: { amount, key } };
  if (await mark(tx, payment, given)) await addRefunded(tx, paymentId, amount);
}

const returned = 'returned';

async function wasReturned(tx: Db, { provider }: PaymentRow, key: string): Promise<boolean> {
  const eventId = markOf({ key, object: '' });
  return (await outcomeOfNotice(tx, { provider, eventId })) === returned;
}

/** The provider carried out what was returned in another way: kept and said in the log, and no more. */
async function noteTwice(
  tx: Db,
  payment: PaymentRow,
  { key, amount }: { key: string; amount: number },
): Promise<void> {
  if (!(await wasReturned(tx, payment, key))) return;
  const name = `${markOf({ key, object: '' })}#twice`;
  if (!(await mark(tx, payment, { name, outcome: 'refunded', body: { amount, key } }))) return;
  const { id: paymentId, orderId } = payment;
  const said = { paymentId, orderId, refundId: key, amount };
  log().error(said, 'a refund that was returned in another way was carried out too');
}

async function takeFailed(tx: Db, payment: PaymentRow, refund: RefundReport): Promise<void> {
  // Asked for anew under one key, each may fail.
  const name = `refund_${refund.object}#failed`;
  if (!(await mark(tx, payment, { name, outcome: 'refund_failed', body: refund }))) return;
  if (refund.key && (await wasReturned(tx, payment, refund.key))) return;
  await announce(tx, RefundFailed, { ...factOf(payment, refund), key: refund.key });
}

const factOf = (payment: PaymentRow, { object, amount }: RefundReport) => ({
  paymentId: payment.id,
  orderId: payment.orderId,
  currency: payment.currency,
  amount,
  object,
});

const mark = (
  tx: Db,
  { provider, id: paymentId }: PaymentRow,
  { name, outcome, body }: { name: string; outcome: string; body: unknown },
): Promise<boolean> => {
  const type = outcome === 'refund_failed' ? 'refund.failed' : 'refund.done';
  return keepMark(tx, {
    ...{ provider, paymentId, eventId: name, type, outcome, body },
    at: nowText(),
  });
};
