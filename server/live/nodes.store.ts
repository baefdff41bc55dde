import type { RawBuilder } from 'kysely';
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

export type Place = { productId: string; broadcastId: string };

/**
 * Takes the encoders of products to this node, or keeps them there, in one statement. Answers of which
 * products: not of those that another node has, one that is alive, or any while this one `mayInherit`
 * nothing. What has ended is nobody's. Of two that ask at once one is told so.
 */
export async function claimPlaces(
  db: Db,
  nodeUrl: string,
  { places, mayInherit }: { places: readonly Place[]; mayInherit: boolean },
): Promise<Set<string>> {
  // One row of a product: a private test may end while its show begins.
  const broadcasts = new Map(places.map((one) => [one.productId, one.broadcastId]));
  if (broadcasts.size === 0) return new Set();
  const values = [...broadcasts].map(([product_id, broadcast_id]) => ({
    ...{ product_id, broadcast_id, node_url: nodeUrl, claimed_at: sql<string>`now()` },
  }));
  const rows = await db
    .insertInto('encoder_places')
    .values(values)
    .onConflict((known) =>
      known
        .column('product_id')
        .doUpdateSet((row) => ({
          broadcast_id: row.ref('excluded.broadcast_id'),
          node_url: nodeUrl,
          claimed_at: sql<string>`now()`,
        }))
        .where(isFree(nodeUrl, mayInherit)),
    )
    .returning('product_id')
    .execute();
  return new Set(rows.map(({ product_id }) => product_id));
}

/** The same for one; false when another node has it. */
export async function claimPlace(
  db: Db,
  { nodeUrl, ...place }: Place & { nodeUrl: string },
  mayInherit: boolean,
): Promise<boolean> {
  return (await claimPlaces(db, nodeUrl, { places: [place], mayInherit })).has(place.productId);
}

const isAliveAt = (url: RawBuilder<string>) => sql<boolean>`exists (select from media_nodes n
  where n.url = ${url} and n.heard_at > now() - make_interval(secs => ${deadAfterSeconds}))`;

/** May this node take the place? */
const isFree = (nodeUrl: string, mayInherit: boolean) => sql<boolean>`(
  encoder_places.node_url = ${nodeUrl}
  or exists (select from broadcasts b where b.id = encoder_places.broadcast_id and b.state = 'ended')
  ${mayInherit ? sql`or not ${isAliveAt(sql.ref('encoder_places.node_url'))}` : sql``})`;

/** Of a row of `broadcasts`: has another node its place, that this one may not take? */
export const isHeldElsewhere = (nodeUrl: string, mayInherit: boolean) => sql<boolean>`exists (
  select from encoder_places where encoder_places.product_id = broadcasts.product_id
    and not ${isFree(nodeUrl, mayInherit)})`;

/**
 * Takes one recording that was not finished to this node: of an ended broadcast of which something was
 * kept, and which no other living node has in hand, nor any while this one `mayInherit` nothing. Null
 * when there is none. Of two that ask at once each gets another.
 */
export async function claimUnfinished(
  db: Db,
  { nodeUrl, except }: { nodeUrl: string; except: readonly string[] },
  mayInherit: boolean,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update broadcasts set recorded_by = ${nodeUrl} where id = (
      select b.id from broadcasts b
      where b.state = 'ended' and not b.recording_ready and b.storage_prefix <> ''
        and b.id <> all(${except}::uuid[])
        and (b.recorded_by is null or b.recorded_by = ${nodeUrl}
          ${mayInherit ? sql`or not ${isAliveAt(sql.ref('b.recorded_by'))}` : sql``})
      order by b.id limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Gives back what this node does not hold any more: the next encoder may come to any node. What was
 * claimed a moment ago may not be in the list yet.
 */
export async function leaveOtherPlaces(db: Db, url: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('encoder_places')
    .where('node_url', '=', url)
    .where('claimed_at', '<', sql<string>`now() - make_interval(secs => ${deadAfterSeconds})`)
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
