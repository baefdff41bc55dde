import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { paidMail } from './acknowledge-orders.ts';
import { findLetterOrder } from './letters.queries.ts';
import { getSoldOrder } from './orders.queries.ts';
import { mayWriteAgain } from './orders.rules.ts';

/**
 * A buyer cannot find the letter of what they bought: it is sent to them once more, as things are now.
 * Refuses ORDER_STATE while nothing is paid, and once all of it has gone back.
 */
export async function resendLetter(actor: Actor, orderId: string): Promise<{ sentTo: string }> {
  if (!mayWriteAgain(actor, await getSoldOrder(actor, orderId))) refuse('ORDER_STATE');
  return inTransaction(async (tx) => {
    const order = orRefuse(await findLetterOrder(tx, orderId));
    await queueMail(tx, await paidMail(tx, order));
    return { sentTo: order.buyer.email };
  });
}
