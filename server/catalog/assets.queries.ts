import type { Db } from '#server/platform/database/index.ts';

/** The products that show an upload, locked against other changes to the end of the transaction. */
export const listProductsOf = (
  tx: Db,
  assetId: string,
): Promise<{ id: string; status: string }[]> =>
  tx
    .selectFrom('products')
    .select(['id', 'status'])
    .where('asset_id', '=', assetId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Can this upload be watched? */
export async function isPlayable(db: Db, assetId: string): Promise<boolean> {
  const row = await db
    .selectFrom('assets')
    .select('playable')
    .where('id', '=', assetId)
    .executeTakeFirst();
  return row?.playable ?? false;
}
