import type { Temporal } from 'temporal-polyfill';
import { playoutTail } from '#contract/playouts.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';
import type { Product, ProductSession } from './products.rules.ts';
import { isPast } from './times.rules.ts';

/** Is it played at its hour by the wall clock, from an upload or an earlier show's recording? */
export const playsByClock = ({ type }: Pick<Product, 'type'>): boolean => clockTypes.includes(type);

/** So long before the start it stands what will be played: viewers wait, and pages say how long it is. */
export const settledMinutes = 15;

type Played = Pick<Product, 'type' | 'status'> & {
  sessions: readonly Pick<ProductSession, 'startsAt' | 'endsAt' | 'cancelledAt'>[];
};

/**
 * Why what the clock plays cannot be changed at `now`; null: it can. Out of the draft it stands from a
 * quarter of an hour before a showing until nobody can fetch any more of it: else whoever saw the end of
 * one film would be handed the end of the next. A showing that is cancelled plays nothing.
 */
export function whyNotReplace(
  product: Played,
  now: Temporal.Instant,
): 'on_air' | 'starts_soon' | null {
  if (!playsByClock(product) || product.status === 'draft') return null;
  const fetched = now.subtract({ seconds: playoutTail });
  const held = product.sessions.filter(
    ({ endsAt, cancelledAt }) => cancelledAt === null && !isPast(fetched, endsAt),
  );
  const soon = now.add({ minutes: settledMinutes });
  if (held.some(({ startsAt }) => isPast(now, startsAt))) return 'on_air';
  return held.some(({ startsAt }) => isPast(soon, startsAt)) ? 'starts_soon' : null;
}
