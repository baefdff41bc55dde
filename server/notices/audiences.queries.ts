import type { Db } from '#server/platform/database/index.ts';

/** A channel as a notice names it, with whose it is. */
export const findChannelOwner = async (db: Db, channelId: string) =>
  (await db
    .selectFrom('channels')
    .select(['owner_id as ownerId', 'title', 'slug'])
    .where('id', '=', channelId)
    .executeTakeFirst()) ?? null;

/** A product as a notice names it, with whose it is. */
export const findProductOwner = async (db: Db, productId: string) =>
  (await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['c.owner_id as ownerId', 'p.title', 'p.slug'])
    .where('p.id', '=', productId)
    .executeTakeFirst()) ?? null;

/** Everyone with a good ticket for a product, a thousand at a time by ascending id. */
export async function listHolders(
  db: Db,
  productId: string,
  after: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('user_id')
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .$if(after !== null, (query) => query.where('user_id', '>', after ?? ''))
    .orderBy('user_id')
    .limit(1000)
    .execute();
  return rows.map((row) => row.user_id);
}
