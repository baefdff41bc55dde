import type { ShipmentMethod, ShipmentState } from '#contract/shipments.ts';
import { type Doer, type OrderEvent, orderEvent } from '#contract/sold-order.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

type What = OrderEvent['what'];
type By = Doer | { person: string };
type Told = Omit<OrderEvent, 'by' | 'name'> & { by: By };

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

/** Whoever sold moves on what is moved, where it is not known who did: before that was kept. */
const byPerson = (person: string | null): By => (person === null ? 'organizer' : { person });

/** All its money had gone back by the time it was over: then it was cancelled by itself, by nobody. */
const wasGivenBack = sql<boolean>`not exists (select from shipment_items i
  where i.shipment_id = s.id and (i.given_back_at is null or i.given_back_at > s.ended_at))`;

/** How the things of an order went on their way. */
export async function shipmentOfOrder(db: Db, orderId: string): Promise<Told[]> {
  const row = await db
    .selectFrom('shipments as s')
    .select(['s.method', 's.state', 's.carrier', 's.tracking_code', 's.reason'])
    .select(['s.sent_at', 's.sent_by', 's.ended_at', 's.ended_by'])
    .select(wasGivenBack.as('wasGivenBack'))
    .where('s.order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return [];
  const called = told[row.method as ShipmentMethod];
  const end = called[row.state as ShipmentState];
  const followed = [row.carrier, row.tracking_code].filter(Boolean).join(' ');
  const isByItself = row.state === 'cancelled' && row.ended_by === null && row.wasGivenBack;
  // The reason of what nobody did is a mark of the code, and no words of anybody.
  const [endedBy, said]: [By, string] = isByItself
    ? ['site', '']
    : [byPerson(row.ended_by), row.reason];
  return [
    ...orderEvent(row.sent_at, [called.sent, byPerson(row.sent_by)], { said: followed }),
    ...(end ? orderEvent(row.ended_at, [end, endedBy], { said }) : []),
  ];
}
