import type { CartForm } from '#contract/cart.ts';
import type { Session } from '#contract/catalog.ts';
import type { ChannelBrief } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { sessionJson } from '#server/catalog/index.ts';
import { pictureFrom } from '#server/media/index.ts';
import { config } from '#server/platform/config.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** Something in a cart as it was put in. */
export type CartRow = {
  id: string;
  kind: CartForm['kind'];
  /** Both null of a subscription. */
  productId: string | null;
  slug: string | null;
  title: string;
  /** Who sells; null: the platform itself. */
  channel: ChannelBrief | null;
  currency: CurrencyCode;
  session: Session | null;
  code: string | null;
  quantity: number;
  seenTotal: number;
  addedAt: string;
};

/** What a person has in the cart, the oldest first. */
export async function listCartRows(db: Db, userId: string): Promise<CartRow[]> {
  const rows = await db
    .selectFrom('cart_items as k')
    .leftJoin('products as p', 'p.id', 'k.product_id')
    .leftJoin('channels as c', (join) =>
      join.on(sql<boolean>`c.id = coalesce(p.channel_id, k.channel_id)`),
    )
    .leftJoin('images as i', 'i.id', 'c.logo_id')
    .leftJoin('product_sessions as s', 's.id', 'k.session_id')
    .select(['k.id', 'k.kind', 'k.code', 'k.quantity', 'k.seen_total', 'k.added_at'])
    .select(['k.product_id', 'p.slug', 'p.title'])
    .select(
      sql<string>`coalesce(p.currency, c.subscription_currency,
        (select m.platform_currency from media_pay m))`.as('currency'),
    )
    .select(['c.id as channel_id', 'c.slug as channel_slug', 'c.title as channel_title'])
    .select([
      pictureFrom('i').as('logo'),
      sql<Session | null>`case when s.id is null then null else ${sessionJson} end`.as('session'),
    ])
    .where('k.user_id', '=', userId)
    .orderBy('k.added_at')
    .orderBy('k.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as CartRow['kind'],
    productId: row.product_id,
    slug: row.slug,
    title: row.title ?? row.channel_title ?? config().SITE_NAME,
    channel: channelFrom(row),
    currency: row.currency as CurrencyCode,
    session: row.session,
    code: row.code || null,
    quantity: row.quantity,
    seenTotal: row.seen_total,
    addedAt: row.added_at,
  }));
}

type ChannelRow = {
  channel_id: string | null;
  channel_slug: string | null;
  channel_title: string | null;
  logo: ChannelBrief['logo'];
};

const channelFrom = ({ channel_id: id, channel_slug, channel_title, logo }: ChannelRow) =>
  id === null ? null : { id, slug: channel_slug ?? '', title: channel_title ?? '', logo };

/** How many things a person has in the cart. */
export async function countCart(db: Db, userId: string): Promise<{ count: number }> {
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
