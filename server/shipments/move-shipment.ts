import type { Shipment, ShipmentState } from '#contract/shipments.ts';
import { nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { lockReached } from './reach.ts';
import { getShipment } from './shipments.queries.ts';
import { moveShipment, noteRestocked } from './shipments.store.ts';
import { freeStock } from './stock.store.ts';

type To = Exclude<ShipmentState, 'to_send' | 'sent'>;

/** It arrived, came back, or is not sent after all. */
export const endShipment = (
  actor: Actor,
  id: string,
  { to, reason }: { to: To; reason?: string },
): Promise<Shipment> =>
  inTransaction(async (tx) => {
    await lockReached(tx, actor, [id]);
    const move = { to, at: nowText(), by: actor.id, ...(reason ? { reason } : {}) };
    await moveShipment(tx, id, move);
    return getShipment(tx, actor, id);
  });

/** The organizer says that a thing is on the shelf again: from then on it is sold again, once. */
export const restockItem = (
  actor: Actor,
  { id, lineId }: { id: string; lineId: string },
): Promise<Shipment> =>
  inTransaction(async (tx) => {
    await lockReached(tx, actor, [id]);
    const { items } = await getShipment(tx, actor, id);
    const { can } = orRefuse(items.find((item) => item.lineId === lineId));
    const item = can.restock ? await noteRestocked(tx, lineId, nowText()) : null;
    if (!item) refuse('SHIPMENT_STATE');
    await freeStock(tx, item);
    return getShipment(tx, actor, id);
  });
