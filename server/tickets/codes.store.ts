import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { type CodeFacts, codeFault, codeState } from './coupons.rules.ts';

/** A code that can be used now, and the price it gives. `sessionId` null: any session. */
export type FoundCode = {
  code: string;
  couponId: string;
  productId: string;
  sessionId: string | null;
  net: number;
  tax: number;
  total: number;
  currency: CurrencyCode;
  validUntil: string | null;
};
export type CodeFault = 'COUPON_UNKNOWN' | 'COUPON_USED' | 'COUPON_INVALID';

/**
 * The code with its price, or why it cannot be used at `now` (ISO text). An order that holds the
 * code already may use it: `orderId`.
 */
export async function findCode(
  db: Db,
  code: string,
  { now, orderId }: { now: string; orderId?: string | null },
): Promise<FoundCode | CodeFault> {
  const row = await db
    .selectFrom('coupon_codes as k')
    .innerJoin('coupons as c', 'c.id', 'k.coupon_id')
    .select(['k.code', 'k.state', 'k.order_id', 'k.reserved_until'])
    .select(['c.id', 'c.product_id', 'c.session_id', 'c.net', 'c.tax', 'c.currency'])
    .select('c.valid_until')
    .where('k.code', '=', code)
    .executeTakeFirst();
  if (!row) return 'COUPON_UNKNOWN';
  const facts: CodeFacts = {
    state: row.state as CodeFacts['state'],
    reservedUntil: row.reserved_until,
    validUntil: row.valid_until,
  };
  const own = row.state === 'reserved' && orderId != null && row.order_id === orderId;
  const fault = codeFault(codeState(own ? { ...facts, state: 'free' } : facts, now));
  if (fault) return fault;
  return {
    code: row.code,
    couponId: row.id,
    productId: row.product_id,
    sessionId: row.session_id,
    net: row.net,
    tax: row.tax,
    total: row.net + row.tax,
    currency: row.currency as CurrencyCode,
    validUntil: row.valid_until,
  };
}

/**
 * Holds a code for an order until `until`; false when somebody else has it. The row itself decides
 * between two who want it at once.
 */
export async function reserveCode(
  tx: Db,
  { code, orderId, until, now }: { code: string; orderId: string; until: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon_codes')
    .set({ state: 'reserved', order_id: orderId, reserved_until: until })
    .where('code', '=', code)
    .where((row) =>
      row.or([
        row('state', '=', 'free'),
        row.and([row('state', '=', 'reserved'), row('reserved_until', '<=', now)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up the code that this order holds; false when the order does not hold it any more. */
export async function useCode(
  tx: Db,
  { code, orderId, at }: { code: string; orderId: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon_codes')
    .set({ state: 'used', used_at: at, reserved_until: null })
    .where('code', '=', code)
    .where('state', '=', 'reserved')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Gives back the codes that this order holds, or one of them. Used ones stay used, unless the use is
 * taken back in the same transaction (`undo`).
 */
export async function freeCodes(
  tx: Db,
  orderId: string,
  { undo = false, code }: { undo?: boolean; code?: string } = {},
): Promise<void> {
  await tx
    .updateTable('coupon_codes')
    .set({ state: 'free', order_id: null, reserved_until: null, used_at: null })
    .where('order_id', '=', orderId)
    .where('state', 'in', undo ? ['reserved', 'used'] : ['reserved'])
    .$if(code !== undefined, (query) => query.where('code', '=', code as string))
    .execute();
}

/** Revokes the codes of a batch (or one of them) that nobody holds; answers how many. */
export async function revokeCodes(
  tx: Db,
  { couponId, code, now }: { couponId: string; code?: string; now: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon_codes')
    .set({ state: 'revoked', order_id: null, reserved_until: null })
    .where('coupon_id', '=', couponId)
    .$if(code !== undefined, (query) => query.where('code', '=', code as string))
    .where((row) =>
      row.or([
        row('state', '=', 'free'),
        row.and([row('state', '=', 'reserved'), row('reserved_until', '<=', now)]),
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Adds codes to a batch; those that exist already are left out. Answers how many were new. */
export async function insertCodes(tx: Db, couponId: string, codes: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into coupon_codes (code, coupon_id) select code, ${couponId}::uuid
    from unnest(${codes}::text[]) as code on conflict (code) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
