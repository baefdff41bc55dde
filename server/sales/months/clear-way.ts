import { giveUpPayment } from '#server/payments/index.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { findPeriodOf, type SubscriptionRow } from '#server/subscriptions/index.ts';
import { cancelUnpaid } from '../close-order.ts';
import { isSameInvoice } from '../orders.rules.ts';
import type { Buyer } from '../orders.store.ts';
import { findPendingMonth } from './months.store.ts';

/**
 * An order that waits, alone or with what was chosen beside the month, gives way where it is made out to
 * somebody else, or is no month of this subscription: it would begin another, or the month before it went
 * back and took it along. `buyer` left out: it is made out as it is. Not inside a transaction. Refuses
 * ORDER_STATE once it is paid, or while its money is on its way.
 */
export async function clearWay(
  { id, userId: buyerId, channelId }: SubscriptionRow,
  buyer?: Buyer,
): Promise<void> {
  const pending = await findPendingMonth(db(), { buyerId, channelId });
  if (!pending) return;
  const period = await findPeriodOf(db(), pending.id);
  const isOurs = period?.subscriptionId === id;
  if (isOurs && (!buyer || isSameInvoice(pending.billing, buyer.billing))) return;
  await giveUpPayment(pending.id);
  await inTransaction((tx) => cancelUnpaid(tx, pending.id, 'replaced by a new order'));
}
