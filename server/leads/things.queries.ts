import type { Picture } from '#contract/media.ts';
import { pictureFrom } from '#server/media/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** What a letter is about: a product, or a channel. */
export type LetterThing = {
  title: string;
  channelTitle: string;
  path: string;
  picture: Picture | null;
};

/** A product, or its channel when none is named; null when it is gone. */
export async function findThing(
  db: Db,
  { productId, channelId }: { productId: string | null; channelId: string },
): Promise<LetterThing | null> {
  const row = await db
    .selectFrom('channels as c')
    .leftJoin('products as p', (join) =>
      join.onRef('p.channel_id', '=', 'c.id').on('p.id', '=', productId),
    )
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .select(['p.slug', 'p.title', 'c.slug as channelSlug', 'c.title as channelTitle'])
    .select(pictureFrom('i').as('picture'))
    .where('c.id', '=', channelId)
    .executeTakeFirst();
  if (!row) return null;
  const { slug, title, channelSlug, channelTitle, picture } = row;
  return {
    title: title ?? channelTitle,
    channelTitle,
    path: slug ? `/products/${slug}` : `/channels/${channelSlug}`,
    picture,
  };
}

export type OfferedPlace = {
  userId: string;
  until: string;
  sessionId: string;
  startsAt: string;
  slug: string;
  title: string;
  channelTitle: string;
  picture: Picture | null;
};

/** Offers with what is told of them. */
export async function listOfferedPlaces(db: Db, ids: readonly string[]): Promise<OfferedPlace[]> {
  return db
    .selectFrom('waiting_places as w')
    .innerJoin('product_sessions as s', 's.id', 'w.session_id')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .select(['w.user_id as userId', 'w.session_id as sessionId', 's.starts_at as startsAt'])
    .select(['p.slug', 'p.title', 'c.title as channelTitle', pictureFrom('i').as('picture')])
    .select(sql<string>`w.offered_until`.as('until'))
    .where('w.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('w.id')
    .execute();
}
