import { mayAct } from '#server/accounts/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** The id of the product at an address, in any state; null when there is none, or a closed room. */
export async function findProductId(db: Db, slug: string): Promise<string | null> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', slug)
    .where('rehearsal_closed_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Was this ever a view of this person? */
export async function hasView(db: Db, id: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('playbacks')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Of these views, those that may go on: open and heard of, their log-in holds, their person was not
 * stopped, and they have a good ticket, or are at home here (owner of the channel, administrator).
 */
export async function listGoodViews(
  db: Db,
  ids: readonly string[],
  { now, heardSince }: { now: string; heardSince: string },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('playbacks as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .innerJoin('auth_tokens as a', 'a.digest', 'v.auth_digest')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('tickets as t', 't.id', 'v.ticket_id')
    .select('v.id')
    .where('v.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('v.ended_at', 'is', null)
    .where('v.last_seen_at', '>', heardSince)
    .where('a.expires_at', '>', now)
    .where(mayAct('u'))
    .where('p.rehearsal_closed_at', 'is', null)
    .where(
      sql<boolean>`(case when v.ticket_id is not null then t.ended_at is null
        else c.owner_id = u.id or 'ADMIN' = any(u.roles) end)`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
