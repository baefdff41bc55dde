import type { LetterCoupons } from '#contract/leads.ts';
import { findProduct, mayEdit } from '#server/catalog/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { writeCoupon } from './leads.store.ts';
import { listLetterCoupons } from './letter-coupons.queries.ts';

/**
 * The batch whose codes go with the last letter about an unfinished checkout of a product; null: none.
 * Refuses 404 for products, and for batches, of somebody else.
 */
export async function chooseCoupon(
  actor: Actor,
  slug: string,
  couponId: string | null,
): Promise<LetterCoupons> {
  const product = orRefuse(await findProduct(db(), slug));
  orRefuse(mayEdit(actor, product) || null);
  const productId = product.id;
  const [choice] = await listLetterCoupons({ productId });
  if (couponId !== null) orRefuse(choice?.coupons.find(({ id }) => id === couponId));
  await writeCoupon(db(), productId, { couponId, by: actor.id, at: nowText() });
  const [chosen] = await listLetterCoupons({ productId });
  return orRefuse(chosen);
}
