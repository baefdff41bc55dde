import type { PostalAddress, ShipmentState, Tracking } from '#contract/shipments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { comesFrom, isOver } from './shipments.rules.ts';

/** Where a paid order goes: to an address, or to whoever fetches it. */
export type Destination =
  | { method: 'post'; address: PostalAddress }
  | { method: 'pickup'; pickup: string };

export type NewShipment = { orderId: string; buyerId: string; to: Destination; at: string };

/** Writes down that an order is to be sent. Its things follow by `addItem`. */
export async function insertShipment(
  tx: Db,
  { orderId, buyerId, to, at }: NewShipment,
): Promise<void> {
  await tx
    .insertInto('shipments')
    .values((from) => ({
      order_id: orderId,
      channel_id: from
        .selectFrom('orders')
        .select('channel_id')
        .where('id', '=', orderId)
        .$narrowType<{ channel_id: string }>(),
      buyer_id: buyerId,
      method: to.method,
      address: to.method === 'post' ? JSON.stringify(to.address) : null,
      country: to.method === 'post' ? to.address.country : '',
      pickup: to.method === 'pickup' ? to.pickup : '',
      created_at: at,
    }))
    .execute();
}

/** One thing of the shipment of an order. */
export async function insertItem(
  tx: Db,
  item: { orderId: string; lineId: string; productId: string; quantity: number },
): Promise<void> {
  await tx
    .insertInto('shipment_items')
    .values((from) => ({
      line_id: item.lineId,
      shipment_id: from.selectFrom('shipments').select('id').where('order_id', '=', item.orderId),
      product_id: item.productId,
      quantity: item.quantity,
    }))
    .execute();
}

export type LockedShipment = {
  id: string;
  orderId: string;
  buyerId: string;
  ownerId: string;
  state: ShipmentState;
};

/** These, locked in one order to the end of the transaction; unknown ids are left out. */
export async function lockShipments(tx: Db, ids: readonly string[]): Promise<LockedShipment[]> {
  const rows = await tx
    .selectFrom('shipments as s')
    .innerJoin('channels as c', 'c.id', 's.channel_id')
    .select(['s.id', 's.order_id as orderId', 's.buyer_id as buyerId', 's.state'])
    .select('c.owner_id as ownerId')
    .where('s.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as ShipmentState }));
}

export type Move = {
  to: ShipmentState;
  at: string;
  /** Null: nobody, it follows by itself. */
  by: string | null;
  reason?: string;
};

/**
 * The one writer of the state. Refuses SHIPMENT_STATE when it is in none from which `to` is reached.
 */
export async function moveShipment(
  tx: Db,
  id: string,
  { to, at, by, reason }: Move,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('shipments')
    .set({
      state: to,
      ...(to === 'sent' ? { sent_at: at, sent_by: by } : {}),
      ...(isOver(to) ? { ended_at: at, ended_by: by } : {}),
      ...(reason === undefined ? {} : { reason }),
    })
    .where('id', '=', id)
    .where('state', 'in', comesFrom(to))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('SHIPMENT_STATE');
}

/** What it can be followed by. */
export async function writeTracking(tx: Db, id: string, tracking: Tracking): Promise<void> {
  await tx
    .updateTable('shipments')
    .set({
      carrier: tracking.carrier,
      tracking_code: tracking.trackingCode,
      tracking_url: tracking.trackingUrl,
    })
    .where('id', '=', id)
    .execute();
}

/** The money of a thing went back; answers its shipment, whether all did, and whether it waits to be sent. */
export async function noteGivenBack(
  tx: Db,
  lineId: string,
  at: string,
): Promise<{ shipmentId: string; isAll: boolean; waits: boolean } | null> {
  const row = await tx
    .selectFrom('shipment_items')
    .select('shipment_id')
    .where('line_id', '=', lineId)
    .executeTakeFirst();
  if (!row) return null;
  // Before its things, as everybody does: of two whose money goes back at once the second sees the first.
  const [shipment] = await lockShipments(tx, [row.shipment_id]);
  const { numUpdatedRows } = await tx
    .updateTable('shipment_items')
    .set({ given_back_at: at })
    .where('line_id', '=', lineId)
    .where('given_back_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const left = await tx
    .selectFrom('shipment_items')
    .select('line_id')
    .where('shipment_id', '=', row.shipment_id)
    .where('given_back_at', 'is', null)
    .executeTakeFirst();
  const waits = shipment?.state === 'to_send';
  return { shipmentId: row.shipment_id, isAll: left === undefined, waits };
}

/** Notes that a thing is in stock again; null when that was noted before. */
export async function noteRestocked(
  tx: Db,
  lineId: string,
  at: string,
): Promise<{ productId: string; quantity: number } | null> {
  const row = await tx
    .updateTable('shipment_items')
    .set({ restocked_at: at })
    .where('line_id', '=', lineId)
    .where('restocked_at', 'is', null)
    .returning(['product_id as productId', 'quantity'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Erases the addresses of deleted accounts whose parcels left or ended before `before`; those of one
 * account, when given, that are over already.
 */
export async function eraseAddresses(
  tx: Db,
  { before, userId }: { before: string; userId?: string },
): Promise<void> {
  await tx
    .updateTable('shipments')
    .set({ address: null })
    .where('address', 'is not', null)
    .$if(userId !== undefined, (query) =>
      query.where('buyer_id', '=', userId ?? '').where('ended_at', 'is not', null),
    )
    .$if(userId === undefined, (query) =>
      query
        .where(sql<boolean>`coalesce(ended_at, sent_at) < ${before}`)
        .where('buyer_id', 'in', (from) =>
          from.selectFrom('users').select('id').where('deleted_at', 'is not', null),
        ),
    )
    .execute();
}
