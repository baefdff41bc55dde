import { type Cart, type CartForm, type CartPatch, mostInCart } from '#contract/cart.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { planLine } from '../lines/kinds.ts';
import { listPendingFor } from '../pending-orders.queries.ts';
import { linesOf, planningOf, productIdsOf } from '../plan-order.ts';
import { countCart, listCartRows } from './cart.queries.ts';
import { putIntoCart, takeFromCart } from './cart.store.ts';
import { getCart, isFullFor, wishOf } from './read-cart.ts';

/** Puts something in that can be had now, by the rules of the order; nothing is held for it. */
export async function addToCart(actor: Actor, form: CartForm): Promise<Cart> {
  const { count } = await countCart(db(), actor.id);
  if (count >= mostInCart) refuse('VALIDATION', { fields: { items: 'too_big' } });
  await put(actor, form);
  return getCart(actor);
}

async function put(actor: Actor, wish: CartForm): Promise<void> {
  const planned = await planLine(planningOf(actor).planning, wish);
  const { kind, productId, sessionId, quantity, total } = planned.line;
  const pending = await listPendingFor(db(), actor.id, productIdsOf(linesOf({ items: [planned] })));
  const own = pending.flatMap(({ lines }) => productIdsOf(lines));
  if (isFullFor(planned, new Set(own))) refuse('SOLD_OUT');
  await putIntoCart(db(), {
    ...{ userId: actor.id, kind, productId, sessionId, quantity, total },
    code: codeOf(wish) ?? '',
    at: nowText(),
  });
}

/** Another date or code of something in the cart; refuses what cannot be had. */
export async function changeCart(actor: Actor, id: string, patch: CartPatch): Promise<Cart> {
  const rows = await listCartRows(db(), actor.id);
  const wish = wishOf(orRefuse(rows.find((row) => row.id === id)));
  const { code = codeOf(wish), sessionId } = patch;
  const changed = wish.kind === 'physical' ? wish : { ...wish, code };
  await put(
    actor,
    changed.kind === 'ticket' && sessionId !== undefined ? { ...changed, sessionId } : changed,
  );
  return getCart(actor);
}

/** No code is for what is sent. */
const codeOf = (wish: CartForm): string | null => (wish.kind === 'physical' ? null : wish.code);

/** Takes something out. */
export async function removeFromCart(actor: Actor, id: string): Promise<Cart> {
  orRefuse((await takeFromCart(db(), actor.id, id)) || null);
  return getCart(actor);
}
