import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { mayEdit, type Product } from './products.rules.ts';
import { lockProductBySlug } from './products.store.ts';

/** The product at this address, locked, within the actor's reach: one's own, any for the team. */
export async function lockWithinReach(tx: Db, actor: Actor, slug: string): Promise<Product> {
  const product = orRefuse(await lockProductBySlug(tx, slug));
  return orRefuse(mayEdit(actor, product) ? product : null);
}
