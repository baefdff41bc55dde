import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { findPictureOwner } from './pictures.store.ts';

/**
 * Refuses with IMAGE_MISSING (422) unless the picture exists and is the actor's own, or the actor
 * is an administrator. `null` (no picture) is always allowed.
 */
export async function demandOwnImage(
  tx: Db,
  actor: Actor,
  imageId: string | null | undefined,
): Promise<void> {
  if (!imageId) return;
  const owner = await findPictureOwner(tx, imageId);
  if (!owner || (owner !== actor.id && !isAdmin(actor))) refuse('IMAGE_MISSING');
}
