import { type Delivery, testEvent } from '#contract/integrations.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { insertDeliveries, insertMessages } from './deliveries.store.ts';
import { messageBody } from './message.rules.ts';
import { sendWebhook } from './send-webhook.ts';
import { findMessageOf, getDelivery } from './webhooks.queries.ts';
import { deliveryCan, webhookCan } from './webhooks.rules.ts';
import { type Keeper, lockWebhook } from './webhooks.store.ts';

/** A message that says nothing, to see whether it arrives. Refuses 404, and WEBHOOK_STATE when it is off. */
export async function sendTest(keeper: Keeper, id: string): Promise<Delivery> {
  return inTransaction(async (tx) => {
    const { state } = orRefuse(await lockWebhook(tx, id, keeper));
    if (!webhookCan(state).test) refuse('WEBHOOK_STATE');
    const at = nowText();
    const body = messageBody(testEvent, { at, ids: { webhookId: id } });
    const [messageId = ''] = await insertMessages(tx, [{ type: testEvent, body }], at);
    return putOnItsWay(tx, { keeper, id, messageId });
  });
}

/** The same message once more, as a delivery of its own. Refuses 404 and WEBHOOK_STATE. */
export async function resendDelivery(
  keeper: Keeper,
  ids: { id: string; deliveryId: string },
): Promise<Delivery> {
  return inTransaction(async (tx) => {
    const webhook = orRefuse(await lockWebhook(tx, ids.id, keeper));
    const { messageId, state } = await findMessageOf(tx, ids);
    if (!deliveryCan(state, webhook.state).resend) refuse('WEBHOOK_STATE');
    return putOnItsWay(tx, { keeper, id: ids.id, messageId });
  });
}

async function putOnItsWay(
  tx: Db,
  { keeper, id, messageId }: { keeper: Keeper; id: string; messageId: string },
): Promise<Delivery> {
  const ways = [{ messageId, endpointId: id }];
  const [deliveryId = ''] = await insertDeliveries(tx, ways, nowText());
  await enqueue(tx, sendWebhook, { deliveryId });
  const { body: _, history: __, ...delivery } = await getDelivery(tx, keeper, { id, deliveryId });
  return delivery;
}
