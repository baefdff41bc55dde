import type { Picture } from '#contract/media.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** Keeps a picture whose files are stored already. */
export async function keepPictureRow(tx: Db, ownerId: string, picture: Picture): Promise<void> {
  await tx
    .insertInto('images')
    .values({ ...picture, owner_id: ownerId })
    .execute();
}

/**
 * Removes the pictures that somebody uploaded and that stand nowhere (the areas above own those
 * places, so they are read here straight from their tables); answers which.
 */
export async function removePicturesOf(tx: Db, ownerId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('images')
    .where('owner_id', '=', ownerId)
    .where(
      sql<boolean>`not exists (select from users u where u.avatar_id = images.id)
        and not exists (select from products p where p.image_id = images.id)
        and not exists (select from channels c
          where images.id in (c.logo_id, c.profile_image_id, c.cover_image_id))`,
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
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
