import type { ProductPatch } from '#contract/catalog.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { demandOwnImage } from '#server/media/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { type Product, slugFollowsTitle } from './products.rules.ts';
import { takeSlug } from './products.store.ts';

type Patched = { product: Product; patch: ProductPatch };

/** Pictures that are new to the product must be the actor's own. */
export async function demandOwnPictures(tx: Db, actor: Actor, { product, patch }: Patched) {
  const pairs = [
    [patch.pictureId, product.pictureId],
    [patch.banner?.pictureId, product.banner.pictureId],
  ];
  for (const [next, before] of pairs) {
    if (next && next !== before) await demandOwnImage(tx, actor, next);
  }
}

/** Channel and address of a draft may still change. */
export async function placeOf(
  tx: Db,
  actor: Actor,
  { product, patch }: { product: Product; patch: ProductPatch },
) {
  const place: { channel_id?: string; slug?: string } = {};
  if (patch.channel && patch.channel !== product.channel.slug) {
    const channel = await findOwnChannel(tx, actor, patch.channel);
    if (!channel || channel.ownerId !== product.ownerId) {
      refuse('VALIDATION', { fields: { channel: 'unknown' } });
    }
    if (channel.state === 'banned') refuse('CHANNEL_STATE');
    place.channel_id = channel.id;
  }
  if (patch.title && patch.title !== product.title && slugFollowsTitle(product)) {
    place.slug = await takeSlug(tx, patch.title, product.id);
  }
  return place;
}
