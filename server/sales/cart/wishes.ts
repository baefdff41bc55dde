import type { CartForm, CartPatch } from '#contract/cart.ts';
import { refuse } from '#server/platform/errors.ts';
import type { CartRow } from './cart.queries.ts';

/** What is wanted, of a thing how many. */
export type Wish =
  | Exclude<CartForm, { kind: 'physical' }>
  | Required<Extract<CartForm, { kind: 'physical' }>>;

/** What something in a cart asks for, at whatever price. */
export function wishOf({ kind, slug, channel, session, code, quantity }: CartRow): Wish {
  if (kind === 'subscription') return { kind, channelSlug: channel?.slug ?? null };
  const productSlug = slug ?? '';
  if (kind === 'physical') return { kind, productSlug, quantity };
  return kind === 'ticket'
    ? { kind, productSlug, sessionId: session?.id ?? null, code }
    : { kind, productSlug, code };
}

/** Of these there is always one, and a code may change their price. */
type Coded = Extract<Wish, { code?: unknown }>;
export const takesCode = (wish: Wish): wish is Coded =>
  wish.kind === 'ticket' || wish.kind === 'bundle';

/** No code is for what is sent, nor for a subscription. */
export const codeOf = (wish: Wish): string | null => (takesCode(wish) ? wish.code : null);

/** The same with another date, code or number. Of what is not a thing there is always one. */
export function changedBy(wish: Wish, { code, sessionId, quantity }: CartPatch): Wish {
  if (wish.kind === 'physical') return { ...wish, quantity: quantity ?? wish.quantity };
  if (quantity !== undefined) refuse('VALIDATION', { fields: { quantity: 'invalid' } });
  if (!takesCode(wish)) return wish;
  const changed = code === undefined ? wish : { ...wish, code };
  return changed.kind === 'ticket' && sessionId !== undefined ? { ...changed, sessionId } : changed;
}
