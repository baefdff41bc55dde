import type { CancellationForm, OwnProduct } from '#contract/catalog.ts';
import { now as clockNow, instantText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged, SessionCancelled } from './announcements.ts';
import { whyNotCancel } from './cancellation.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { findProductById } from './products.queries.ts';
import { renewProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';
import { cancelSessionRow, lockSession } from './sessions.store.ts';

/**
 * A showing does not take place. Its sale is closed at this instant; tickets, money and letters follow
 * by jobs. Asked again for the same reason the answer is the same.
 */
export async function cancelSession(
  actor: Actor,
  { slug, sessionId }: { slug: string; sessionId: string },
  { reason }: CancellationForm,
): Promise<OwnProduct> {
  const now = clockNow();
  return inTransaction(async (tx) => {
    const { id: productId } = await lockWithinReach(tx, actor, slug);
    await lockSession(tx, { productId, sessionId });
    // Read once nobody can go on air or take a ticket any more.
    const product = orRefuse(await findProductById(tx, productId));
    const session = orRefuse(product.sessions.find(({ id }) => id === sessionId) ?? null);
    const fault = whyNotCancel(product, session, now);
    const isRepeated = fault === 'SESSION_CANCELLED' && session.cancelReason === reason;
    if (fault && !isRepeated) refuse(fault);
    if (!isRepeated) {
      const at = instantText(now);
      await cancelSessionRow(tx, { sessionId, by: actor.id, at, reason });
      await renewProduct(tx, productId, at);
      await announce(tx, SessionCancelled, { productId, sessionId, by: actor.id });
      await announce(tx, ProductChanged, { productId });
    }
    return viewAfter(tx, productId, { actor, now });
  });
}
