import type { Picture } from '#contract/media.ts';
import { pictureFrom } from '#server/media/index.ts';
import type { Db } from '#server/platform/database/index.ts';

/** A picture that everybody may see, for letters to show; null where nothing is published. */
export async function findSamplePicture(db: Db): Promise<Picture | null> {
  const row = await db
    .selectFrom('products as p')
    .innerJoin('images as i', 'i.id', 'p.image_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(pictureFrom('i').as('picture'))
    .where('p.status', '=', 'published')
    .where('c.state', '=', 'published')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst();
  return row?.picture ?? null;
}
