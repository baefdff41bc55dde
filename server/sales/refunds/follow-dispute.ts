import {
  type DisputeFact,
  disputeExcessEntries,
  disputeStrayEntries,
  isOpenDispute,
  noteGivenBack,
  postLedger,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { type LockedSale, lockSale } from '../orders.store.ts';
import { reasonOfDispute } from './refunds.rules.ts';
import { listRequested, moveRefund } from './refunds.store.ts';
import { takeWithoutAsking } from './take-back-elsewhere.ts';
import { tellOfDispute } from './tell-of-disputes.ts';

/**
 * The buyer's bank takes a payment back, or has decided. Holding the order keeps whoever collects what
 * organizers are paid, or gives its money back, from passing by. A lost one ends the sale as a refund
 * does, once.
 */
export async function followDispute(tx: Db, dispute: DisputeFact): Promise<void> {
  const order = orRefuse(await lockSale(tx, dispute.orderId));
  if (dispute.state === 'lost') await (dispute.isStray ? loseStray : loseSale)(tx, order, dispute);
  // Between two steps of the bank nobody has anything to do.
  if (dispute.isNew || !isOpenDispute(dispute.state)) await tellOfDispute(tx, order, dispute);
}

async function loseSale(tx: Db, order: LockedSale, dispute: DisputeFact): Promise<void> {
  const { disputeId, paymentId, amount, currency } = dispute;
  const lost = await takeWithoutAsking(tx, order, {
    ...{ paymentId, amount, origin: 'dispute', from: 'disputes' },
    reasonCode: reasonOfDispute(dispute.reason),
    object: `dispute ${disputeId}`,
    keepsWaiting: false,
  });
  if (lost) await noteGivenBack(tx, paymentId, lost.taken);
  await postLedger(tx, {
    ...{ orderId: order.id, posting: `dispute-excess:${disputeId}`, channelId: null },
    ...{ currency, at: nowText() },
    entries: disputeExcessEntries(amount - (lost?.taken ?? 0)),
  });
}

/** Money that bought nothing was on its way back to the buyer: it went by the bank instead. */
async function loseStray(tx: Db, order: LockedSale, dispute: DisputeFact): Promise<void> {
  const { disputeId, paymentId, amount, currency } = dispute;
  const at = nowText();
  for (const { id, payment_id } of await listRequested(tx, { orderId: order.id, stray: true })) {
    if (payment_id === paymentId) await moveRefund(tx, id, { to: 'failed', at });
  }
  await postLedger(tx, {
    ...{ orderId: order.id, posting: `dispute-lost:${disputeId}`, channelId: null, currency, at },
    entries: disputeStrayEntries(amount),
  });
}
