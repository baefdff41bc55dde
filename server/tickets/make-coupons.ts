import { randomInt } from 'node:crypto';
import type { Coupon, CouponForm } from '#contract/tickets.ts';
import { findProduct, mayEdit } from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { insertCodes } from './codes.store.ts';
import { getCoupon } from './coupons.queries.ts';
import { canHaveCoupons, codeFrom, couponFaults } from './coupons.rules.ts';
import { insertCoupon } from './coupons.store.ts';

/**
 * The owner of the channel makes a batch of codes for a product. While the site sells nothing that costs they
 * invite, and ask for nothing (PAID_CONTENT_OFF).
 */
export async function makeCoupons(actor: Actor, slug: string, form: CouponForm): Promise<Coupon> {
  const product = orRefuse(await findProduct(db(), slug));
  if (!mayEdit(actor, product)) refuse('SERVER_ERROR_NOT_FOUND');
  if (!canHaveCoupons(product)) refuse('PRODUCT_STATE');
  if (product.isBarred && form.net + form.tax > 0) refuse('PAID_CONTENT_OFF');
  const fields = couponFaults(form, product, now());
  if (fields) refuse('VALIDATION', { fields });
  const id = await inTransaction(async (tx) => {
    const { currency, id: productId } = product;
    const coupon = { ...form, productId, currency, createdBy: actor.id, at: nowText() };
    const couponId = await insertCoupon(tx, coupon);
    await fillBatch(tx, couponId, form.quantity);
    return couponId;
  });
  return getCoupon(actor, id);
}

async function fillBatch(tx: Db, couponId: string, quantity: number): Promise<void> {
  // A code that exists already is not written; as many as are missing are drawn again.
  for (let missing = quantity; missing > 0; ) {
    const codes = Array.from({ length: missing }, () => codeFrom((below) => randomInt(below)));
    missing -= await insertCodes(tx, couponId, codes);
  }
}
