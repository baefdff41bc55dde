import type { Coupon, CouponCodeRow } from '#contract/tickets.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { revokeCodes } from './codes.store.ts';
import { findCodeRow, getCoupon } from './coupons.queries.ts';

/** Revokes every code of a batch that is still free. */
export async function revokeCoupon(actor: Actor, couponId: string): Promise<Coupon> {
  const coupon = await getCoupon(actor, couponId);
  const revoked = await revokeCodes(db(), { couponId: coupon.id, now: nowText() });
  if (revoked === 0) refuse('COUPON_STATE');
  return getCoupon(actor, couponId);
}

/** Revokes one code that is still free. */
export async function revokeCode(
  actor: Actor,
  { id, code }: { id: string; code: string },
): Promise<CouponCodeRow> {
  const coupon = await getCoupon(actor, id);
  orRefuse(await findCodeRow(coupon.id, code));
  const revoked = await revokeCodes(db(), { couponId: coupon.id, code, now: nowText() });
  if (revoked === 0) refuse('COUPON_STATE');
  return orRefuse(await findCodeRow(coupon.id, code));
}
