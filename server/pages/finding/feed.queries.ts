import type { Language } from '#contract/shared/languages.ts';
import { hiddenOfRow } from '#server/catalog/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

export type FeedItem = {
  id: string;
  slug: string;
  title: string;
  shortDescription: string;
  description: string;
  language: Language;
  publishedAt: string;
  channelTitle: string;
  categories: string[];
  pictureId: string | null;
  pictureWidth: number | null;
};

const itemsPerFeed = 30;

/** The newest public products, of one channel or of all. One statement. */
export async function listNewest(db: Db, channelId: string | null): Promise<FeedItem[]> {
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .select(['p.id', 'p.slug', 'p.title', 'p.description', 'p.language', 'p.categories'])
    .select(['p.short_description as shortDescription', 'p.published_at as publishedAt'])
    .select(['c.title as channelTitle', 'i.id as pictureId'])
    .select(sql<number | null>`i.widths[array_upper(i.widths, 1)]`.as('pictureWidth'))
    .where('p.status', '=', 'published')
    .where('c.state', '=', 'published')
    .where('p.published_at', 'is not', null)
    .where(sql<boolean>`not ${hiddenOfRow()}`)
    .$if(channelId !== null, (query) => query.where('p.channel_id', '=', channelId ?? ''))
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(itemsPerFeed)
    .execute();
  return rows.map((row) => ({
    ...row,
    language: row.language as Language,
    publishedAt: row.publishedAt as string,
  }));
}

export type FeedChannel = { id: string; slug: string; title: string; description: string };

/** The published channel at this address; null when there is none to see. */
export const findPublicChannel = async (db: Db, slug: string): Promise<FeedChannel | null> =>
  (await db
    .selectFrom('channels')
    .select(['id', 'slug', 'title', 'description'])
    .where('slug', '=', slug)
    .where('state', '=', 'published')
    .executeTakeFirst()) ?? null;
