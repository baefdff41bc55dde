import { inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { DraftDeleted } from './announcements.ts';
import { canAct } from './products.rules.ts';
import { removeDraft } from './products.store.ts';
import { lockWithinReach } from './reach.ts';

/** An organizer throws a draft away. What was published once stays for good. */
export async function deleteDraft(actor: Actor, { slug }: { slug: string }): Promise<undefined> {
  await inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    if (!canAct(product, 'delete')) refuse('PRODUCT_STATE');
    await announce(tx, DraftDeleted, { productId: product.id });
    await removeDraft(tx, product.id);
  });
}
