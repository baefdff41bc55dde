import type { CodeOffer } from '#contract/tickets.ts';
import {
  findProductById,
  type Product,
  priceNow,
  productCardsByIds,
  shownSession,
} from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type FoundCode, findCode } from './codes.store.ts';
import { priceWith } from './coupons.rules.ts';

/**
 * What a good code opens, at the price that is paid with it now. Whoever holds the code may see the
 * product, also a private one.
 */
export async function codeOffer(found: FoundCode, product: Product): Promise<CodeOffer> {
  const cards = await productCardsByIds(db(), [product.id], now());
  const session = product.sessions.find(({ id }) => id === found.sessionId);
  const today = priceNow(product, now());
  const { from: _, ...price } = priceWith(found, today);
  return {
    code: found.code,
    product: orRefuse(cards.get(product.id)),
    session: session ? shownSession(session) : null,
    price: { currency: product.currency, ...price, saved: today.total - price.total },
    validUntil: found.validUntil,
  };
}

/** What a code opens; refuses with the catalogue's word for a code that is of no use. */
export async function getCodeOffer(code: string): Promise<CodeOffer> {
  const found = await findCode(db(), code, { now: nowText() });
  if (typeof found === 'string') refuse(found);
  const product = orRefuse(await findProductById(db(), found.productId), 'COUPON_INVALID');
  if (product.status === 'draft' || product.channel.state !== 'published') refuse('COUPON_INVALID');
  return codeOffer(found, product);
}
