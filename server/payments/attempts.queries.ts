import type { PaymentAttempt } from '#contract/payments.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** Its money bought something, and went back; of an order that bought nothing it was surplus. */
const hasPaid = sql`(p.state = 'refunded' and exists (
  select from orders b where b.id = p.order_id and b.state = 'refunded'))`;

/**
 * The attempt that paid an order, or else the newest one, as one value; null when none was made: for
 * whoever reads orders. One that was given up may have paid after a newer one.
 * `order` is SQL for the order's id.
 */
export const newestAttemptOf = (order: ReturnType<typeof sql>) =>
  sql<PaymentAttempt | null>`(
    select jsonb_build_object('id', p.id, 'provider', p.provider, 'state', p.state,
      'lastFour', p.last_four, 'failure', nullif(p.failure, ''),
      'place', case when p.state = 'confirming' then p.place end,
      'createdAt', ${instantOf('p.created_at')})
    from payments p where p.order_id = ${order}
    order by p.state = 'paid' desc, ${hasPaid} desc, p.created_at desc, p.id desc limit 1)`;

/** The attempt that paid an order, or else the newest one; null when none was made. */
export async function findAttempt(db: Db, orderId: string): Promise<PaymentAttempt | null> {
  const { rows } = await sql<{ attempt: PaymentAttempt | null }>`
    select ${newestAttemptOf(sql`${orderId}::uuid`)} as attempt`.execute(db);
  return rows[0]?.attempt ?? null;
}
