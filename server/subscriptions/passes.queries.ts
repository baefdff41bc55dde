import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { isIncludedRow, isInSiteRow } from './fragments.ts';
import { toldUntil } from './subscriptions.rules.ts';

/** What opens a product to a person without a ticket of their own, and until when. */
export type Pass = {
  subscriptionId: string;
  since: string;
  /** Null: for good. */
  accessUntil: string | null;
};

/**
 * The subscription that opens this product to this person at `at`, of several the one that lasts
 * longest; null when none does. That to a channel opens also while the channel is not public: what is
 * paid lasts to its end, as a ticket does. That to the site opens what is public on it.
 */
export async function findPass(
  db: Db,
  of: { userId: string; productId: string; at: string },
): Promise<Pass | null> {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('products as p', (join) =>
      join.on(sql<boolean>`(s.channel_id is null or s.channel_id = p.channel_id)`),
    )
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['s.id', 's.since', 's.access_until', 's.term'])
    .where('s.user_id', '=', of.userId)
    .where('s.state', '<>', 'ended')
    .where('s.access_until', '>', of.at)
    .where('p.id', '=', of.productId)
    .where(
      sql<boolean>`case when s.channel_id is null then c.state = 'published' and ${isInSiteRow}
        else ${isIncludedRow} end`,
    )
    .orderBy('s.access_until', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id: subscriptionId, since } = row;
  const accessUntil = toldUntil(row.term as SubscriptionTerm, row.access_until);
  return { subscriptionId, since, accessUntil };
}

/**
 * By which of these subscriptions, to channels and (null) to the site, somebody who had them would see
 * these products; what none opens is left out.
 */
export async function listOpenedBy(
  db: Db,
  productIds: readonly string[],
  followed: readonly (string | null)[],
): Promise<Map<string, 'channel' | 'site'>> {
  const channelIds = followed.filter((id) => id !== null);
  const byChannel = sql<boolean>`(p.channel_id = any(${channelIds}::uuid[]) and ${isIncludedRow})`;
  const bySite = sql<boolean>`(${followed.includes(null)} and c.state = 'published' and ${isInSiteRow})`;
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['p.id', byChannel.as('by_channel')])
    .where('p.id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where(sql<boolean>`(${byChannel} or ${bySite})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.by_channel ? 'channel' : 'site']));
}

/**
 * Until when the subscription of a row with this column opens its ticket, as SQL; null when it has none.
 * `column` is SQL of our own, never a value.
 */
export const accessOf = (column: string): string =>
  `(select case when s.state = 'ended' then least(s.access_until, s.ended_at)
    when s.term = 'once' then null else s.access_until end from subscriptions s where s.id = ${column})`;
