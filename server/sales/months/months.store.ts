import type { BillingForm } from '#contract/orders.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { brokeUnique, type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { insertOrder, type NewOrder } from '../new-orders.store.ts';
import type { Buyer } from '../orders.store.ts';

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

/** Says so to whoever asked for one. */
export function refuseTaken(error: unknown): never {
  if (error instanceof Taken) refuse('ORDER_STATE');
  throw error;
}

/** An order that waits for payment. */
export type PendingMonth = {
  id: string;
  total: number;
  expiresAt: string;
  term: SubscriptionTerm;
  billing: BillingForm;
};

const termOf = sql<SubscriptionTerm>`coalesce(l.details->>'term', 'month')`;

/** The buyer's order for a month of this channel (null: of the site) that waits for payment; null when there is none. */
export async function findPendingMonth(
  db: Db,
  { buyerId, channelId }: { buyerId: string; channelId: string | null },
): Promise<PendingMonth | null> {
  const row = await db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select(['o.id', 'o.total', 'o.expires_at', 'o.buyer', termOf.as('term')])
    .where('l.buyer_id', '=', buyerId)
    .where('l.is_pending', '=', true)
    .where('l.kind', '=', 'subscription')
    .where(sql<boolean>`l.details->>'channelId' is not distinct from ${channelId}`)
    .executeTakeFirst();
  if (!row) return null;
  const { billing } = row.buyer as Buyer;
  const { id, total, expires_at: expiresAt, term } = row;
  return { id, total, expiresAt, term, billing };
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
