import type { RefundRequest } from '#contract/shared/refunds.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { sql } from '#server/platform/database/index.ts';

/** What the buyer of an order `o` asked for last, as one value; null when they never did. */
export const newestRequestOf = sql<RefundRequest | null>`(
  select jsonb_build_object('id', q.id, 'state', q.state, 'reason', q.reason,
    'askedAt', ${instantOf('q.asked_at')}, 'recommended', q.recommended_at is not null,
    'decidedAt', ${instantOf('q.decided_at')}, 'answer', q.answer)
  from refund_requests q where q.order_id = o.id order by q.id desc limit 1)`;

/** When an order `o` was paid and the last show in it was over; null while it is not paid. */
export const settlesAtOf = sql<string | null>`(
  select greatest(o.paid_at, max(ss.starts_at + make_interval(mins => ss.duration_minutes)))
  from order_lines sl left join product_sessions ss on ss.id = sl.session_id
  where sl.order_id = o.id and o.paid_at is not null)`;
