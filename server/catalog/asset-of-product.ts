import type { ProductPatch, ProductType } from '#contract/catalog.ts';
import { demandOwnAsset } from '#server/media/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged } from './announcements.ts';
import { isPlayable, listProductsOf } from './assets.queries.ts';
import { playsAnyTime } from './products.rules.ts';
import { writeProduct } from './products.store.ts';

type Given = {
  product: { type: ProductType; status: string; assetId: string | null };
  patch: Pick<ProductPatch, 'assetId'>;
};

/**
 * The upload that is new to a product must be the actor's own, and of use to its type. Out of the
 * draft it must play: whoever has a ticket never finds an empty stage. Refuses ASSET_MISSING,
 * VALIDATION, PRODUCT_INCOMPLETE.
 */
export async function demandOwnUpload(tx: Db, actor: Actor, { product, patch }: Given) {
  const { assetId } = patch;
  if (assetId === undefined || assetId === product.assetId) return;
  if (assetId !== null && !playsAnyTime(product)) {
    refuse('VALIDATION', { fields: { assetId: 'invalid' } });
  }
  await demandOwnAsset(tx, actor, assetId);
  if (product.status === 'draft' || !playsAnyTime(product)) return;
  if (assetId === null || !(await isPlayable(tx, assetId))) {
    refuse('PRODUCT_INCOMPLETE', { fields: { assetId: 'required' } });
  }
}

/** What is shown of an upload has changed: so has every product that shows it and is not a draft. */
export async function refreshProductsOf(tx: Db, { assetId }: { assetId: string }): Promise<void> {
  for (const { id, status } of await listProductsOf(tx, assetId)) {
    if (status !== 'draft') await announce(tx, ProductChanged, { productId: id });
  }
}

/** An upload is about to be deleted: drafts go on without it. */
export async function letGoOfAsset(tx: Db, { assetId }: { assetId: string }): Promise<void> {
  const updated_at = instantText(now());
  for (const { id, status } of await listProductsOf(tx, assetId)) {
    if (status === 'draft') await writeProduct(tx, id, { asset_id: null, updated_at });
  }
}
