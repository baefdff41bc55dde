import type { RefundShare } from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { sql } from '#server/platform/database/index.ts';

export type NewRefund = {
  orderId: string;
  paymentId: string;
  amount: number;
  reason: string;
  /** Null: the rules demand it (money that came too late). */
  requestedBy: string | null;
  returnFee: boolean;
  /** Who bears it; null for money that never bought anything. */
  share: RefundShare | null;
  /** ISO text. */
  at: string;
};

/** Writes down that money is to go back; answers the refund's id, its key at the provider. */
export async function insertRefund(tx: Db, refund: NewRefund): Promise<string> {
  const { id } = await tx
    .insertInto('refunds')
    .values({
      order_id: refund.orderId,
      payment_id: refund.paymentId,
      amount: refund.amount,
      reason: refund.reason,
      requested_by: refund.requestedBy,
      requested_at: refund.at,
      return_fee: refund.returnFee,
      share: refund.share ? JSON.stringify(refund.share) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks a refund as done; null when it was already, or does not exist. */
export async function markRefunded(tx: Db, id: string, at: string) {
  const row = await tx
    .updateTable('refunds')
    .set({ state: 'done', done_at: at })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .returning(['order_id', 'amount', 'reason', 'share'])
    .executeTakeFirst();
  if (!row) return null;
  const { order_id: orderId, amount, reason, share } = row;
  return { orderId, amount, reason, share: share as RefundShare | null };
}

/** What was given back or asked for so far, stray money apart. Amounts in minor units. */
export async function sumRefunds(tx: Db, orderId: string) {
  return tx
    .selectFrom('refunds')
    .select([
      sql<number>`coalesce(sum(amount), 0)::bigint`.as('asked'),
      sql<number>`coalesce(sum(amount) filter (where state = 'done'), 0)::bigint`.as('done'),
      sql<number>`coalesce(sum((share->>'fee')::bigint), 0)::bigint`.as('fee'),
    ])
    .where('order_id', '=', orderId)
    .where('share', 'is not', null)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
}

/** Refunds that wait since before `since`: their jobs may have given up. */
export async function listStuckRefunds(db: Db, since: string) {
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount'])
    .where('state', '=', 'requested')
    .where('requested_at', '<=', since)
    .limit(100)
    .execute();
  return rows.flatMap(({ id, payment_id, amount }) =>
    payment_id ? [{ key: id, paymentId: payment_id, amount }] : [],
  );
}

/** Notes that the buyer was written to; false when that was noted before. */
export async function noteRefundAcknowledged(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ acknowledged_at: at })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
