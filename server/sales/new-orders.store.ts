import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { type Credit, creditedTo } from '#server/affiliates/index.ts';
import { rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { brokeUnique, type Db, sql } from '#server/platform/database/index.ts';
import type { NewLine } from './lines/line.ts';
import type { Buyer } from './orders.store.ts';

export type NewOrder = {
  buyerId: string;
  /** Null: the platform sells. */
  channelId: string | null;
  currency: CurrencyCode;
  language: Language;
  buyer: Buyer;
  key: string;
  digest: Buffer;
  /** ISO texts. */
  at: string;
  expiresAt: string;
  /** What was chosen, each with its parts: those carry its money once more. */
  items: readonly { line: NewLine; parts: readonly NewLine[] }[];
  /** Who brought the buyer; left out: nobody. */
  credit?: Credit | null;
};

type Placed = { position: number; isPart: boolean; affiliateId: string | null };

const rowOf = (line: NewLine, { position, isPart, affiliateId }: Placed) => ({
  affiliate_id: affiliateId,
  position,
  is_part: isPart,
  kind: line.kind,
  product_id: line.productId,
  session_id: line.sessionId,
  title: line.title,
  quantity: line.quantity,
  details: line.details,
  net: line.net,
  tax_rate: line.taxRate,
  tax: line.tax,
  total: line.total,
  fee: line.fee,
  price_from: line.priceFrom,
  coupon_code: line.code,
  holds_seat: line.holdsSeat,
});

const rowsOf = ({ items, credit = null }: Pick<NewOrder, 'items' | 'credit'>) =>
  items.flatMap(({ line, parts }, position) => [
    rowOf(line, { position, isPart: false, affiliateId: creditedTo(credit, line) }),
    ...parts.map((part) =>
      rowOf(part, { position, isPart: true, affiliateId: creditedTo(credit, part, line) }),
    ),
  ]);

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Of what a buyer has one order at a time on its way: products, and what they subscribe to. */
const oneAtATime = ['order_lines_one_pending', 'order_lines_one_month'];

/**
 * Writes a pending order with its lines, in one statement; null when the buyer has sent this key before, or,
 * once in a lifetime, when two at the same instant drew one number: callers look, and try again.
 * Throws `Overtaken` when another order of theirs for one of the products, or for a month of the same, is
 * on its way (the database decides; a parallel one is waited for). Lines are written by product, so that
 * two orders for the same products never wait for each other.
 */
export async function insertOrder(tx: Db, order: NewOrder): Promise<string | null> {
  const lines = order.items.map(({ line }) => line);
  try {
    const [placed] = await placing(tx, {
      buyerId: order.buyerId,
      channelId: order.channelId,
      currency: order.currency,
      net: sum(lines.map(({ net }) => net)),
      tax: sum(lines.map(({ tax }) => tax)),
      total: sum(lines.map(({ total }) => total)),
      fee: sum(lines.map(({ fee }) => fee)),
      language: order.language,
      buyer: JSON.stringify(order.buyer),
      at: order.at,
      key: order.key,
      digest: order.digest,
      expiresAt: order.expiresAt,
      lines: JSON.stringify(rowsOf(order)),
    });
    return placed?.id ?? null;
  } catch (error) {
    if (oneAtATime.some((index) => brokeUnique(error, index))) throw new Overtaken();
    throw error;
  }
}

type Placing = Omit<NewOrder, 'items' | 'credit' | 'buyer'> & {
  net: number;
  tax: number;
  total: number;
  fee: number;
  /** As JSON. */
  buyer: string;
  lines: string;
};

const placing = rowBuiltOnce(
  (_: Db, row: Placing) => sql<{ id: string }>`
    with placed as (
      insert into orders (buyer_id, channel_id, currency, net, tax, total, fee, language, buyer,
        terms_accepted_at, idempotency_key, request_digest, created_at, expires_at)
      values (${row.buyerId}, ${row.channelId}, ${row.currency}, ${row.net}, ${row.tax},
        ${row.total}, ${row.fee}, ${row.language}, ${row.buyer}, ${row.at}, ${row.key},
        ${row.digest}, ${row.at}, ${row.expiresAt})
      on conflict do nothing returning id, buyer_id),
    made as materialized (
      select uuidv7() as id, l.* from jsonb_to_recordset(${row.lines}::jsonb)
        as l(position int, is_part boolean, kind text, product_id uuid, session_id uuid,
          title text, quantity int, details jsonb, net bigint, tax_rate int, tax bigint,
          total bigint, fee bigint, price_from text, coupon_code text, holds_seat boolean,
          affiliate_id uuid)),
    written as (
      insert into order_lines (id, order_id, buyer_id, is_pending, bundle_line_id, position, kind,
        product_id, session_id, title, quantity, details, net, tax_rate, tax, total, fee,
        price_from, coupon_code, holds_seat, affiliate_id)
      select m.id, placed.id, placed.buyer_id, true, b.id, m.position, m.kind, m.product_id,
        m.session_id, m.title, m.quantity, m.details, m.net, m.tax_rate, m.tax, m.total, m.fee,
        m.price_from, m.coupon_code, m.holds_seat, m.affiliate_id
      from placed cross join made m
        left join made b on m.is_part and not b.is_part and b.position = m.position
      order by m.product_id)
    select id from placed`,
);

/** Another order was faster: what was begun is undone with its transaction. */
export class Overtaken extends Error {}

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
