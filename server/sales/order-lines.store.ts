import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { StoredLine } from './lines/line.ts';

/** The lines of an order as one value, as they were chosen; `order` is a column with its id. */
export const linesOf = (order: string) => sql<StoredLine[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'position', l.position,
      'bundleLineId', l.bundle_line_id, 'kind', l.kind, 'quantity', l.quantity,
      'details', l.details, 'productId', l.product_id, 'sessionId', l.session_id,
      'title', l.title, 'net', l.net, 'taxRate', l.tax_rate, 'tax', l.tax, 'total', l.total,
      'fee', l.fee, 'priceFrom', l.price_from, 'code', l.coupon_code,
      'holdsSeat', l.holds_seat and l.released_at is null,
      'startsAt', ${instantOf('s.starts_at')}) order by l.id), '[]')
  from order_lines l left join product_sessions s on s.id = l.session_id
  where l.order_id = ${sql.ref(order)})`;

/** The lines of an order, as they were chosen. */
export async function listLines(db: Db, orderId: string): Promise<StoredLine[]> {
  const row = await db
    .selectFrom('orders as o')
    .select(linesOf('o.id').as('lines'))
    .where('o.id', '=', orderId)
    .executeTakeFirst();
  return row?.lines ?? [];
}

/** Notes that what these lines held is free; answers those of which that was not noted before. */
export async function noteReleased(
  tx: Db,
  lineIds: readonly string[],
  at: string,
): Promise<Set<string>> {
  const rows = await tx
    .updateTable('order_lines')
    .set({ released_at: at })
    .where('id', '=', sql<string>`any(${lineIds}::uuid[])`)
    .where('released_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * An account was deleted: its parcels keep their own address as long as they need it, its orders none;
 * nor does any order of a gift say who gave it or whom it was for.
 */
export async function forgetDestinations(
  tx: Db,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ details: '{}' })
    .where((e) =>
      e.or([
        sql<boolean>`buyer_id = ${userId} and kind = 'shipping' and not details ? 'pickup'`,
        sql<boolean>`buyer_id = ${userId} and kind = 'gift'`,
        sql<boolean>`kind = 'gift' and details->>'email' = ${address.toLowerCase()}`,
      ]),
    )
    .execute();
}
