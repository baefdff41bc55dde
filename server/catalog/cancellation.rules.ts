import type { Temporal } from 'temporal-polyfill';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { canAct, type Product, type ProductSession } from './products.rules.ts';
import { isPast } from './times.rules.ts';

type Fault = Extract<
  ErrorCode,
  'PRODUCT_STATE' | 'SESSION_CANCELLED' | 'SESSION_ENDED' | 'SESSION_ON_AIR'
>;

/**
 * Why this showing cannot be cancelled at `now`; null: it can. Out of the draft, where it could just be
 * taken out, as long as it has not ended, once, and not under the eyes of those who watch it.
 */
export function whyNotCancel(
  product: Pick<Product, 'status'>,
  session: Pick<ProductSession, 'endsAt' | 'cancelledAt' | 'onAir'>,
  now: Temporal.Instant,
): Fault | null {
  if (!canAct(product, 'cancelSession')) return 'PRODUCT_STATE';
  if (session.cancelledAt !== null) return 'SESSION_CANCELLED';
  if (session.onAir) return 'SESSION_ON_AIR';
  return isPast(now, session.endsAt) ? 'SESSION_ENDED' : null;
}
