import { type Picture, picturesADay } from '#contract/media.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/**
 * Keeps a picture, unless its owner has as many since `since` as a day may bring; answers whether.
 * Uploads of one person at the same time wait for each other.
 */
export async function keepPictureRow(
  tx: Db,
  ownerId: string,
  { picture, at, since }: { picture: Picture; at: string; since: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures ${ownerId}`}, 0))`.execute(
    tx,
  );
  if (!(await hasRoomFor(tx, ownerId, since))) return false;
  await tx
    .insertInto('images')
    .values({ ...picture, owner_id: ownerId, created_at: at })
    .execute();
  return true;
}

/** May this person upload one more picture, after those since `since`? */
export async function hasRoomFor(db: Db, ownerId: string, since: string): Promise<boolean> {
  const { pictures } = await db
    .selectFrom('images')
    .select((e) => e.fn.countAll<number>().as('pictures'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return pictures < picturesADay;
}

/** Takes a row back whose files could not be stored. */
export async function removePictureRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute();
}

/**
 * The places where a picture stands. The areas above own them, so they are read here straight from
 * their tables; a place that is missing here is guarded by its foreign key.
 */
const standsNowhere = sql<boolean>`not exists (select from users u where u.avatar_id = images.id)
  and not exists (select from products p where images.id in (p.image_id, p.banner_image_id))
  and not exists (select from assets a where a.poster_id = images.id)
  and not exists (select from channels c
    where images.id in (c.logo_id, c.profile_image_id, c.cover_image_id))`;

/** Removes some of the pictures that were uploaded before then and stand nowhere; answers which. */
export async function removeUnused(tx: Db, before: string, atMost: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('images')
    .where('id', 'in', (e) =>
      e
        .selectFrom('images')
        .select('id')
        .where('created_at', '<', before)
        .where(standsNowhere)
        .limit(atMost),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the pictures that somebody uploaded and that stand nowhere; answers which. */
export async function removePicturesOf(tx: Db, ownerId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('images')
    .where('owner_id', '=', ownerId)
    .where(standsNowhere)
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
