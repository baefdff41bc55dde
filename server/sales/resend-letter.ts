import { instantText, now, nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { paidMail } from './acknowledge-orders.ts';
import { noteResent } from './acknowledgements.store.ts';
import { findLetterOrder } from './letters.queries.ts';
import { getSoldOrder } from './orders.queries.ts';
import { mayWriteAgain } from './orders.rules.ts';
import { lockSale } from './orders.store.ts';
import { stillHeld } from './still-held.ts';

/** Nobody is written to more often, however often somebody presses. */
const restMinutes = 10;

/**
 * A buyer cannot find the letter of what they bought: it is sent to them once more, and names what is
 * still valid. Refuses ORDER_STATE while it is not paid, or when all of it went back, and of whoever has
 * left or is kept out; TOO_MANY_REQUESTS when that was done a moment ago.
 */
export async function resendLetter(actor: Actor, orderId: string): Promise<{ sentTo: string }> {
  const { ownerId } = await getSoldOrder(actor, orderId);
  return inTransaction(async (tx) => {
    const { state, buyerMayAct } = orRefuse(await lockSale(tx, orderId));
    if (!mayWriteAgain(actor, { ownerId, state, buyerMayAct })) refuse('ORDER_STATE');
    const since = instantText(now().subtract({ minutes: restMinutes }));
    if (!(await noteResent(tx, orderId, { at: nowText(), since }))) {
      refuse('TOO_MANY_REQUESTS', { values: { seconds: restMinutes * 60 } });
    }
    const order = orRefuse(await findLetterOrder(tx, orderId));
    const mail = await paidMail(tx, stillHeld(order));
    await queueMail(tx, { ...mail, about: orderId, askedBy: actor.id });
    return { sentTo: order.buyer.email };
  });
}
