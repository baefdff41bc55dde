import type { Cancellation } from '#contract/sales.ts';
import { findProduct, mayEdit } from '#server/catalog/index.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { sumCancellation } from './cancellations.store.ts';

/** What cancelling a showing takes back, or has taken back; what others sell does not exist. */
export async function getCancellation(
  actor: Actor,
  { slug, sessionId }: { slug: string; sessionId: string },
): Promise<Cancellation> {
  const product = orRefuse(await findProduct(db(), slug));
  orRefuse(mayEdit(actor, product) || null);
  orRefuse(product.sessions.find(({ id }) => id === sessionId) ?? null);
  const sums = await sumCancellation(db(), { productId: product.id, sessionId });
  const { pending: _, ...shown } = sums;
  return { ...shown, currency: sums.currency ?? product.currency };
}
