import type { Picture } from '#contract/media.ts';
import type { OrderLineKind } from '#contract/orders.ts';
import type { InvoiceBrief } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { sessionEnd } from '#server/catalog/index.ts';
import { pictureFrom } from '#server/media/index.ts';
import { invoiceBriefs, invoicesOf } from '#server/payments/index.ts';
import { config } from '#server/platform/config.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { isPriced } from './lines/line.ts';
import { type Buyer, pickupOf } from './orders.store.ts';
import { refundedOf } from './refunds/refunded.queries.ts';

/** What letters say of a line of an order. */
export type LetterLine = {
  id: string;
  kind: OrderLineKind;
  total: number;
  /** Of it given back. */
  refunded: number;
  /** Of a gift: whom it is for, and when they hear of it. */
  to: { name: string; sendAt: string | null } | null;
  title: string;
  /** Null for what is not a product. */
  slug: string | null;
  sessionId: string | null;
  startsAt: string | null;
  endsAt: string | null;
  /** Since when it is known that the showing does not take place; null: it does. */
  cancelledAt: string | null;
  /** Of what brings things: where and when they are picked up; null where they are sent. */
  pickup: string | null;
};

/** What letters say of an order. */
export type LetterOrder = {
  id: string;
  number: string;
  buyerId: string;
  /** Who sells: a channel, or the site. */
  channelTitle: string;
  /** What the buyer has of it: what somebody else gets is not among it. */
  productIds: string[];
  /** Of that what they have tickets for: what is sent gives none. */
  ticketsFor: string[];
  /** What was chosen, parts of bundles apart; then what can be seen, bundles apart. */
  chosen: LetterLine[];
  shows: LetterLine[];
  currency: CurrencyCode;
  total: number;
  language: Language;
  buyer: Buyer;
  invoices: InvoiceBrief[];
  picture: Picture | null;
  /** The zone of the buyer's clock; '' for that of the sessions. */
  timezone: string;
  /** `titles`: of what money went back. */
  refunds: {
    id: string;
    amount: number;
    reason: string;
    isStray: boolean;
    /** Not to the card. */
    isOtherwise: boolean;
    titles: string[];
  }[];
};

const refundsOf = sql<LetterOrder['refunds']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount,
    'reason', r.reason, 'isStray', r.share is null, 'isOtherwise', r.returned_at is not null,
    'titles', (
      select coalesce(jsonb_agg(l.title order by l.id), '[]') from order_lines l
      where l.order_id = o.id and l.bundle_line_id is null and (r.share is null or exists (
        select from refund_lines b join order_lines x on x.id = b.line_id
        where b.refund_id = r.id and l.id in (x.id, x.bundle_line_id)))))), '[]')
  from refunds r where r.order_id = o.id)`;

type LineRow = LetterLine & { isPart: boolean; productId: string | null };

const linesOf = sql<LineRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind,
    'total', l.total, 'refunded', ${refundedOf('l')}, 'to', case when l.kind = 'gift' then nullif(l.details, '{}') end,
    'isPart', l.bundle_line_id is not null, 'productId', l.product_id, 'title', l.title,
    'slug', p.slug, 'sessionId', l.session_id, 'startsAt', ${instantOf('s.starts_at')},
    'endsAt', ${instantOf(sessionEnd)}, 'cancelledAt', ${instantOf('s.cancelled_at')},
    'pickup', ${pickupOf('l')})
    order by l.id), '[]')
  from order_lines l left join products p on p.id = l.product_id
    left join product_sessions s on s.id = l.session_id
  where l.order_id = o.id)`;

/** The picture of what was chosen first. */
const pictureOf = sql<Picture | null>`(select ${pictureFrom('i')} from order_lines l
  join products p on p.id = l.product_id join images i on i.id = p.image_id
  where l.order_id = o.id order by l.id limit 1)`;

const rowsFor = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('orders as o')
    .leftJoin('channels as c', 'c.id', 'o.channel_id')
    .innerJoin('users as u', 'u.id', 'o.buyer_id')
    .select(['o.id', 'o.number', 'o.buyer_id', 'o.currency', 'o.total', 'o.language'])
    .select(['o.buyer', 'c.title as channel_title', 'u.timezone', pictureOf.as('picture')])
    .select([linesOf.as('lines'), refundsOf.as('refunds'), invoicesOf('o.id').as('invoices')])
    .where('o.id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .orderBy('o.id')
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
  const shows = row.lines.filter((line) => isPriced(line) && isOwn(line));
  return {
    id: row.id,
    number: row.number,
    buyerId: row.buyer_id,
    channelTitle: row.channel_title ?? config().SITE_NAME,
    productIds: productsOf(shows),
    ticketsFor: productsOf(shows.filter(({ kind }) => kind !== 'physical')),
    chosen: row.lines.filter(({ isPart }) => !isPart).map(lineFrom),
    shows: shows.map(lineFrom),
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

/** Is it the buyer's own to see? */
const productsOf = (lines: LineRow[]): string[] =>
  lines.flatMap(({ productId }) => productId ?? []);

const isOwn = ({ kind }: LineRow): boolean => kind !== 'gift';

const lineFrom = ({ isPart: _part, productId: _id, ...line }: LineRow): LetterLine => line;
