import type { OwnProduct } from '#contract/catalog.ts';
import { now as clockNow } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { columnsOf } from './columns.ts';
import { timesOfCopy, titleOfCopy } from './drafts.rules.ts';
import { formOf } from './forms.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { whyNotDuplicate } from './products.rules.ts';
import { addDraft, takeSlug } from './products.store.ts';
import { lockWithinReach } from './reach.ts';

/** A new draft in the same channel, with everything but the showings and what is over. */
export async function duplicateProduct(
  actor: Actor,
  { slug }: { slug: string },
): Promise<OwnProduct> {
  const now = clockNow();
  return inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    const whyNot = whyNotDuplicate(actor, product);
    if (whyNot) refuse(whyNot === 'not_owner' ? 'FORBIDDEN' : 'CHANNEL_STATE');
    const title = titleOfCopy(product.title);
    const { offer, ...times } = timesOfCopy(product, now);
    const id = await addDraft(tx, {
      ...columnsOf(formOf(product), { prices: { ...product, offer }, times }),
      channel_id: product.channelId,
      type: product.type,
      title,
      slug: await takeSlug(tx, title),
    });
    return viewAfter(tx, id, { actor, now });
  });
}
