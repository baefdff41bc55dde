import type { Picture } from '#contract/media.ts';
import { sessionEnd } from '#server/catalog/index.ts';
import { pictureFrom } from '#server/media/index.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** A showing that was cancelled, as its letter says it. */
export type CancelledShow = {
  sessionId: string;
  title: string;
  slug: string;
  ownerId: string;
  channelTitle: string;
  startsAt: string;
  endsAt: string;
  cancelledAt: string | null;
  reason: string;
  picture: Picture | null;
};

/** The showing with this id; null when there is none. */
export async function findCancelledShow(db: Db, sessionId: string): Promise<CancelledShow | null> {
  const row = await db
    .selectFrom('product_sessions as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .select(['s.id as sessionId', 'p.title', 'p.slug', 'c.title as channelTitle'])
    .select(['c.owner_id as ownerId', 's.starts_at as startsAt', 's.cancelled_at as cancelledAt'])
    .select(['s.cancel_reason as reason', pictureFrom('i').as('picture')])
    .select(sql<string>`${instantOf(sessionEnd)}`.as('endsAt'))
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}
