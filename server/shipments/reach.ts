import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { maySee } from './shipments.rules.ts';
import { type LockedShipment, lockShipments } from './shipments.store.ts';

/** All of these, locked; refuses 404 when one of them is out of the actor's reach. */
export async function lockReached(
  tx: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<LockedShipment[]> {
  const found = await lockShipments(tx, ids);
  const isWhole = found.length === new Set(ids).size && found.every((one) => maySee(actor, one));
  return isWhole ? found : refuse('SERVER_ERROR_NOT_FOUND');
}
