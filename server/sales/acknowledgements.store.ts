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

/** Notes that a buyer is written to once more; false when they were since `since`. ISO texts. */
export async function noteResent(
  tx: Db,
  orderId: string,
  { at, since }: { at: string; since: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ letter_resent_at: at })
    .where('id', '=', orderId)
    .where((is) => is.or([is('letter_resent_at', 'is', null), is('letter_resent_at', '<=', since)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
