import { orderEvent } from '#contract/sold-order.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Told } from '#server/sales/index.ts';
import { isOwnersBusiness } from './my-payouts.queries.ts';
import { payoutReference } from './payouts.rules.ts';

/**
 * The payments to its seller into which an order went, with what of each is of the order. Sellers know of
 * those that their own list shows: what was not approved is the house's business.
 */
export async function payoutsOfOrder(
  db: Db,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<Told[]> {
  const rows = await db
    .selectFrom('payout_items as i')
    .innerJoin('payouts as p', 'p.id', 'i.payout_id')
    .innerJoin('payout_runs as r', 'r.id', 'p.run_id')
    .select(['p.number', 'p.state', 'p.settled_at', 'p.returned_at', 'r.month'])
    .select(['r.collected_at', 'r.collected_by'])
    .select(sql<number>`sum(i.organizer + i.tax)::bigint`.as('amount'))
    .where('i.order_id', '=', id)
    .$if(!isAdmin, (query) => query.where(isOwnersBusiness))
    .groupBy(['p.id', 'r.id'])
    .orderBy('p.number')
    .execute();
  return rows.flatMap((row): Told[] => {
    const { amount, collected_by: person } = row;
    const told = { amount, said: payoutReference(row) };
    const isPaid = row.state === 'paid' || row.state === 'returned';
    return [
      ...orderEvent(
        row.collected_at,
        ['payoutCollected', person === null ? 'site' : { person }],
        told,
      ),
      ...orderEvent(isPaid ? row.settled_at : null, ['payoutPaid', 'site'], told),
      ...orderEvent(row.returned_at, ['payoutReturned', 'provider'], told),
    ];
  });
}
