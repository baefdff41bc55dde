import { orderEvent } from '#contract/sold-order.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { Told } from '#server/sales/index.ts';

/** How an order came of a place in a line: since when its buyer waited, and when the seat was offered. */
export async function placeOfOrder(db: Db, { id }: { id: string }): Promise<Told[]> {
  const rows = await db
    .selectFrom('waiting_places as w')
    .innerJoin('product_sessions as s', 's.id', 'w.session_id')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(['w.joined_at', 'w.offered_at', 'p.title'])
    .where('w.order_id', '=', id)
    .orderBy('w.number')
    .execute();
  return rows.flatMap(({ joined_at, offered_at, title: said }): Told[] => [
    ...orderEvent(joined_at, ['waited', 'buyer'], { said }),
    ...orderEvent(offered_at, ['seatOffered', 'site'], { said }),
  ]);
}
