import type { CouponForm } from '#contract/tickets.ts';
import type { Db } from '#server/platform/database/index.ts';

/** Writes the head of a batch; answers its id. */
export async function insertCoupon(
  tx: Db,
  coupon: CouponForm & { productId: string; currency: string; createdBy: string; at: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('coupons')
    .values({
      product_id: coupon.productId,
      session_id: coupon.sessionId,
      quantity: coupon.quantity,
      net: coupon.net,
      tax: coupon.tax,
      currency: coupon.currency,
      valid_until: coupon.validUntil,
      created_by: coupon.createdBy,
      created_at: coupon.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
