import { type Db, sql } from '#server/platform/database/index.ts';

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
    .select(['c.owner_id as ownerId', 'c.slug as channelSlug', 'p.title', 'p.slug'])
    .select('p.is_rehearsal as isRehearsal')
    .where('p.id', '=', productId)
    .executeTakeFirst()) ?? null;

/** Who sold these orders. */
export async function sellersOf(db: Db, orderIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('channels as c', 'c.id', 'o.channel_id')
    .select('c.owner_id')
    .distinct()
    .where('o.id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}

/** Titles of products by id. */
export async function titlesOf(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'title'])
    .where('id', '=', sql<string>`any(${[...new Set(productIds)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

type Holders = {
  productId: string;
  sessionId: string | null;
  about: { type: string; broadcastId: string };
};

export const holdersPerPage = 1000;

/**
 * Everyone with a good ticket for this session of a product, in pages by ascending id of the person,
 * with whether they have the notice about this broadcast already.
 */
export async function listHolders(
  db: Db,
  { productId, sessionId, about }: Holders,
  after: string | null,
): Promise<{ userId: string; isTold: boolean }[]> {
  return db
    .selectFrom('tickets as t')
    .select('t.user_id as userId')
    .select(
      sql<boolean>`exists (select from notifications n where n.user_id = t.user_id
        and n.type = ${about.type}
        and n.payload->>'broadcastId' = ${about.broadcastId})`.as('isTold'),
    )
    .where('t.product_id', '=', productId)
    .where('t.ended_at', 'is', null)
    .$if(sessionId !== null, (query) =>
      query.where((e) => e.or([e('t.session_id', 'is', null), e('t.session_id', '=', sessionId)])),
    )
    .$if(after !== null, (query) => query.where('t.user_id', '>', after ?? ''))
    .orderBy('t.user_id')
    .limit(holdersPerPage)
    .execute();
}
