import { type OwnProduct, productLimits, type SessionForm } from '#contract/catalog.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged } from './announcements.ts';
import { isDated } from './kinds.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { canAct } from './products.rules.ts';
import { renewProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';
import { removeSessionRow } from './sessions.store.ts';
import { fitShowings } from './source-of-product.ts';
import { writeSession } from './write-session.ts';

/** One more showing. Those already saved stay as they are. */
export async function addSession(
  actor: Actor,
  { slug }: { slug: string },
  form: SessionForm,
): Promise<OwnProduct> {
  return inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    if (!isDated(product)) refuse('PRODUCT_STATE');
    if (product.sessions.length >= productLimits.sessions) {
      refuse('VALIDATION', { fields: { startsAt: 'too_big' } });
    }
    await writeSession(tx, { productId: product.id, form, field: 'startsAt' });
    await fitShowings(tx, product.id);
    await renewProduct(tx, product.id, nowText());
    if (product.status !== 'draft') await announce(tx, ProductChanged, { productId: product.id });
    return viewAfter(tx, product.id, { actor, now: now() });
  });
}

/** A draft's showing can be taken out again; once somebody may have bought it, never. */
export async function removeSession(
  actor: Actor,
  { slug, sessionId }: { slug: string; sessionId: string },
): Promise<OwnProduct> {
  return inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    if (!canAct(product, 'removeSession')) refuse('SESSION_LOCKED');
    const removed = await removeSessionRow(tx, { productId: product.id, sessionId });
    orRefuse(removed || null);
    await renewProduct(tx, product.id, nowText());
    return viewAfter(tx, product.id, { actor, now: now() });
  });
}
