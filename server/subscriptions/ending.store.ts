import { type Db, sql } from '#server/platform/database/index.ts';
import { isStillOfferedRow } from './fragments.ts';

/**
 * Those that may be due by then, the oldest first: the rules say which. What waits for a rate is listed apart,
 * for it stays here as it is, and so many of them would stand before all others.
 */
export async function listDue(db: Db, by: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('state', '=', 'active')
    .where('rate_missing_since', 'is', null)
    .where('valid_until', '<=', by)
    .orderBy('valid_until')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Those that may be over at `at`, the oldest first: the rules say which. What waits for a rate may be once
 * nobody offers it.
 */
export async function listOver(db: Db, at: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions as s')
    .leftJoin('channels as c', 'c.id', 's.channel_id')
    .select('s.id')
    .where('s.state', '<>', 'ended')
    .where('s.valid_until', '<=', at)
    .where(sql<boolean>`(s.state = 'active' or s.access_until <= ${at}::timestamptz)`)
    .where(sql<boolean>`(s.rate_missing_since is null or not ${isStillOfferedRow})`)
    .orderBy('s.valid_until')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
