import { type OrderEvent, orderEvent } from '#contract/sold-order.ts';
import type { Db } from '#server/platform/database/index.ts';

/** What became of the gifts of an order; whom they are for is not said. */
export async function giftsOfOrder(db: Db, orderId: string): Promise<Omit<OrderEvent, 'name'>[]> {
  const rows = await db
    .selectFrom('gifts as g')
    .innerJoin('order_lines as l', 'l.id', 'g.line_id')
    .select(['g.sent_at', 'g.accepted_at', 'g.state', 'g.ended_at', 'l.title'])
    .where('l.order_id', '=', orderId)
    .orderBy('g.line_id')
    .execute();
  return rows.flatMap(({ sent_at, accepted_at, state, ended_at, title: said }) => [
    ...orderEvent(sent_at, ['giftSent', 'site'], { said }),
    ...orderEvent(accepted_at, ['giftAccepted', 'recipient'], { said }),
    ...orderEvent(state === 'expired' ? ended_at : null, ['giftExpired', 'site'], { said }),
  ]);
}
