import type { LedgerDifference } from '#contract/payments.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';

/** By then every charge is settled one way or the other: the reconciler asks each minute. */
const undecidedHours = 1;

/**
 * Everything in the books that does not add up: postings whose entries do not sum to zero, money
 * that came or went without a posting of that amount, charges of which we still do not know after
 * an hour what became of them.
 */
export async function listDifferences(db: Db): Promise<LedgerDifference[]> {
  const undecidedSince = instantText(now().subtract({ hours: undecidedHours }));
  const { rows } = await sql<LedgerDifference>`
    select order_id as "orderId", payout_id as "payoutId", currency, 'unbalanced' as what,
        sum(amount)::bigint as amount
      from ledger_entries group by order_id, payout_id, posting, currency having sum(amount) <> 0
    union all
    select p.order_id, null, p.currency, 'paid_without_posting', p.amount - coalesce(sum(e.amount), 0)::bigint
      from payments p left join ledger_entries e on e.order_id = p.order_id
        and e.posting = 'payment:' || p.id and e.account = 'provider'
      where p.settled_at is not null
      group by p.id having p.amount <> coalesce(sum(e.amount), 0)
    union all
    select p.order_id, null, p.currency, 'refund_without_posting', p.refunded + coalesce(sum(e.amount), 0)::bigint
      from payments p left join refunds r on r.payment_id = p.id and r.state in ('done', 'bounced')
        left join ledger_entries e on e.order_id = p.order_id
          and e.posting = 'refund:' || r.id and e.account in ('provider', 'disputes')
      where p.refunded > 0
      group by p.id having p.refunded + coalesce(sum(e.amount), 0) <> 0
    union all
    select p.order_id, null, p.currency, 'charge_undecided', p.amount
      from payments p
      where p.state in ('open', 'confirming') and p.created_at <= ${undecidedSince}`.execute(db);
  return rows;
}

/** The check as administrators see it. */
export async function checkLedger() {
  return { checkedAt: nowText(), differences: await listDifferences(db()) };
}
