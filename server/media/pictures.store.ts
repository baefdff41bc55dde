import type { Picture } from '#contract/media.ts';
import type { Db } from '#server/platform/database/index.ts';

/** Keeps a picture whose files are stored already. */
export async function keepPictureRow(tx: Db, ownerId: string, picture: Picture): Promise<void> {
  await tx
    .insertInto('images')
    .values({ ...picture, owner_id: ownerId })
    .execute();
}

/** Who uploaded a picture; null for an unknown one. */
export async function findPictureOwner(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('images')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.owner_id ?? null;
}
