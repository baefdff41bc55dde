import type { OwnProduct } from '#contract/catalog.ts';
import { now as clockNow, instantText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductWithdrawn } from './announcements.ts';
import { viewAfter } from './own-products.queries.ts';
import { canWithdraw } from './products.rules.ts';
import { keepChange, writeProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';

/** Ends the sale now. Tickets stay valid; a later end of sale opens it again. */
export async function withdrawProduct(
  actor: Actor,
  { slug }: { slug: string },
): Promise<OwnProduct> {
  const now = clockNow();
  const at = instantText(now);
  return inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    if (!canWithdraw(product, now)) refuse('PRODUCT_STATE');
    const { salesStartsAt, salesEndsAt } = product;
    // A sale that had not begun never will: a window cannot end before it starts.
    const startsAt = salesStartsAt !== null && salesStartsAt < at ? salesStartsAt : null;
    await writeProduct(tx, product.id, {
      sales_starts_at: startsAt,
      sales_ends_at: at,
      updated_at: at,
    });
    await keepChange(tx, {
      productId: product.id,
      by: actor.id,
      at,
      what: 'sale',
      before: { salesStartsAt, salesEndsAt },
      after: { salesStartsAt: startsAt, salesEndsAt: at },
    });
    await announce(tx, ProductWithdrawn, { productId: product.id });
    return viewAfter(tx, product.id, { actor, now });
  });
}
