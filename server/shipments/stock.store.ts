import type { StockForm } from '#contract/shipping.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';

/**
 * Takes so many of a thing until `freeStock` gives them back. The row itself is asked, so of two who want
 * the last one gets it, be it alone or as a part of something; the other is refused SOLD_OUT. Call it late
 * in a transaction: others who want this thing wait for its end.
 */
export async function holdStock(
  tx: Db,
  { productId, quantity }: { productId: string; quantity: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('product_stocks')
    .set((row) => ({ held: row('held', '+', quantity) }))
    .where('product_id', '=', productId)
    .where((row) =>
      row.or([
        row('capacity', 'is', null),
        row(row('held', '+', quantity), '<=', row.ref('capacity')),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('SOLD_OUT');
}

/** Gives so many back. What nobody held stays free. */
export async function freeStock(
  tx: Db,
  { productId, quantity }: { productId: string; quantity: number },
): Promise<void> {
  await tx
    .updateTable('product_stocks')
    .set({ held: sql<number>`greatest(0, held - ${quantity})` })
    .where('product_id', '=', productId)
    .execute();
}

/** What there is of a thing; null while nobody has said it. `free` null: as many as are wanted. */
export async function findStock(
  db: Db,
  productId: string,
): Promise<{ free: number | null; held: number } | null> {
  const row = await db
    .selectFrom('product_stocks')
    .select(['capacity', 'held'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  if (!row) return null;
  return { free: row.capacity === null ? null : row.capacity - row.held, held: row.held };
}

/**
 * Writes how many are left, as the difference to what the screen showed: what was sold meanwhile stays
 * sold. Refuses STOCK_CHANGED where that cannot be: more were sold than would be left, or somebody has
 * counted since, be it the same person whose answer was lost. A sale moves only what is held, so all that
 * there were tells whether anybody has.
 */
export async function writeStock(
  tx: Db,
  productId: string,
  { free, seen, held }: StockForm,
): Promise<void> {
  const added = await tx
    .insertInto('product_stocks')
    .values({ product_id: productId, capacity: free })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 1n) return;
  const counted = seen === null ? sql<number>`held + ${free}` : (free ?? 0) + held;
  const { numUpdatedRows } = await tx
    .updateTable('product_stocks')
    .set({ capacity: free === null ? null : counted })
    .where('product_id', '=', productId)
    .where('capacity', seen === null ? 'is' : '=', seen === null ? null : seen + held)
    .$if(free !== null && seen !== null, (query) => query.where('held', '<=', (free ?? 0) + held))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('STOCK_CHANGED');
}
