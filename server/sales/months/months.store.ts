import type { BillingForm } from '#contract/orders.ts';
import type { Language } from '#contract/shared/languages.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Buyer } from '../orders.store.ts';

/** An order that waits for payment: a month alone, or beside other things. */
export type PendingMonth = { id: string; billing: BillingForm };

/** The buyer's order for a month of this channel (null: of the site) that waits for payment; null when there is none. */
export async function findPendingMonth(
  db: Db,
  { buyerId, channelId }: { buyerId: string; channelId: string | null },
): Promise<PendingMonth | null> {
  const row = await db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['o.id', 'o.buyer'])
    .where('l.buyer_id', '=', buyerId)
    .where('l.is_pending', '=', true)
    .where('l.kind', '=', 'subscription')
    .where(sql<boolean>`l.details->>'channelId' is not distinct from ${channelId}`)
    .executeTakeFirst();
  return row ? { id: row.id, billing: (row.buyer as Buyer).billing } : null;
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
