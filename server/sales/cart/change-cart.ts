import { type Cart, type CartForm, type CartPatch, mostInCart } from '#contract/cart.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { planLine } from '../lines/kinds.ts';
import { followedBy } from '../lines/subscription-line.ts';
import { linesOf, planningOf, productIdsOf } from '../plan-order.ts';
import { countCart, listCartRows } from './cart.queries.ts';
import { putIntoCart, takeFromCart } from './cart.store.ts';
import { getCart, isFullFor, ownHeld } from './read-cart.ts';
import { changedBy, codeOf, type Wish, wishOf } from './wishes.ts';

/** Puts something in that can be had now, by the rules of the order; nothing is held for it. */
export async function addToCart(actor: Actor, form: CartForm): Promise<Cart> {
  const { count } = await countCart(db(), actor.id);
  if (count >= mostInCart) refuse('VALIDATION', { fields: { items: 'too_big' } });
  await put(actor, await counted(actor, form));
  return getCart(actor);
}

/** Who names no number takes away none: as many as are in it, else one. */
async function counted(actor: Actor, form: CartForm): Promise<Wish> {
  if (form.kind !== 'physical') return form;
  const rows = form.quantity ? [] : await listCartRows(db(), actor.id);
  const there = rows.find(({ kind, slug }) => kind === form.kind && slug === form.productSlug);
  return { ...form, quantity: form.quantity ?? there?.quantity ?? 1 };
}

/** Refuses what cannot be had now. */
export async function put(actor: Actor, wish: Wish): Promise<void> {
  const planned = await planLine(planningOf(actor).planning, wish);
  const { productId, sessionId, quantity, total } = planned.line;
  const own = await ownHeld(actor, productIdsOf(linesOf({ items: [planned] })));
  if (isFullFor(planned, own)) refuse('SOLD_OUT');
  await putIntoCart(db(), {
    ...{ userId: actor.id, kind: wish.kind, productId, sessionId, quantity, total },
    channelId: followedBy(planned.line) ?? null,
    code: codeOf(wish) ?? '',
    at: nowText(),
  });
}

/** Another date, code or number of something in the cart; refuses what cannot be had. */
export async function changeCart(actor: Actor, id: string, patch: CartPatch): Promise<Cart> {
  const rows = await listCartRows(db(), actor.id);
  await put(actor, changedBy(wishOf(orRefuse(rows.find((row) => row.id === id))), patch));
  return getCart(actor);
}

/** Takes something out. */
export async function removeFromCart(actor: Actor, id: string): Promise<Cart> {
  orRefuse((await takeFromCart(db(), actor.id, id)) || null);
  return getCart(actor);
}
