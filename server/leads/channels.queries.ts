import type { Db } from '#server/platform/database/index.ts';

/** A channel that everybody can see; null when there is none at this address. */
export async function findPublicChannel(
  db: Db,
  slug: string,
): Promise<{ id: string; title: string } | null> {
  const row = await db
    .selectFrom('channels')
    .select(['id', 'title'])
    .where('slug', '=', slug)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return row ?? null;
}
