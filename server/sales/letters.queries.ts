import type { Picture } from '#contract/media.ts';
import type { InvoiceBrief } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { sessionEnd } from '#server/catalog/index.ts';
import { pictureFrom } from '#server/media/index.ts';
import { invoiceBriefs, invoicesOf } from '#server/payments/index.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Buyer } from './orders.store.ts';

/** What letters say of an order. */
export type LetterOrder = {
  id: string;
  buyerId: string;
  channelId: string;
  channelTitle: string;
  productIds: string[];
  title: string;
  slug: string;
  sessionId: string | null;
  startsAt: string | null;
  endsAt: string | null;
  /** Since when it is known that the showing does not take place; null: it does. */
  cancelledAt: string | null;
  currency: CurrencyCode;
  total: number;
  language: Language;
  buyer: Buyer;
  invoices: InvoiceBrief[];
  picture: Picture | null;
  /** The zone of the buyer's clock; '' for that of the sessions. */
  timezone: string;
  refunds: { id: string; amount: number; reason: string; isStray: boolean }[];
};

const refundsOf = sql<LetterOrder['refunds']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount,
    'reason', r.reason, 'isStray', r.share is null)), '[]')
  from refunds r where r.order_id = o.id)`;

const rowsFor = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .innerJoin('channels as c', 'c.id', 'o.channel_id')
    .innerJoin('users as u', 'u.id', 'o.buyer_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .leftJoin('product_sessions as s', 's.id', 'l.session_id')
    .select(['o.id', 'o.buyer_id', 'o.channel_id', 'o.currency', 'o.total', 'o.language'])
    .select([
      'o.buyer',
      'l.product_id',
      'l.session_id',
      'l.title',
      'p.slug',
      'c.title as channel_title',
    ])
    .select(['u.timezone', pictureFrom('i').as('picture')])
    .select([
      's.starts_at',
      's.cancelled_at',
      sql<string | null>`${instantOf(sessionEnd)}`.as('ends_at'),
      refundsOf.as('refunds'),
      invoicesOf('o.id').as('invoices'),
    ])
    .distinctOn('o.id')
    .where('o.id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .orderBy('o.id')
    .orderBy('l.id')
    .execute();

type Row = Awaited<ReturnType<typeof rowsFor>>[number];

/** Orders for letters, by ascending id; unknown ids are left out. One statement. */
export async function findLetterOrders(
  db: Db,
  orderIds: readonly string[],
): Promise<LetterOrder[]> {
  return (await rowsFor(db, orderIds)).map(letterOrderFrom);
}

/** An order for a letter; null when there is none. */
export async function findLetterOrder(db: Db, orderId: string): Promise<LetterOrder | null> {
  const [order] = await findLetterOrders(db, [orderId]);
  return order ?? null;
}

function letterOrderFrom(row: Row): LetterOrder {
  return {
    id: row.id,
    buyerId: row.buyer_id,
    channelId: row.channel_id,
    channelTitle: row.channel_title,
    productIds: [row.product_id],
    title: row.title,
    slug: row.slug,
    sessionId: row.session_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    cancelledAt: row.cancelled_at,
    currency: row.currency as CurrencyCode,
    total: row.total,
    language: row.language as Language,
    buyer: row.buyer as Buyer,
    invoices: invoiceBriefs(row.invoices),
    picture: row.picture,
    timezone: row.timezone,
    refunds: row.refunds,
  };
}
