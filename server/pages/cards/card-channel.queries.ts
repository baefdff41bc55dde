import type { Picture } from '#contract/media.ts';
import { pictureFrom } from '#server/media/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

export type CardChannel = {
  id: string;
  title: string;
  description: string;
  picture: Picture | null;
};

/** The published channel at this address, with the picture that stands for it. */
export const findCardChannel = async (db: Db, slug: string): Promise<CardChannel | null> =>
  (await db
    .selectFrom('channels as c')
    .leftJoin('images as i', (join) =>
      join.on('i.id', '=', sql<string>`coalesce(c.cover_image_id, c.profile_image_id, c.logo_id)`),
    )
    .select(['c.id', 'c.title', 'c.description', pictureFrom('i').as('picture')])
    .where('c.slug', '=', slug)
    .where('c.state', '=', 'published')
    .executeTakeFirst()) ?? null;
