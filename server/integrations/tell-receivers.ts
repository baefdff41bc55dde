import type { EventType } from '#contract/integrations.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { enqueueMany } from '#server/platform/jobs.ts';
import { insertDeliveries, insertMessages } from './deliveries.store.ts';
import {
  type Concerned,
  concernedByChannel,
  concernedByOrders,
  concernedByProducts,
} from './events.queries.ts';
import { messageBody } from './message.rules.ts';
import { sendWebhook } from './send-webhook.ts';
import { isHeard, listReceivers } from './webhooks.store.ts';

type Ids = Record<string, string | string[] | null>;
type Happened = { ownerId: string; ids: Ids };

/**
 * Writes what has happened, and for whom, in the transaction in which it happens; the jobs that send it
 * exist if and only if that commits. One statement where nobody wants to hear.
 */
async function tell(tx: Db, type: EventType, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return;
  const owners = happened.map(({ ownerId }) => ownerId);
  const receivers = await listReceivers(tx, type, owners);
  if (receivers.length === 0) return;
  const at = nowText();
  const wanted = happened
    .map((event) => ({
      body: messageBody(type, { at, ids: event.ids }),
      to: receivers.filter(({ ownerId }) => ownerId === null || ownerId === event.ownerId),
    }))
    .filter(({ to }) => to.length > 0);
  if (wanted.length === 0) return;
  const messages = wanted.map(({ body }) => ({ type, body }));
  const messageIds = await insertMessages(tx, messages, at);
  const ways = wanted.flatMap(({ to }, index) =>
    to.map(({ id: endpointId }) => ({ messageId: messageIds[index] ?? '', endpointId })),
  );
  const deliveries = await insertDeliveries(tx, ways, at);
  await enqueueMany(
    tx,
    sendWebhook,
    deliveries.map((deliveryId) => ({ deliveryId })),
  );
}

const about = (concerned: Concerned | null | undefined, ids: Ids): Happened[] =>
  concerned
    ? [{ ownerId: concerned.ownerId, ids: { ...ids, channelId: concerned.channelId } }]
    : [];

/** Something of a product: all ids that the fact carries, and the channel. */
export async function tellOfProduct(
  tx: Db,
  type: EventType,
  ids: Ids & { productId: string },
): Promise<void> {
  // Within every sale: one statement where nobody wants to hear.
  if (!(await isHeard(tx, type, ids.productId))) return;
  const concerned = await concernedByProducts(tx, [ids.productId]);
  await tell(tx, type, about(concerned.get(ids.productId), ids));
}

/** Orders that were paid, to whoever sells what is in them; some have lines that are no products. */
export async function tellOfOrders(
  tx: Db,
  { orders }: { orders: readonly { orderId: string; productIds: string[] }[] },
): Promise<void> {
  const concerned = await concernedByOrders(
    tx,
    orders.map(({ orderId }) => orderId),
  );
  const happened = orders.flatMap(({ orderId, productIds }) =>
    about(concerned.get(orderId), { orderId, productIds }),
  );
  await tell(tx, 'order.paid', happened);
}

/** Money of a sale that went back, by whatever way. */
export async function tellOfRefund(
  tx: Db,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<void> {
  const concerned = await concernedByOrders(tx, [orderId]);
  await tell(tx, 'order.refunded', about(concerned.get(orderId), { orderId, refundId }));
}

/** Something of a channel. */
export async function tellOfChannel(
  tx: Db,
  type: EventType,
  ids: Ids & { channelId: string },
): Promise<void> {
  await tell(tx, type, about(await concernedByChannel(tx, ids.channelId), ids));
}
