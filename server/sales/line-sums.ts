import { sql } from '#server/platform/database/index.ts';

/**
 * SQL: what the books say of a line `l` of an order `o`, as its list sums them up over all of them.
 * Entries of before lines were noted are of the one line of their order.
 */
const booked = (accounts: string, posting = '%') =>
  sql`coalesce((select sum(e.amount) from ledger_entries e
    where e.order_id = o.id and e.currency = o.currency
      and (e.part_id is null or e.part_id = l.id)
      and e.account = any(string_to_array(${accounts}, ',')) and e.posting like ${posting}
    ), 0)::bigint`;

/** SQL: what the platform keeps of a line as its fee, after what it gave back; before it is paid, what it will be. */
export const feeLeft = sql<number>`(case when o.paid_at is null then l.fee
  else 0 - ${booked('platform_fee')} end)`;

/** SQL: what the platform bore of its refunds beyond the fee. */
export const coveredOf = sql<number>`${booked('platform_cost', 'refund:%')}`;

/** SQL: what is left of it for whoever sold, the tax inside; what the platform sells is nobody else's. */
export const sellerLeft = sql<number>`(case when o.channel_id is null then 0
  else 0 - ${booked('organizer,donation,tax')} end)`;
