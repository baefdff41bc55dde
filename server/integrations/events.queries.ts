import type { Db } from '#server/platform/database/index.ts';

/** Whom an event concerns: the organizer, and the channel that it is of. */
export type Concerned = { ownerId: string; channelId: string };

/**
 * Whose these products are, by their ids. Rehearsals are left out: they are private, and nobody
 * outside the house hears of them.
 */
export async function concernedByProducts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Concerned>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['p.id', 'p.channel_id as channelId', 'c.owner_id as ownerId'])
    .where('p.id', 'in', [...new Set(ids)])
    .where('p.is_rehearsal', '=', false)
    .execute();
  return new Map(rows.map(({ id, ...concerned }) => [id, concerned]));
}

/** Whose sales these orders are, by their ids. */
export async function concernedByOrders(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Concerned>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('channels as c', 'c.id', 'o.channel_id')
    .select(['o.id', 'c.id as channelId', 'c.owner_id as ownerId'])
    .where('o.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, ...concerned }) => [id, concerned]));
}

export async function concernedByChannel(db: Db, id: string): Promise<Concerned | null> {
  const row = await db
    .selectFrom('channels')
    .select(['id as channelId', 'owner_id as ownerId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
