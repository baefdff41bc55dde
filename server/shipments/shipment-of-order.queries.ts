import type { ShipmentMethod, ShipmentState } from '#contract/shipments.ts';
import { type OrderEvent, orderEvent } from '#contract/sold-order.ts';
import type { Db } from '#server/platform/database/index.ts';

type What = OrderEvent['what'];

/** How it left, and how it ended. */
const told: Record<ShipmentMethod, { sent: What } & Partial<Record<ShipmentState, What>>> = {
  post: {
    sent: 'shipmentSent',
    delivered: 'shipmentDelivered',
    cancelled: 'shipmentCancelled',
    returned: 'shipmentReturned',
  },
  pickup: { sent: 'pickupReady', delivered: 'pickedUp', cancelled: 'shipmentCancelled' },
};

/** How the things of an order went on their way. Whoever sold moves them on. */
export async function shipmentOfOrder(
  db: Db,
  orderId: string,
): Promise<Omit<OrderEvent, 'name'>[]> {
  const row = await db
    .selectFrom('shipments')
    .select(['method', 'state', 'carrier', 'tracking_code', 'reason', 'sent_at', 'ended_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return [];
  const called = told[row.method as ShipmentMethod];
  const end = called[row.state as ShipmentState];
  const by = 'organizer' as const;
  const followed = [row.carrier, row.tracking_code].filter(Boolean).join(' ');
  return [
    ...orderEvent(row.sent_at, [called.sent, by], { said: followed }),
    ...(end ? orderEvent(row.ended_at, [end, by], { said: row.reason }) : []),
  ];
}
