import type { OrderState } from '#contract/sales.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { type Seller, sellerOf } from '#server/channels/index.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Choice, LinePrice } from './orders.rules.ts';

/** The buyer as on the day of the order: later changes of the account change no paper. */
export type Buyer = {
  email: string;
  name: string;
  surname: string;
  country: string;
  billing: {
    company: string;
    nif: string;
    address: string;
    city: string;
    postalCode: string;
    country: string;
  };
};

export type NewOrder = {
  buyerId: string;
  channelId: string;
  productId: string;
  currency: CurrencyCode;
  language: Language;
  buyer: Buyer;
  key: string;
  digest: Buffer;
  /** ISO texts. */
  at: string;
  expiresAt: string;
  line: LinePrice & {
    title: string;
    sessionId: string | null;
    code: string | null;
    holdsSeat: boolean;
    fee: number;
  };
};

const lineColumns = [
  'product_id',
  'session_id',
  'title',
  'net',
  'tax_rate',
  'tax',
  'total',
  'fee',
  'price_from',
  'coupon_code',
  'holds_seat',
] as const;

/**
 * Writes a pending order of one line; null when the buyer has sent this key before or has another
 * order for the product on its way (the database decides; a parallel one is waited for).
 */
export async function insertOrder(tx: Db, order: NewOrder): Promise<string | null> {
  const { line } = order;
  const row = await tx
    .with('placed', (and) =>
      and
        .insertInto('orders')
        .values({
          buyer_id: order.buyerId,
          channel_id: order.channelId,
          product_id: order.productId,
          currency: order.currency,
          net: line.net,
          tax: line.tax,
          total: line.total,
          fee: line.fee,
          language: order.language,
          buyer: JSON.stringify(order.buyer),
          terms_accepted_at: order.at,
          idempotency_key: order.key,
          request_digest: order.digest,
          created_at: order.at,
          expires_at: order.expiresAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    )
    .insertInto('order_lines')
    .columns(['order_id', ...lineColumns])
    .expression(
      sql`select id, ${order.productId}, ${line.sessionId}, ${line.title}, ${line.net},
        ${line.taxRate}, ${line.tax}, ${line.total}, ${line.fee}, ${line.priceFrom}, ${line.code},
        ${line.holdsSeat} from placed`,
    )
    .returning('order_id')
    .executeTakeFirst();
  return row?.order_id ?? null;
}

/** The order that the buyer made under this key; null when there is none. */
export async function findByKey(db: Db, buyerId: string, key: string) {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'request_digest'])
    .where('buyer_id', '=', buyerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ? { id: row.id, digest: row.request_digest } : null;
}

export type PendingOrder = Choice & { id: string; expiresAt: string; holdsSeat: boolean };

/** The buyer's order for a product that waits for payment; null when there is none. */
export async function findPendingOf(
  db: Db,
  buyerId: string,
  productId: string,
): Promise<PendingOrder | null> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .select(['o.id', 'o.total', 'o.expires_at', 'o.buyer'])
    .select(['l.session_id', 'l.coupon_code', 'l.holds_seat'])
    .where('o.buyer_id', '=', buyerId)
    .where('o.product_id', '=', productId)
    .where('o.state', '=', 'pending')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    total: row.total,
    expiresAt: row.expires_at,
    sessionId: row.session_id,
    code: row.coupon_code,
    holdsSeat: row.holds_seat,
    billing: (row.buyer as Buyer).billing,
  };
}

export type LockedOrder = {
  id: string;
  buyerId: string;
  channelId: string;
  state: OrderState;
  currency: CurrencyCode;
  net: number;
  tax: number;
  total: number;
  fee: number;
  language: Language;
  buyer: Buyer;
  expiresAt: string;
};

const columns = [
  'id',
  'buyer_id',
  'channel_id',
  'state',
  'currency',
  'net',
  'tax',
  'total',
  'fee',
  'language',
  'buyer',
  'expires_at',
] as const;

type Row = {
  id: string;
  buyer_id: string;
  channel_id: string;
  state: string;
  currency: string;
  net: number;
  tax: number;
  total: number;
  fee: number;
  language: string;
  buyer: unknown;
  expires_at: string;
};

