import type { Affiliate, AffiliateForm, AffiliateState } from '#contract/affiliates.ts';
import { findProduct } from '#server/catalog/index.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { getAffiliate } from './affiliates.queries.ts';
import { canMoveAffiliate } from './affiliates.rules.ts';
import { insertAffiliate, moveAffiliate, writeName } from './affiliates.store.ts';

/**
 * A link for somebody who brings buyers to a channel of the actor's, or to one of its products. Refuses
 * 404 for what is somebody else's, AFFILIATE_CODE_TAKEN for a code that the channel has or had.
 */
export async function createAffiliate(actor: Actor, form: AffiliateForm): Promise<Affiliate> {
  const { name, code, commission, channelSlug, productSlug } = form;
  const { id: channelId } = orRefuse(await findOwnChannel(db(), actor, channelSlug));
  const productId = productSlug === null ? null : await productOf(channelId, productSlug);
  const given = { channelId, productId, name, code, commission, by: actor.id, at: nowText() };
  const id = await insertAffiliate(db(), given);
  if (!id) refuse('AFFILIATE_CODE_TAKEN');
  return getAffiliate(actor, id);
}

async function productOf(channelId: string, slug: string): Promise<string> {
  const product = orRefuse(await findProduct(db(), slug));
  if (product.channelId !== channelId) refuse('SERVER_ERROR_NOT_FOUND');
  return product.id;
}

/** Another name. Code, product and commission stay: what was agreed holds for what was brought by it. */
export async function renameAffiliate(actor: Actor, id: string, name: string): Promise<Affiliate> {
  await getAffiliate(actor, id);
  await writeName(db(), id, name);
  return getAffiliate(actor, id);
}

/** Ends a link or begins it again. Refuses AFFILIATE_STATE when it has left the state on the screen. */
export async function changeState(
  actor: Actor,
  id: string,
  { from, to }: { from: AffiliateState; to: AffiliateState },
): Promise<Affiliate> {
  await getAffiliate(actor, id);
  if (!canMoveAffiliate(from, to)) refuse('AFFILIATE_STATE');
  if (!(await moveAffiliate(db(), id, { from, to, at: nowText() }))) refuse('AFFILIATE_STATE');
  return getAffiliate(actor, id);
}
