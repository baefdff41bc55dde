import type { Db } from '#server/platform/database/index.ts';

export type NewPart = { productId: string; sessionId: string | null };

/** Writes of what a bundle consists, in place of what it did; the bundle is locked. */
export async function replaceParts(tx: Db, bundleId: string, parts: NewPart[]): Promise<void> {
  await tx.deleteFrom('bundle_parts').where('bundle_id', '=', bundleId).execute();
  await tx
    .insertInto('bundle_parts')
    .values(
      parts.map(({ productId, sessionId }, position) => ({
        bundle_id: bundleId,
        product_id: productId,
        session_id: sessionId,
        position,
      })),
    )
    .execute();
}
