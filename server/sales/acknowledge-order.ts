import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { OrderAcknowledged } from './announcements.ts';
import { findLetterOrder } from './letters.queries.ts';
import { orderPaidMail, orderRefundedMail } from './mails.ts';
import { noteAcknowledged } from './orders.store.ts';
import { noteRefundAcknowledged } from './refunds.store.ts';

/**
 * What follows a paid order and can wait: the letter with its invoice, and those who are told.
 * Nothing of it holds up whoever pays; run twice, it writes once.
 */
export const acknowledgeOrder = defineJob<{ orderId: string }>(
  'acknowledge-order',
  async ({ orderId }) => {
    const order = await findLetterOrder(db(), orderId);
    if (!order) return;
    await inTransaction(async (tx) => {
      if (!(await noteAcknowledged(tx, orderId, nowText()))) return;
      await queueMail(tx, orderPaidMail(order));
      const { buyerId, channelId, productIds } = order;
      await announce(tx, OrderAcknowledged, { orderId, buyerId, channelId, productIds });
    });
  },
  { concurrency: 2 },
);

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
    await queueMail(tx, orderRefundedMail(order, { ...refund, invoiceId }));
  });
});
