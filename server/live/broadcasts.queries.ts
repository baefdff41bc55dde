import type { Broadcast, BroadcastState } from '#contract/live.ts';
import type { Db } from '#server/platform/database/index.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';

/** A broadcast as other areas may know it. Instants are ISO 8601 in UTC. */
export type BroadcastFacts = {
  id: string;
  productId: string;
  sessionId: string | null;
  state: BroadcastState;
  startedAt: string | null;
  endedAt: string | null;
  endReason: Broadcast['endReason'];
  lastMediaAt: string | null;
  recordingReady: boolean;
  recordingSeconds: number;
};

const columns = [
  'id',
  'product_id as productId',
  'session_id as sessionId',
  'state',
  'started_at as startedAt',
  'ended_at as endedAt',
  'end_reason as endReason',
  'last_media_at as lastMediaAt',
  'recording_ready as recordingReady',
  'recording_seconds as recordingSeconds',
] as const;

/** The newest broadcast of a product, or null when no encoder ever came. */
export async function findBroadcastOf(db: Db, productId: string): Promise<BroadcastFacts | null> {
  const row = await db
    .selectFrom('broadcasts')
    .select(columns)
    .where('product_id', '=', productId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as BroadcastFacts | undefined) ?? null;
}

/** The newest broadcast of each product, for lists. */
export async function broadcastsByProductIds(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, BroadcastFacts>> {
  if (productIds.length === 0) return new Map();
  const rows = (await db
    .selectFrom('broadcasts')
    .distinctOn('product_id')
    .select(columns)
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('id', 'desc')
    .execute()) as BroadcastFacts[];
  return new Map(rows.map((row) => [row.productId, row]));
}

/** The newest broadcast of a product whose recording can be watched. */
export async function findRecordingOf(db: Db, productId: string): Promise<BroadcastFacts | null> {
  const row = await db
    .selectFrom('broadcasts')
    .select(columns)
    .where('product_id', '=', productId)
    .where('recording_ready', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as BroadcastFacts | undefined) ?? null;
}

export async function findBroadcast(db: Db, broadcastId: string): Promise<BroadcastFacts | null> {
  const row = await db
    .selectFrom('broadcasts')
    .select(columns)
    .where('id', '=', broadcastId)
    .executeTakeFirst();
  return (row as BroadcastFacts | undefined) ?? null;
}

export async function listLiveBroadcasts(db: Db): Promise<BroadcastFacts[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select(columns)
    .where('state', '=', 'live')
    .orderBy('id')
    .execute();
  return rows as BroadcastFacts[];
}

/** What of a product matters to its transmission. */
export type BroadcastProduct = {
  id: string;
  slug: string;
  type: string;
  status: string;
  ownerId: string;
  channelState: string;
  ownerMayAct: boolean;
};

const productQuery = (db: Db) =>
  db
    .selectFrom('products')
    .innerJoin('channels', 'channels.id', 'products.channel_id')
    .innerJoin('users', 'users.id', 'channels.owner_id')
    .select([
      'products.id',
      'products.slug',
      'products.type',
      'products.status',
      'channels.owner_id as ownerId',
      'channels.state as channelState',
      'users.approval',
      'users.blocked_at as blockedAt',
      'users.deleted_at as deletedAt',
    ]);

type ProductRow = Awaited<ReturnType<ReturnType<typeof productQuery>['execute']>>[number];

function productFrom(row: ProductRow): BroadcastProduct {
  const { approval, blockedAt, deletedAt, ...product } = row;
  return { ...product, ownerMayAct: approval === 'approved' && !blockedAt && !deletedAt };
}

/** A product of type broadcast within the reach of a person: one's own, or any for administrators. */
export async function findOwnBroadcastProduct(
  db: Db,
  actor: Actor,
  slug: string,
): Promise<BroadcastProduct | null> {
  const row = await productQuery(db)
    .where('products.slug', '=', slug)
    .where('products.type', '=', 'broadcast')
    .$if(!isAdmin(actor), (query) => query.where('channels.owner_id', '=', actor.id))
    .executeTakeFirst();
  return row ? productFrom(row) : null;
}

export async function findBroadcastProduct(
  db: Db,
  productId: string,
): Promise<BroadcastProduct | null> {
  const row = await productQuery(db).where('products.id', '=', productId).executeTakeFirst();
  return row ? productFrom(row) : null;
}

export async function listSessionStarts(
  db: Db,
  productId: string,
): Promise<{ id: string; startsAt: string }[]> {
  return db
    .selectFrom('product_sessions')
    .select(['id', 'starts_at as startsAt'])
    .where('product_id', '=', productId)
    .orderBy('starts_at')
    .execute();
}
