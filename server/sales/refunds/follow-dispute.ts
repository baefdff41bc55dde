import {
  type DisputeFact,
  disputeExcessEntries,
  disputeStrayEntries,
  isOpenDispute,
  postLedger,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { type LockedSale, lockSale } from '../orders.store.ts';
import { reasonOfDispute } from './refunds.rules.ts';
import { listStray } from './refunds.store.ts';
import { returnStray, takeResent } from './stray-money.ts';
import { takeWithoutAsking } from './take-back-elsewhere.ts';
import { tellOfDispute } from './tell-of-disputes.ts';

/**
 * The buyer's bank takes a payment back, or has decided. Holding the order keeps whoever collects what
 * organizers are paid, or gives its money back, from passing by. A lost one ends the sale as a refund
 * does, once.
 */
export async function followDispute(tx: Db, dispute: DisputeFact): Promise<void> {
  const order = orRefuse(await lockSale(tx, dispute.orderId));
  if (dispute.state === 'lost') await lose(tx, order, dispute);
  // Between two steps of the bank nobody has anything to do.
  if (dispute.isNew || !isOpenDispute(dispute.state)) await tellOfDispute(tx, order, dispute);
}

/** What a lost one takes: money that bought nothing, that of a refund which came back, or of the sale. */
async function lose(tx: Db, order: LockedSale, dispute: DisputeFact): Promise<void> {
  const { disputeId, paymentId, amount, currency } = dispute;
  const object = `dispute ${disputeId}`;
  const way = { object, entries: disputeStrayEntries };
  const stray = await listStray(tx, paymentId);
  const taken =
    stray.length > 0
      ? await returnStray(tx, dispute, { ...way, stray, letter: false })
      : (await takeResent(tx, dispute, way))
        ? amount
        : await loseSale(tx, order, dispute);
  await postLedger(tx, {
    ...{ orderId: order.id, posting: `dispute-excess:${disputeId}`, channelId: null },
    ...{ currency, at: nowText() },
    entries: disputeExcessEntries(amount - taken),
  });
}

async function loseSale(tx: Db, order: LockedSale, dispute: DisputeFact): Promise<number> {
  const { disputeId, paymentId, amount } = dispute;
  const lost = await takeWithoutAsking(tx, order, {
    ...{ paymentId, amount, origin: 'dispute', from: 'disputes' },
    reasonCode: reasonOfDispute(dispute.reason),
    object: `dispute ${disputeId}`,
    keepsWaiting: false,
  });
  return lost?.taken ?? 0;
}
