import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import {
  insertItem,
  insertShipment,
  moveShipment,
  type NewShipment,
  noteGivenBack,
} from './shipments.store.ts';

/** An order is paid that goes to somebody; what is in it follows by `addToShipment`. */
export const openShipment = (tx: Db, shipment: Omit<NewShipment, 'at'>): Promise<void> =>
  insertShipment(tx, { ...shipment, at: nowText() });

/** One thing of a paid order. Its shipment has been opened before. */
export const addToShipment = insertItem;

/**
 * The money of a thing went back. When none of its shipment is left to send, nothing is; it is in stock
 * again only when its organizer says so.
 */
export async function giveBackItem(tx: Db, lineId: string, reason: string): Promise<void> {
  const at = nowText();
  const found = await noteGivenBack(tx, lineId, at);
  if (!found?.isAll || !found.waits) return;
  await moveShipment(tx, found.shipmentId, { to: 'cancelled', at, by: null, reason });
}
