import type { OwnProduct } from '#contract/catalog.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { columnsOf } from './columns.ts';
import { keepable } from './drafts.rules.ts';
import type { Faults } from './forms.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { demandOwnPictures, placeOf } from './place-of-product.ts';
import { writeProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';
import { demandOwnSource, fitShowings } from './source-of-product.ts';

/**
 * A draft while it is being typed: what is valid is kept at once, what is not is named and waits.
 * What has left the draft is changed by `saveProduct` alone, as a whole or not at all.
 */
export async function saveDraft(
  actor: Actor,
  { slug }: { slug: string },
  typed: Record<string, unknown>,
): Promise<{ product: OwnProduct; left: Faults }> {
  return inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    if (product.status !== 'draft') refuse('PRODUCT_STATE');
    const { patch, prices, times, left } = keepable(typed, product);
    await demandOwnPictures(tx, actor, { product, patch });
    await demandOwnSource(tx, actor, { product, patch });
    await writeProduct(tx, product.id, {
      ...columnsOf(patch, { prices, times }),
      ...(await placeOf(tx, actor, { product, patch })),
      updated_at: instantText(now()),
    });
    await fitShowings(tx, product.id);
    return { product: await viewAfter(tx, product.id, { actor, now: now() }), left };
  });
}
