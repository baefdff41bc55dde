import type { Shipment, Tracking } from '#contract/shipments.ts';
import { findPerson } from '#server/accounts/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { shipmentSentMail } from './mails.ts';
import { lockReached } from './reach.ts';
import { findSent, getShipment } from './shipments.queries.ts';
import { moveShipment, writeTracking } from './shipments.store.ts';

/** It is on its way, or ready to be picked up: its buyer gets a letter. */
export const sendShipment = (actor: Actor, id: string, tracking: Tracking): Promise<Shipment> =>
  inTransaction(async (tx) => {
    await lockReached(tx, actor, [id]);
    await send(tx, actor, { id, tracking });
    return getShipment(tx, actor, id);
  });

/** Several at once, all or none. */
export const sendShipments = (
  actor: Actor,
  { ids, carrier }: { ids: readonly string[]; carrier: string },
): Promise<{ sent: number }> =>
  inTransaction(async (tx) => {
    const found = await lockReached(tx, actor, ids);
    const tracking = { carrier, trackingCode: '', trackingUrl: '' };
    for (const { id } of found) await send(tx, actor, { id, tracking });
    return { sent: found.length };
  });

async function send(
  tx: Db,
  actor: Actor,
  { id, tracking }: { id: string; tracking: Tracking },
): Promise<void> {
  await moveShipment(tx, id, { to: 'sent', at: nowText(), by: actor.id });
  await writeTracking(tx, id, tracking);
  const { orderId, buyerId, channel, shipment } = await findSent(tx, id);
  const person = await findPerson(tx, buyerId);
  if (!person || person.blocked) return;
  await queueMail(tx, { ...shipmentSentMail(person, { channel, shipment }), about: orderId });
}

/** What can be followed may be known later, or have been mistyped. */
export const saveTracking = (actor: Actor, id: string, tracking: Tracking): Promise<Shipment> =>
  inTransaction(async (tx) => {
    await lockReached(tx, actor, [id]);
    const { can } = await getShipment(tx, actor, id);
    if (!can.track) refuse('SHIPMENT_STATE');
    await writeTracking(tx, id, tracking);
    return getShipment(tx, actor, id);
  });
