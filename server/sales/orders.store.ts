import type { OrderState } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { mayAct } from '#server/accounts/index.ts';
import { type Seller, sellerOf } from '#server/channels/index.ts';
import { builtOnce, rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { type OrderedMonth, orderedMonthOf } from '#server/subscriptions/index.ts';
import type { StoredLine } from './lines/line.ts';
import { operator } from './operator.ts';
import { linesOf } from './order-lines.store.ts';

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

/** By what people name an order. */
export async function numberOf(db: Db, id: string): Promise<string> {
  const found = db.selectFrom('orders').select('number').where('id', '=', id);
  return (await found.executeTakeFirstOrThrow()).number;
}

export type LockedOrder = {
  id: string;
  /** By what people name it. */
  number: string;
  buyerId: string;
  /** Null: the platform sells. */
  channelId: string | null;
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
  'number',
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
  number: string;
  buyer_id: string;
  channel_id: string | null;
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
  number: row.number,
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

/** What is bought for good does not come again: no card is kept for it. */
export type OrderOfMonth = OrderedMonth & { comesAgain: boolean };

const byId = (db: Db, id: string) => db.selectFrom('orders').select(columns).where('id', '=', id);
const locked = (tx: Db, id: string) => byId(tx, id).forNoKeyUpdate();

/** How an order for a month (or year, or the site for good) stands, and whether it comes again; null for any other. */
export const monthOf = (order: 'o' | 'orders') =>
  sql<OrderOfMonth | null>`(select ${orderedMonthOf(order)}
      || jsonb_build_object('comesAgain', coalesce(l.details->>'term', '') <> 'once')
    from order_lines l where l.order_id = ${sql.ref(`${order}.id`)} and l.kind = 'subscription' limit 1)`;

const lockedWithMonth = builtOnce((tx: Db, id: string) =>
  locked(tx, id).select(monthOf('orders').as('month')),
);

const withMonth = builtOnce((db: Db, id: string) =>
  byId(db, id).select(monthOf('orders').as('month')),
);

/** Of the line that brings the things of an order: where and when they are picked up; null where they are sent. */
export const pickupOf = (line: string) =>
  sql<string | null>`case when ${sql.ref(`${line}.kind`)} = 'shipping'
    then ${sql.ref(`${line}.details`)}->>'pickup' end`;

/** The order, locked to the end of the transaction. Its payments are always locked before it. */
export async function lockOrder(
  tx: Db,
  id: string,
): Promise<(LockedOrder & { month: OrderOfMonth | null }) | null> {
  const [row] = await lockedWithMonth(tx, id);
  return row ? { ...asLocked(row), month: row.month } : null;
}

/** The same as it is read: by the next instant it may have moved. */
export async function findOrder(db: Db, id: string): ReturnType<typeof lockOrder> {
  const [row] = await withMonth(db, id);
  return row ? { ...asLocked(row), month: row.month } : null;
}

/** SQL: a row when the order waits to be paid, which it then does to the end of the transaction. */
export const pendingOrder = (id: string) =>
  sql`select id from orders where id = ${id} and state = 'pending' for no key update`;

/** An order with what was sold, and by whom: for tickets, books and papers. */
export type LockedSale = LockedOrder & {
  lines: StoredLine[];
  seller: Seller;
  /** Nobody who has left, or is kept out. */
  buyerMayAct: boolean;
};

/** SQL: is the buyer of this row of orders somebody who has not left, and is not kept out? */
export const mayBuyerAct = (order: string) => sql<boolean>`exists (select from users u
  where u.id = ${sql.ref(`${order}.buyer_id`)} and ${mayAct('u')})`;

const lockedWithLines = builtOnce((tx: Db, id: string) =>
  locked(tx, id)
    .select([linesOf('orders.id').as('lines'), sellerOf('orders.channel_id').as('seller')])
    .select(mayBuyerAct('orders').as('buyer_may_act')),
);

/** The same with its lines and its seller. */
export async function lockSale(tx: Db, id: string): Promise<LockedSale | null> {
  const [row] = await lockedWithLines(tx, id);
  if (!row) return null;
  const { lines, seller, buyer_may_act: buyerMayAct } = row;
  return { ...asLocked(row), lines, seller: seller ?? operator(), buyerMayAct };
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
 * as it is now, locked to the end of the transaction. Its lines wait no longer than it does, and what is
 * paid leaves the buyer's cart.
 */
export async function moveOrder(
  tx: Db,
  id: string,
  { from, to, at, reason = '' }: OrderMove,
): Promise<LockedOrder | null> {
  const isPaid = to === 'paid';
  const [row] = await moving(tx, { id, from, to, at, reason: isPaid ? '' : reason, isPaid });
  return row ? asLocked(row) : null;
}

type Moving = Required<OrderMove> & { id: string; isPaid: boolean };

const moving = rowBuiltOnce((tx: Db, row: Moving) =>
  tx
    .with('moved', (and) =>
      and
        .updateTable('orders')
        .set({
          state: row.to,
          paid_at: sql<
            string | null
          >`case when ${row.isPaid}::boolean then ${row.at}::timestamptz else paid_at end`,
          closed_at: sql<
            string | null
          >`case when ${row.isPaid}::boolean then null else ${row.at}::timestamptz end`,
          close_reason: row.reason,
        })
        .where('id', '=', row.id)
        .where('state', '=', sql<string>`any(${row.from}::text[])`)
        .returning(columns),
    )
    .with('through', (and) =>
      and
        .updateTable('order_lines')
        .set({ is_pending: false })
        .where('order_id', '=', (from) => from.selectFrom('moved').select('moved.id'))
        .where('is_pending', '=', true),
    )
    .with('bought', (and) =>
      and
        .deleteFrom('cart_items as k')
        .using(['order_lines as l', 'moved as m'])
        .whereRef('l.order_id', '=', 'm.id')
        .whereRef('k.user_id', '=', 'm.buyer_id')
        .whereRef('k.kind', '=', 'l.kind')
        .where(
          sql<boolean>`(k.product_id = l.product_id or (l.kind = 'subscription'
            and k.channel_id is not distinct from m.channel_id))`,
        )
        .where('l.bundle_line_id', 'is', null)
        .where(sql<boolean>`${row.isPaid}::boolean`),
    )
    .selectFrom('moved')
    .select(columns),
);
