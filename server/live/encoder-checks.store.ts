import { type Db, sql } from '#server/platform/database/index.ts';

/** What an encoder of this product has shown so far; the first time of each counts. */
export async function writeEncoderCheck(
  db: Db,
  { productId, at, isHealthy }: { productId: string; at: string; isHealthy: boolean },
): Promise<void> {
  const healthyAt = isHealthy ? at : null;
  await db
    .insertInto('encoder_checks')
    .values({ product_id: productId, seen_at: at, healthy_at: healthyAt })
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet({
        healthy_at: sql`coalesce(encoder_checks.healthy_at, excluded.healthy_at)`,
      }),
    )
    .execute();
}

export async function removeEncoderCheck(tx: Db, productId: string): Promise<void> {
  await tx.deleteFrom('encoder_checks').where('product_id', '=', productId).execute();
}
