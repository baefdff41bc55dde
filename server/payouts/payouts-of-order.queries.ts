import { type Db, sql } from '#server/platform/database/index.ts';
import type { Trace } from '#server/sales/index.ts';
import { payoutReference } from './payouts.rules.ts';

/**
 * The payments to its seller into which an order went, with what of each is of the order. Sellers know of
 * those that their own list shows: what was not approved is the house's business.
 */
export async function payoutsOfOrder(
  db: Db,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<Trace[]> {
  const rows = await db
    .selectFrom('payout_items as i')
    .innerJoin('payouts as p', 'p.id', 'i.payout_id')
    .innerJoin('payout_runs as r', 'r.id', 'p.run_id')
    .select(['p.number', 'p.state', 'p.settled_at', 'p.returned_at', 'r.month'])
    .select(['r.collected_at', 'r.collected_by'])
    .select(sql<number>`sum(i.organizer + i.tax)::bigint`.as('amount'))
    .where('i.order_id', '=', id)
    .$if(!isAdmin, (query) =>
      query
        .where('p.state', 'in', ['open', 'paid', 'returned'])
        .where('r.state', 'not in', ['collected', 'dropped']),
    )
    .groupBy(['p.id', 'r.id'])
    .orderBy('p.number')
    .execute();
  return rows.flatMap((row): Trace[] => {
    const { amount, collected_by: person } = row;
    const told = { amount, said: payoutReference(row) };
    const by = person === null ? ('site' as const) : { person };
    const isPaid = row.state === 'paid' || row.state === 'returned';
    return [
      { ...told, at: row.collected_at, what: 'payoutCollected', by },
      ...(isPaid && row.settled_at
        ? [{ ...told, at: row.settled_at, what: 'payoutPaid', by: 'site' } as const]
        : []),
      ...(row.returned_at
        ? [{ ...told, at: row.returned_at, what: 'payoutReturned', by: 'provider' } as const]
        : []),
    ];
  });
}
