import { type Db, sql } from '#server/platform/database/index.ts';
import type { StoredLine } from './lines/line.ts';
import { linesOf } from './order-lines.store.ts';
import type { Choice } from './orders.rules.ts';
import type { Buyer } from './orders.store.ts';

export type PendingOrder = Omit<Choice, 'lines'> & {
  id: string;
  expiresAt: string;
  lines: StoredLine[];
};

const pending = (db: Db) =>
  db
    .selectFrom('orders as o')
    .select(['o.id', 'o.expires_at', 'o.buyer', linesOf('o.id').as('lines')])
    .where('o.state', '=', 'pending');

/**
 * The buyer's orders that wait for payment, by id: for any of these products, or for a month of what is
 * followed (a channel or, null, the site; undefined: nothing is).
 */
export async function listPendingFor(
  db: Db,
  buyerId: string,
  productIds: readonly string[],
  followed?: string | null,
): Promise<PendingOrder[]> {
  const ofMonth = sql`or (l.kind = 'subscription'
    and l.details->>'channelId' is not distinct from ${followed})`;
  const rows = await pending(db)
    .where(
      'o.id',
      'in',
      sql<string>`(select l.order_id from order_lines l where l.buyer_id = ${buyerId}
        and l.is_pending and (l.product_id = any(${productIds}::uuid[])
          ${followed === undefined ? sql`` : ofMonth}))`,
    )
    .orderBy('o.id')
    .execute();
  return rows.map(({ id, expires_at, buyer, lines }) => ({
    id,
    expiresAt: expires_at,
    lines,
    billing: (buyer as Buyer).billing,
  }));
}

/** The buyer's order for a product that waits for payment; null when there is none. */
export async function findPendingOf(
  db: Db,
  buyerId: string,
  productId: string,
): Promise<PendingOrder | null> {
  const [one] = await listPendingFor(db, buyerId, [productId]);
  return one ?? null;
}

export type Lapsed = { id: string; expiresAt: string };

type Lapsing = {
  at: string;
  productIds: readonly string[] | undefined;
  /** The last one of the page before. */
  after: Lapsed | null;
  limit: number;
};

/** Pending orders whose hold is over at `at`, the oldest first; those for some products, when given. */
export async function listLapsed(
  db: Db,
  { at, productIds, after, limit }: Lapsing,
): Promise<Lapsed[]> {
  return db
    .selectFrom('orders as o')
    .select(['o.id', 'o.expires_at as expiresAt'])
    .where('o.state', '=', 'pending')
    .where('o.expires_at', '<=', at)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(o.expires_at, o.id) > (${after?.expiresAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .$if(productIds !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from order_lines l where l.order_id = o.id
          and l.product_id = any(${productIds ?? []}::uuid[]))`,
      ),
    )
    .orderBy('o.expires_at')
    .orderBy('o.id')
    .limit(limit)
    .execute();
}
