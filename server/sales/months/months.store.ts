import type { BillingForm } from '#contract/orders.ts';
import type { Language } from '#contract/shared/languages.ts';
import { brokeUnique, type Db, sql } from '#server/platform/database/index.ts';
import { type Buyer, insertOrder, type NewOrder } from '../orders.store.ts';

/**
 * Writes the order of a month. `Taken` is thrown when the buyer has another one for this channel on its
 * way: the database decides, and the transaction is over then.
 */
export async function insertMonthOrder(tx: Db, order: NewOrder): Promise<string | null> {
  try {
    return await insertOrder(tx, order);
  } catch (error) {
    if (brokeUnique(error, 'order_lines_one_month')) throw new Taken();
    throw error;
  }
}

/** Another order for a month of the channel is on its way. */
export class Taken extends Error {}

/** The buyer's order for a month of this channel that waits for payment; null when there is none. */
export async function findPendingMonth(
  db: Db,
  { buyerId, channelId }: { buyerId: string; channelId: string },
): Promise<{ id: string; total: number; expiresAt: string; billing: BillingForm } | null> {
  const row = await db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['o.id', 'o.total', 'o.expires_at', 'o.buyer'])
    .where('l.buyer_id', '=', buyerId)
    .where('l.is_pending', '=', true)
    .where('l.kind', '=', 'subscription')
    .where(sql<boolean>`l.details->>'channelId' = ${channelId}`)
    .executeTakeFirst();
  if (!row) return null;
  const { billing } = row.buyer as Buyer;
  return { id: row.id, total: row.total, expiresAt: row.expires_at, billing };
}

/** Whom the order of an earlier month was made out to. */
export async function findBuyerOfOrder(
  db: Db,
  orderId: string,
): Promise<{ buyer: Buyer; language: Language }> {
  const row = await db
    .selectFrom('orders')
    .select(['buyer', 'language'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { buyer: row.buyer as Buyer, language: row.language as Language };
}
