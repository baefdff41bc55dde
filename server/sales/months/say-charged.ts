import type { Order } from '#contract/orders.ts';
import { decideCharge } from '#server/payments/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { getOrder } from '../orders.queries.ts';

/**
 * An administrator says what the bank's own screen shows of a charge of a kept card that nobody else can
 * tell. Refuses ORDER_STATE when nothing of the order waits for that.
 */
export async function sayCharged(actor: Actor, orderId: string, took: boolean): Promise<Order> {
  await getOrder(actor, orderId);
  await decideCharge(orderId, { took, by: actor.id });
  return getOrder(actor, orderId);
}
