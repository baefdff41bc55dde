import { type Db, sql } from '#server/platform/database/index.ts';

/** A node that was not heard of for so long is dead: others may take what it held. */
export const deadAfterSeconds = 12;

// The database's clock decides: nodes may disagree on the time.
const isAlive = sql<boolean>`heard_at > now() - make_interval(secs => ${deadAfterSeconds})`;

/** Says that the node at this address is alive; it is known from then on. */
export async function writeNode(db: Db, url: string): Promise<void> {
  await db
    .insertInto('media_nodes')
    .values({ url, heard_at: sql`now()` })
    .onConflict((known) => known.column('url').doUpdateSet({ heard_at: sql`now()` }))
    .execute();
}

/** The node goes, in good order: what it held is free at once. */
export async function removeNode(db: Db, url: string): Promise<void> {
  await db.deleteFrom('media_nodes').where('url', '=', url).execute();
}

export type Place = { productId: string; broadcastId: string; nodeUrl: string };

/**
 * Takes the encoder of a product to this node. False when another node has it that is alive; of two
 * that ask at once one is told so.
 */
export async function claimPlace(db: Db, place: Place): Promise<boolean> {
  const { productId, broadcastId, nodeUrl } = place;
  const values = { product_id: productId, broadcast_id: broadcastId, node_url: nodeUrl };
  const row = await db
    .insertInto('encoder_places')
    .values(values)
    .onConflict((known) =>
      known
        .column('product_id')
        .doUpdateSet({ broadcast_id: broadcastId, node_url: nodeUrl })
        .where((is) =>
          is.or([
            is('encoder_places.node_url', '=', nodeUrl),
            is.not(
              is.exists(
                is
                  .selectFrom('media_nodes')
                  .select('media_nodes.url')
                  .whereRef('media_nodes.url', '=', 'encoder_places.node_url')
                  .where(isAlive),
              ),
            ),
          ]),
        ),
    )
    .returning('product_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The node holds these broadcasts and no others: the next encoder of the rest may come to any node. */
export async function leaveOtherPlaces(db: Db, url: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('encoder_places')
    .where('node_url', '=', url)
    .$if(ids.length > 0, (query) => query.where('broadcast_id', 'not in', [...ids]))
    .execute();
}

const placeQuery = (db: Db) =>
  db
    .selectFrom('encoder_places')
    .innerJoin('media_nodes', 'media_nodes.url', 'encoder_places.node_url')
    .select('media_nodes.url')
    .where(isAlive);

/** The address of the node that holds a broadcast or a private test; null: none that is alive. */
export async function findNodeOf(db: Db, broadcastId: string): Promise<string | null> {
  const row = await placeQuery(db).where('broadcast_id', '=', broadcastId).executeTakeFirst();
  return row?.url ?? null;
}

/** The address of the node that takes the encoder of a product; null: none that is alive. */
export async function findNodeOfProduct(db: Db, slug: string): Promise<string | null> {
  const row = await placeQuery(db)
    .innerJoin('products', 'products.id', 'encoder_places.product_id')
    .where('products.slug', '=', slug)
    .executeTakeFirst();
  return row?.url ?? null;
}
