import type { OrderEvent } from '#contract/sold-order.ts';
import type { Db } from '#server/platform/database/index.ts';
import { endedByReplacing, endedByTime } from './tickets.store.ts';

/** Ends by which nobody lost anything: its time was over, or a better one took its place. */
const lostNothing = [endedByTime, endedByReplacing];

/** The tickets of an order that were cancelled, as its history tells them. */
export async function endedTicketsOf(db: Db, orderId: string): Promise<Omit<OrderEvent, 'name'>[]> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .select(['t.ended_at', 'p.title'])
    .where('t.order_id', '=', orderId)
    .where('t.ended_at', 'is not', null)
    .where('t.end_reason', 'not in', lostNothing)
    .orderBy('t.ended_at')
    .orderBy('t.id')
    .execute();
  return rows.map(({ ended_at, title }) => ({
    ...{ at: ended_at ?? '', what: 'ticketEnded', by: 'site', amount: null, said: title },
  }));
}
