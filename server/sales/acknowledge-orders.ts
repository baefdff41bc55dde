import { nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { isPassing } from '#server/platform/database/passing.ts';
import { announce } from '#server/platform/facts.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { type Mail, queueMail, queueMails } from '#server/platform/mail/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { findPaidMonth, monthPaidMail } from '#server/subscriptions/index.ts';
import { listUnacknowledged, noteAcknowledged } from './acknowledgements.store.ts';
import { OrdersAcknowledged } from './announcements.ts';
import { findLetterOrder, findLetterOrders, type LetterOrder } from './letters.queries.ts';
import { orderPaidMail, orderRefundedMail, paidInvoices } from './mails.ts';
import { noteRefundAcknowledged } from './refunds/refunds.store.ts';

const listed = 500;
const together = 50;
/** Orders that could not be written of, until when they are left alone. */
const sick = remembered(new Map<string, number>());
const restMs = 50_000;

/**
 * What follows a paid order and can wait: the letter with its invoice, and those who are told. The
 * orders themselves say what is still to be done, so nothing of it weighs on whoever pays: the job
 * is called for when a payment has committed, and comes every minute in case nobody called.
 */
export const acknowledgeOrders = defineJob<object>(
  'acknowledge-orders',
  async () => {
    for (let ids = await listUnacknowledged(db(), null, listed); ids.length > 0; ) {
      const well = ids.filter((id) => (sick.get(id) ?? 0) <= nowMs());
      for (let at = 0; at < well.length; at += together) {
        await acknowledge(well.slice(at, at + together));
      }
      ids = ids.length < listed ? [] : await listUnacknowledged(db(), ids.at(-1) ?? null, listed);
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);

/**
 * Many at once. An order that cannot be written of does not hold back those beside it, and is tried
 * again when the clock comes; while the database is away all of them wait for that.
 */
export async function acknowledge(ids: string[]): Promise<void> {
  try {
    await inTransaction((tx) => writeTo(tx, ids));
    for (const id of ids) sick.delete(id);
  } catch (error) {
    if (isPassing(error)) throw error;
    if (ids.length > 1) {
      for (const id of ids) await acknowledge([id]);
      return;
    }
    const [orderId = ''] = ids;
    sick.set(orderId, nowMs() + restMs);
    log().error({ err: error, orderId }, 'an order was not acknowledged');
  }
}

/** Run twice, or by two processes at once, it writes to each buyer once. */
async function writeTo(tx: Db, ids: string[]): Promise<void> {
  const noted = await noteAcknowledged(tx, ids, nowText());
  if (noted.length === 0) return;
  const orders = await findLetterOrders(tx, noted);
  const mails: Mail[] = [];
  for (const order of orders) mails.push({ ...(await paidMail(tx, order)), about: order.id });
  await queueMails(tx, mails);
  await announce(tx, OrdersAcknowledged, {
    orders: orders.map(({ id: orderId, buyerId, productIds, ticketsFor }) => ({
      ...{ orderId, buyerId, productIds, ticketsFor },
    })),
  });
}

/**
 * The letter that says that an order is paid, with its invoice and calendar file: one for all of it, which says
 * what renews. Of a month alone its subscription tells, not the show that there is none of.
 */
export async function paidMail(tx: Db, order: LetterOrder): Promise<Mail> {
  const { chosen, buyerId: id, language, buyer } = order;
  const line = chosen.find(({ kind }) => kind === 'subscription');
  const month = line ? await findPaidMonth(tx, order.id) : null;
  if (!line || !month) return orderPaidMail(order);
  const told = { ...month, total: line.total - line.refunded };
  if (chosen.length > 1) return orderPaidMail(order, told);
  const reader = { id, email: buyer.email, name: buyer.name, language };
  return monthPaidMail(reader, told, paidInvoices(order));
}

/** The letter that says that money is on its way back, with the invoice that rectifies this much. */
export const acknowledgeRefund = defineJob<{
  orderId: string;
  refundId: string;
  invoiceId: string | null;
}>('acknowledge-refund', async ({ orderId, refundId, invoiceId }) => {
  const order = await findLetterOrder(db(), orderId);
  const refund = order?.refunds.find(({ id }) => id === refundId);
  if (!order || !refund) return;
  await inTransaction(async (tx) => {
    if (!(await noteRefundAcknowledged(tx, refundId, nowText()))) return;
    const mail = orderRefundedMail(order, { ...refund, invoiceId });
    await queueMail(tx, { ...mail, about: orderId });
  });
});
