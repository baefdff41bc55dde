import type { OwnProduct } from '#contract/catalog.ts';
import { now } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged } from './announcements.ts';
import { viewAfter } from './own-products.queries.ts';
import { canBeFeatured } from './products.rules.ts';
import { lockFeatured, writeFeatured } from './products.store.ts';
import { lockWithinReach } from './reach.ts';

/** An administrator puts one published product first on the home page, or takes it away. */
export async function featureProduct(
  actor: Actor,
  { slug }: { slug: string },
  { featured }: { featured: boolean },
): Promise<OwnProduct> {
  return inTransaction(async (tx) => {
    await lockFeatured(tx);
    const product = await lockWithinReach(tx, actor, slug);
    if (featured && !canBeFeatured(product)) refuse('PRODUCT_STATE');
    if (featured !== product.featured) {
      await writeFeatured(tx, featured ? product.id : null);
      await announce(tx, ProductChanged, { productId: product.id });
    }
    return viewAfter(tx, product.id, { actor, now: now() });
  });
}
