import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { lostWith } from '#server/tickets/index.ts';

/** A showing that was cancelled, while something of it is still to be done. */
export type Cancellation = { sessionId: string; productId: string; requestedBy: string };

/** Notes that what follows a cancellation is to be done. */
export async function insertCancellation(
  tx: Db,
  { sessionId, productId, requestedBy, at }: Cancellation & { at: string },
): Promise<void> {
  await tx
    .insertInto('session_cancellations')
    .values({
      session_id: sessionId,
      product_id: productId,
      requested_by: requestedBy,
      started_at: at,
    })
    .execute();
}

/** Those that are not through, the oldest first. */
export const listRunningCancellations = (db: Db): Promise<Cancellation[]> =>
  db
    .selectFrom('session_cancellations')
    .select(['session_id as sessionId', 'product_id as productId', 'requested_by as requestedBy'])
    .where('done_at', 'is', null)
    .orderBy('started_at')
    .execute();

/** Notes that all of it is done; false when that was noted before. */
export async function noteCancellationDone(
  tx: Db,
  sessionId: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session_cancellations')
    .set({ done_at: at })
    .where('session_id', '=', sessionId)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const ofSession = (sessionId: string) =>
  sql<boolean>`exists (select from order_lines l where l.order_id = o.id
    and l.session_id = ${sessionId})`;

/** What of a line `l` was not asked to be given back, unless the bank has refused it. */
const left = sql<number>`l.total - coalesce((select sum(b.amount) from refund_lines b
  where b.line_id = l.id), 0)::bigint`;

/** Is something of its line for this showing to be given back by a paid order `o`? */
const isOwing = (
  sessionId: string,
) => sql<boolean>`o.state in ('paid', 'partly_refunded') and exists (
  select from order_lines l where l.order_id = o.id and l.session_id = ${sessionId} and ${left} > 0)`;

type Page = { after: string | null; limit: number };

/** Orders for this showing that wait for payment (`pending`), or were paid and not given back. */
export async function listOrdersOfSession(
  db: Db,
  { sessionId, which }: { sessionId: string; which: 'pending' | 'owing' },
  { after, limit }: Page,
): Promise<{ id: string }[]> {
  return db
    .selectFrom('orders as o')
    .select('o.id')
    .where(ofSession(sessionId))
    .where(which === 'pending' ? sql<boolean>`o.state = 'pending'` : isOwing(sessionId))
    .$if(after !== null, (query) => query.where('o.id', '>', after ?? ''))
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

export type CancellationSums = {
  tickets: number;
  pending: number;
  /** Paid, and not asked to be given back; minor units, as all sums here. */
  toReturn: number;
  onTheWay: number;
  returned: number;
  /** Orders whose money the bank did not give back. */
  failed: number;
  doneAt: string | null;
  currency: CurrencyCode | null;
};

/** How things stand with the tickets and the money of a showing. One statement. */
export async function sumCancellation(
  db: Db,
  of: { productId: string; sessionId: string },
): Promise<CancellationSums> {
  const { sessionId } = of;
  const orders = sql`from orders o where ${ofSession(sessionId)}`;
  const lines = sql`from order_lines l join orders o on o.id = l.order_id
    where l.session_id = ${sessionId}`;
  const refundsIn = (state: string) => sql`from refund_lines b join refunds r on r.id = b.refund_id
    join order_lines l on l.id = b.line_id where l.session_id = ${sessionId} and r.state = ${state}`;
  const sumIn = (state: string) =>
    sql<number>`(select coalesce(sum(b.amount), 0)::bigint ${refundsIn(state)})`;
  const { rows } = await sql<CancellationSums>`select
    (select count(*) from tickets t where ${lostWith(of)}) as "tickets",
    (select count(*) ${orders} and o.state = 'pending') as "pending",
    (select coalesce(sum(${left}), 0)::bigint ${lines}
      and o.state in ('paid', 'partly_refunded') and ${left} > 0) as "toReturn",
    ${sumIn('requested')} as "onTheWay",
    ${sumIn('done')} as "returned",
    (select count(*) ${orders} and o.state in ('paid', 'partly_refunded')
      and exists (select ${refundsIn('failed')} and l.order_id = o.id and l.total > (
        select coalesce(sum(d.amount), 0) from refund_lines d join refunds x on x.id = d.refund_id
        where d.line_id = l.id and x.state = 'done'))
      and not exists (select ${refundsIn('requested')} and l.order_id = o.id)) as "failed",
    (select done_at from session_cancellations where session_id = ${sessionId}) as "doneAt",
    (select min(o.currency) ${orders}) as "currency"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no sums');
  return row;
}
