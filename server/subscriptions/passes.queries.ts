import type { Db } from '#server/platform/database/index.ts';
import { isIncludedRow } from './fragments.ts';

/** What opens a product to a person without a ticket of their own, and until when. */
export type Pass = { subscriptionId: string; since: string; accessUntil: string };

/** The subscription that opens this product to this person at `at`; null when none does. */
export async function findPass(
  db: Db,
  of: { userId: string; productId: string; at: string },
): Promise<Pass | null> {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('products as p', 'p.channel_id', 's.channel_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['s.id', 's.since', 's.access_until'])
    .where('s.user_id', '=', of.userId)
    .where('s.state', '<>', 'ended')
    .where('s.access_until', '>', of.at)
    .where('p.id', '=', of.productId)
    .where('c.state', '=', 'published')
    .where(isIncludedRow)
    .executeTakeFirst();
  return row ? { subscriptionId: row.id, since: row.since, accessUntil: row.access_until } : null;
}

/**
 * Until when the subscription of a row with this column opens its ticket, as SQL; null when it has none.
 * `column` is SQL of our own, never a value.
 */
export const accessOf = (column: string): string =>
  `(select case when s.state = 'ended' then least(s.access_until, s.ended_at)
    else s.access_until end from subscriptions s where s.id = ${column})`;
