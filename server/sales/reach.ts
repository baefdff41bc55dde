import { isPublic, mayEdit, type Product } from '#server/catalog/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';

/** May this person buy here at all? A private product exists for its organizer and for a code. */
export const isReached = (actor: Actor, product: Product, hasCode: boolean): boolean =>
  isPublic(product) ||
  mayEdit(actor, product) ||
  (hasCode && product.status === 'private' && product.channel.state === 'published');
