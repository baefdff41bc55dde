import type { AffiliateChoice } from '#contract/affiliates.ts';
import { db, sql } from '#server/platform/database/index.ts';

/** The channels of an organizer, with what of them everybody sees. */
export async function listChoices(ownerId: string): Promise<AffiliateChoice[]> {
  return db()
    .selectFrom('channels as c')
    .select(['c.slug', 'c.title'])
    .select(
      sql<AffiliateChoice['products']>`(select coalesce(jsonb_agg(
          jsonb_build_object('slug', p.slug, 'title', p.title) order by p.title, p.id), '[]')
        from products p where p.channel_id = c.id and p.status = 'published'
          and not p.is_rehearsal)`.as('products'),
    )
    .where('c.owner_id', '=', ownerId)
    .orderBy('c.title')
    .orderBy('c.id')
    .execute();
}
