import { type Db, sql } from '#server/platform/database/index.ts';

/** Paid orders whose buyers were not written to yet, by id; those after `after` only, when given. */
export async function listUnacknowledged(
  db: Db,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is not', null)
    .where('acknowledged_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes that buyers were written to; answers the orders for which that was not noted before. */
export async function noteAcknowledged(
  tx: Db,
  orderIds: readonly string[],
  at: string,
): Promise<string[]> {
  const rows = await tx
    .updateTable('orders')
    .set({ acknowledged_at: at })
    .where('id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .where('acknowledged_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
