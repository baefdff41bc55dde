import type { Broadcast } from '#contract/live.ts';
import { mayAct } from '#server/accounts/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { type ShownBroadcast, shownColumns } from '#server/tickets/index.ts';
import type { DatedSession } from './broadcasts.rules.ts';
import { isHeldElsewhere } from './nodes.store.ts';

/** A broadcast as its organizer and the engine know it. */
export type BroadcastFacts = ShownBroadcast & {
  endReason: Broadcast['endReason'];
  lastMediaAt: string | null;
};

const columns = [
  ...shownColumns,
  'end_reason as endReason',
  'last_media_at as lastMediaAt',
] as const;

/** The newest broadcasts of a product, the newest first. Empty when no encoder ever came. */
export async function listBroadcastsOf(
  db: Db,
  productId: string,
  limit: number,
): Promise<BroadcastFacts[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select(columns)
    .where('product_id', '=', productId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows as BroadcastFacts[];
}

/** The newest broadcast of a product, or null when no encoder ever came. */
export async function findBroadcastOf(db: Db, productId: string): Promise<BroadcastFacts | null> {
  return (await listBroadcastsOf(db, productId, 1))[0] ?? null;
}

export async function findBroadcast(db: Db, broadcastId: string): Promise<BroadcastFacts | null> {
  const row = await db
    .selectFrom('broadcasts')
    .select(columns)
    .where('id', '=', broadcastId)
    .executeTakeFirst();
  return (row as BroadcastFacts | undefined) ?? null;
}

/** What is on air and is this node's, or nobody's that it may not inherit from. */
export async function listFreeBroadcasts(
  db: Db,
  { nodeUrl, mayInherit }: { nodeUrl: string; mayInherit: boolean },
): Promise<BroadcastFacts[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select(columns)
    .where('state', '=', 'live')
    .where(({ not }) => not(isHeldElsewhere(nodeUrl, mayInherit)))
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
  /** Of a rehearsal room; null: it is a show. */
  room: 'open' | 'closed' | null;
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
      'products.is_rehearsal as isRehearsal',
      'products.rehearsal_closed_at as roomClosedAt',
      'channels.owner_id as ownerId',
      'channels.state as channelState',
    ])
    .select(mayAct('users').as('ownerMayAct'));

type ProductRow = Awaited<ReturnType<ReturnType<typeof productQuery>['execute']>>[number];

function productFrom(row: ProductRow): BroadcastProduct {
  const { isRehearsal, roomClosedAt, ...product } = row;
  return {
    ...product,
    room: isRehearsal ? (roomClosedAt ? 'closed' : 'open') : null,
  };
}

/**
 * A product of type broadcast within the reach of a person: one's own, or any for administrators. A
 * rehearsal room that was closed is in nobody's.
 */
export async function findOwnBroadcastProduct(
  db: Db,
  actor: Actor,
  slug: string,
): Promise<BroadcastProduct | null> {
  const row = await productQuery(db)
    .where('products.slug', '=', slug)
    .where('products.type', '=', 'broadcast')
    .where('products.rehearsal_closed_at', 'is', null)
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

/** The picture of a product; null without one. */
export async function findPosterOf(db: Db, productId: string): Promise<string | null> {
  const row = await db
    .selectFrom('products')
    .select('image_id as imageId')
    .where('id', '=', productId)
    .executeTakeFirst();
  return row?.imageId ?? null;
}

/** The sessions of a product, the earliest first. */
export async function listSessionStarts(db: Db, productId: string): Promise<DatedSession[]> {
  return db
    .selectFrom('product_sessions')
    .select(['id', 'starts_at as startsAt', 'duration_minutes as durationMinutes'])
    .select('cancelled_at as cancelledAt')
    .where('product_id', '=', productId)
    .orderBy('starts_at')
    .execute();
}

/** The session that a broadcast belongs to; null without one. */
export async function findSession(db: Db, sessionId: string | null) {
  if (sessionId === null) return null;
  const row = await db
    .selectFrom('product_sessions')
    .select(['starts_at as startsAt', 'duration_minutes as durationMinutes'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Holds off the cancellation of the session to which a waiting broadcast belongs, to the end of the
 * transaction; waits for one that is under way.
 */
export async function holdSessionOf(tx: Db, broadcastId: string): Promise<void> {
  await tx
    .selectFrom('product_sessions as s')
    .innerJoin('broadcasts as b', 'b.session_id', 's.id')
    .select('s.id')
    .where('b.id', '=', broadcastId)
    .forKeyShare(['s'])
    .execute();
}
