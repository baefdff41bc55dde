import type { PaymentAttempt } from '#contract/payments.ts';
import type { Bearer, RefundReason } from '#contract/shared/refunds.ts';
import type { SoldDispute, SoldRefund } from '#contract/sold-order.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';
import type { HappenedPayment, HappenedRefund, HappenedRequest } from './order-events.rules.ts';
import type { Happened } from './order-history.rules.ts';

/** Every try to pay an order, the oldest first. */
export async function paymentsOf(orderId: string): Promise<HappenedPayment[]> {
  const rows = await db()
    .selectFrom('payments as p')
    .select(['p.id', 'p.provider', 'p.state', 'p.last_four', 'p.failure', 'p.amount'])
    .select(['p.refunded', 'p.created_at', 'p.settled_at', 'p.kept_means_id'])
    .where('p.order_id', '=', orderId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider as PaymentAttempt['provider'],
    state: row.state as PaymentAttempt['state'],
    lastFour: row.last_four,
    failure: (row.failure || null) as PaymentAttempt['failure'],
    amount: row.amount,
    refunded: row.refunded,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    byItself: row.kept_means_id !== null,
  }));
}

/** Of what a refund is: what was chosen, bundles by their own name. */
const titlesOf = sql<string[]>`(select coalesce(jsonb_agg(l.title order by l.id), '[]')
  from order_lines l where l.order_id = r.order_id and l.bundle_line_id is null
    and exists (select from refund_lines b join order_lines x on x.id = b.line_id
      where b.refund_id = r.id and l.id in (x.id, x.bundle_line_id)))`;

/** The money of an order that goes back, or went, the oldest first. */
export async function refundsOf(orderId: string): Promise<HappenedRefund[]> {
  const rows = await db()
    .selectFrom('refunds as r')
    .select(['r.id', 'r.amount', 'r.state', 'r.origin', 'r.reason', 'r.reason_code', 'r.bearer'])
    .select(['r.bearer_reason', 'r.share', 'r.requested_at', 'r.done_at', 'r.returned_at'])
    .select(['r.failed_at', 'r.bounced_at', 'r.done_before_at', 'r.asked_anew_at'])
    .select(['r.acknowledged_at', 'r.requested_by', 'r.asked_anew_by', 'r.returned_by'])
    .select(titlesOf.as('titles'))
    .where('r.order_id', '=', orderId)
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount,
    state: row.state as SoldRefund['state'],
    origin: row.origin as SoldRefund['origin'],
    reason: row.reason,
    reasonCode: row.reason_code as RefundReason | null,
    bearer: row.bearer as Bearer | null,
    bearerReason: row.bearer_reason,
    share: row.share as SoldRefund['share'],
    titles: row.titles,
    requestedAt: row.requested_at,
    doneAt: row.done_at,
    returnedAt: row.returned_at,
    failedAt: row.failed_at,
    bouncedAt: row.bounced_at,
    doneBeforeAt: row.done_before_at,
    askedAnewAt: row.asked_anew_at,
    writtenAt: row.acknowledged_at,
    requestedBy: row.requested_by,
    askedAnewBy: row.asked_anew_by,
    returnedBy: row.returned_by,
  }));
}

type Trouble = {
  requests: HappenedRequest[];
  disputes: SoldDispute[];
  cancelled: Happened['cancelled'];
};

/** What its buyer asked for, its disputes, and its showings that were cancelled, the oldest first. */
export async function troubleOf(orderId: string): Promise<Trouble> {
  const { rows } = await sql<Trouble>`select
    (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'state', q.state, 'reason', q.reason,
        'askedAt', ${instantOf('q.asked_at')}, 'recommended', q.recommended_at is not null,
        'recommendedAt', ${instantOf('q.recommended_at')}, 'recommendedBy', q.recommended_by,
        'decidedAt', ${instantOf('q.decided_at')}, 'decidedBy', q.decided_by, 'answer', q.answer)
        order by q.id), '[]')
      from refund_requests q where q.order_id = ${orderId}) as requests,
    (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'state', d.state, 'amount', d.amount,
        'currency', d.currency, 'reason', d.reason, 'respondBy', ${instantOf('d.respond_by')},
        'openedAt', ${instantOf('d.opened_at')}, 'closedAt', ${instantOf('d.closed_at')})
        order by d.id), '[]')
      from disputes d join payments p on p.id = d.payment_id
      where p.order_id = ${orderId}) as disputes,
    (select coalesce(jsonb_agg(jsonb_build_object('at', ${instantOf('s.cancelled_at')},
        'by', s.cancelled_by, 'title', p.title) order by s.cancelled_at), '[]')
      from product_sessions s join products p on p.id = s.product_id
      where s.cancelled_at is not null and s.id in (select l.session_id from order_lines l
        where l.order_id = ${orderId})) as cancelled`.execute(db());
  return rows[0] ?? { requests: [], disputes: [], cancelled: [] };
}
