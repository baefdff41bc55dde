import type { PaymentAttempt } from '#contract/payments.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/**
 * The newest attempt to pay an order as one value, null when none was made: for whoever reads orders.
 * `order` is SQL for the order's id.
 */
export const newestAttemptOf = (order: ReturnType<typeof sql>) =>
  sql<PaymentAttempt | null>`(
    select jsonb_build_object('id', p.id, 'provider', p.provider, 'state', p.state,
      'lastFour', p.last_four, 'failure', nullif(p.failure, ''),
      'place', case when p.state = 'confirming' then p.place end,
      'createdAt', ${instantOf('p.created_at')})
    from payments p where p.order_id = ${order}
    order by p.created_at desc, p.id desc limit 1)`;

/** The newest attempt to pay an order; null when none was made. */
export async function findAttempt(db: Db, orderId: string): Promise<PaymentAttempt | null> {
  const { rows } = await sql<{ attempt: PaymentAttempt | null }>`
    select ${newestAttemptOf(sql`${orderId}::uuid`)} as attempt`.execute(db);
  return rows[0]?.attempt ?? null;
}