const asLocked = (row: Row): LockedOrder => ({
  id: row.id,
  buyerId: row.buyer_id,
  channelId: row.channel_id,
  state: row.state as OrderState,
  currency: row.currency as CurrencyCode,
  net: row.net,
  tax: row.tax,
  total: row.total,
  fee: row.fee,
  language: row.language as Language,
  buyer: row.buyer as Buyer,
  expiresAt: row.expires_at,
});

const linesOfOrder = sql<StoredLine[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('productId', l.product_id,
      'sessionId', l.session_id, 'title', l.title, 'net', l.net, 'taxRate', l.tax_rate,
      'tax', l.tax, 'total', l.total, 'priceFrom', l.price_from, 'code', l.coupon_code,
      'holdsSeat', l.holds_seat, 'startsAt', ${instantOf('s.starts_at')}) order by l.id), '[]')
  from order_lines l left join product_sessions s on s.id = l.session_id
  where l.order_id = orders.id)`;

const locked = (tx: Db, id: string) =>
  tx.selectFrom('orders').select(columns).where('id', '=', id).forNoKeyUpdate();

/** The order, locked to the end of the transaction. Its payments are always locked before it. */
export async function lockOrder(tx: Db, id: string): Promise<LockedOrder | null> {
  const row = await locked(tx, id).executeTakeFirst();
  return row ? asLocked(row) : null;
}

/** An order with what was sold, and by whom: for tickets, books and papers. */
export type LockedSale = LockedOrder & { lines: StoredLine[]; seller: Seller };

/** The same with its lines and its seller. */
export async function lockSale(tx: Db, id: string): Promise<LockedSale | null> {
  const row = await locked(tx, id)
    .select([linesOfOrder.as('lines'), sellerOf('orders.channel_id').as('seller')])
    .executeTakeFirst();
  return row ? { ...asLocked(row), lines: row.lines, seller: row.seller } : null;
}

export type OrderMove = {
  from: readonly OrderState[];
  to: OrderState;
  /** ISO text. */
  at: string;
  reason?: string;
};

/**
 * The one writer of an order's state; null when the order was in none of `from`. Answers the order
 * as it is now, locked to the end of the transaction.
 */
export async function moveOrder(tx: Db, id: string, move: OrderMove): Promise<LockedOrder | null> {
  const row = await tx
    .updateTable('orders')
    .set({
      state: move.to,
      ...(move.to === 'paid'
        ? { paid_at: move.at, closed_at: null, close_reason: '' }
        : { closed_at: move.at, close_reason: move.reason ?? '' }),
    })
    .where('id', '=', id)
    .where('state', 'in', [...move.from])
    .returning(columns)
    .executeTakeFirst();
  return row ? asLocked(row) : null;
}

export type StoredLine = {
  productId: string;
  sessionId: string | null;
  /** Start of the showing, ISO text. */
  startsAt: string | null;
  title: string;
  net: number;
  taxRate: number;
  tax: number;
  total: number;
  priceFrom: 'product' | 'offer' | 'coupon';
  code: string | null;
  holdsSeat: boolean;
};

/** The showings in which an order holds a seat. */
export async function listHeldSeats(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('order_lines')
    .select('session_id')
    .where('order_id', '=', orderId)
    .where('holds_seat', '=', true)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ session_id }) => (session_id ? [session_id] : []));
}

/** The seat of a paid order, as `withOwnSeat` takes it; null when it holds none (any more). */
export async function findHeldSeat(db: Db, orderId: string) {
  const [sessionId] = await listHeldSeats(db, orderId);
  return sessionId ? { sessionId, holdsSeat: true } : null;
}

/** A paid order holds no seat any more; answers where it held one until now, so nobody frees it twice. */
export async function releaseSeats(tx: Db, orderId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('order_lines')
    .set({ holds_seat: false })
    .where('order_id', '=', orderId)
    .where('holds_seat', '=', true)
    .returning('session_id')
    .execute();
  return rows.flatMap(({ session_id }) => (session_id ? [session_id] : []));
}

/** Pending orders whose hold is over at `at`, the oldest first; of one showing, when given. */
export async function listLapsed(db: Db, at: string, sessionId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.state', '=', 'pending')
    .where('o.expires_at', '<=', at)
    .$if(sessionId !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from order_lines l where l.order_id = o.id
          and l.session_id = ${sessionId ?? null})`,
      ),
    )
    .orderBy('o.expires_at')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}
