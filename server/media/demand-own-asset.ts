import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findUpload } from './assets.queries.ts';
import { canAttach, mayWork } from './assets.rules.ts';
import { lockAsset } from './assets.store.ts';

/**
 * Refuses with ASSET_MISSING (422) unless the upload exists, has not failed, and is the actor's own,
 * or the actor is an administrator. It cannot be deleted before the transaction ends. `null` (none)
 * is always allowed.
 */
export async function demandOwnAsset(
  tx: Db,
  actor: Actor,
  assetId: string | null | undefined,
): Promise<void> {
  if (!assetId) return;
  await lockAsset(tx, assetId);
  const asset = await findUpload(tx, assetId);
  if (!asset || !mayWork(actor, asset) || !canAttach(asset)) refuse('ASSET_MISSING');
}
