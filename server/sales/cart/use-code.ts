import type { Cart } from '#contract/cart.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { db } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listCartRows } from './cart.queries.ts';
import { put } from './change-cart.ts';
import { getCart } from './read-cart.ts';
import { takesCode, type Wish, wishOf } from './wishes.ts';

/** What says more than that the code is for something else; the first of them is told. */
const telling: readonly ErrorCode[] = [
  'SOLD_OUT',
  'SESSION_CANCELLED',
  'PRODUCT_NOT_FOR_SALE',
  'COUPON_USED',
  'COUPON_UNKNOWN',
];

/**
 * A code is used for that in the cart which it is for: whoever types it need not say which. Refuses
 * COUPON_INVALID when it is for nothing there, and changes nothing then.
 */
export async function useCodeInCart(actor: Actor, code: string): Promise<Cart> {
  const heard = new Set<ErrorCode>();
  for (const row of await listCartRows(db(), actor.id)) {
    const wish = wishOf(row);
    if (!takesCode(wish)) continue;
    const refused = await tried(actor, { ...wish, code });
    if (!refused) return getCart(actor);
    heard.add(refused);
  }
  return refuse(telling.find((one) => heard.has(one)) ?? 'COUPON_INVALID');
}

/** Why it cannot be had with this code; null when it can, and is in the cart so. */
async function tried(actor: Actor, wish: Wish): Promise<ErrorCode | null> {
  try {
    await put(actor, wish);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
