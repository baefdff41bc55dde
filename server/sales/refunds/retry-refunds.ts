import { carryOutRefund, ProviderUnset } from '#server/payments/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import { tellOfFailedRefund, tellOfUnsetRefund } from '../tell-administrators.ts';
import { isHopeless } from './refunds.rules.ts';
import {
  listWaitingRefunds,
  moveRefund,
  noteAsked,
  noteUnsetTold,
  type WaitingRefund,
} from './refunds.store.ts';

const waitMinutes = 10;

/**
 * Refunds that the provider could not be asked for, or refused, are asked for again: each by itself,
 * whoever waited longest first. After three days a refund has failed: administrators hear of it, and
 * its money can be given back by another request. While the keys of the provider are missing it is
 * nobody's turn: administrators hear of that at once, and it goes on when they are back.
 */
export async function retryRefunds(): Promise<void> {
  const since = instantText(now().subtract({ minutes: waitMinutes }));
  for (const refund of await listWaitingRefunds(db(), since)) await retry(refund);
}

async function retry(refund: WaitingRefund): Promise<void> {
  const { key: refundId, paymentId, orderId } = refund;
  try {
    if (await noteAsked(db(), refundId, nowText())) await carryOutRefund(refund);
  } catch (error) {
    log().error({ err: error, refundId, paymentId, orderId }, 'refund was not carried out');
    if (error instanceof ProviderUnset) return tellUnset(refund);
    if (isHopeless(refund.since, now())) await giveUp(refund);
  }
}

const tellUnset = (refund: WaitingRefund): Promise<void> =>
  inTransaction(async (tx) => {
    if (await noteUnsetTold(tx, refund.key, nowText())) await tellOfUnsetRefund(tx, refund);
  });

const giveUp = (refund: WaitingRefund): Promise<void> =>
  inTransaction(async (tx) => {
    const failed = await moveRefund(tx, refund.key, { to: 'failed', at: nowText() });
    if (failed) await tellOfFailedRefund(tx, refund);
  });
