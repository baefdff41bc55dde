import type { Selectable } from 'kysely';
import type { ProductStatus, ProductType, SuggestedAge } from '#contract/catalog.ts';
import type { ChannelState } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';
import { pictureFrom } from '#server/media/index.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type DB, type Db, sql } from '#server/platform/database/index.ts';
import { barredOfRow, openedByOfRow } from './openings.queries.ts';
import type { Product, ProductSession } from './products.rules.ts';
import { overOf, sessionEnd } from './session-json.queries.ts';

/** The showings of a product as one value, so that a product is one statement. */
export const sessionsOfRow = (product: string) =>
  sql<ProductSession[]>`(select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id,
      'startsAt', ${instantOf('s.starts_at')},
      'endsAt', ${instantOf(sessionEnd)},
      'overAt', ${instantOf(overOf('s'))},
      'zone', s.zone, 'durationMinutes', s.duration_minutes,
      'capacity', s.capacity, 'seatsHeld', s.seats_held,
      'cancelledAt', ${instantOf('s.cancelled_at')}, 'cancelReason', s.cancel_reason,
      'onAir', exists (select from broadcasts b where b.product_id = s.product_id
        and b.session_id = s.id and b.state = 'live')) order by s.starts_at), '[]')
    from product_sessions s where s.product_id = ${sql.ref(product)})`;

/** Is something of it on the air or recorded, or its upload ready to be played at any time? */
export const watchableOfRow = (product: string) =>
  sql<boolean>`(exists (select from broadcasts b where b.product_id = ${sql.ref(product)}
      and (b.recording_ready or b.state = 'live'))
    or exists (select from products w join assets a on a.id = w.asset_id
      where w.id = ${sql.ref(product)} and a.playable and w.type <> all(${clockTypes})))`;

/** The upload that it plays; null when there is none. */
const assetOfRow = (asset: string) =>
  sql<Product['asset']>`(select jsonb_build_object('playable', a.playable,
      'seconds', round(coalesce(a.seconds, 0)),
      'captions', array(select k.language from asset_captions k where k.asset_id = a.id
        order by k.language))
    from assets a where a.id = ${sql.ref(asset)})`;

/**
 * What the clock plays of the product `p`, upload or recording, and whether all of it is there: what
 * still grows might not keep up. None until it can be played.
 */
export const sourceOfRow = sql`(select round(a.seconds * 1000)::int as ms,
      a.state in ('ready', 'failed') as is_whole
    from assets a where a.id = p.asset_id and a.playable
  union all select coalesce(b.trim_end_ms - b.trim_start_ms, b.recording_seconds * 1000), true
    from broadcasts b where b.id = p.replayed_broadcast_id and b.recording_ready)`;

const sourceAsJson = sql<Product['source']>`(select jsonb_build_object(
    'ms', x.ms, 'isWhole', x.is_whole) from ${sourceOfRow} x where x.ms > 0 limit 1)`;

const partCountOfRow = sql<number>`(select count(*) from bundle_parts x where x.bundle_id = p.id)`;

/** The last recording of it that can be watched, with its length; null when there is none. */
const recordingOfRow = (product: string) =>
  sql<Product['recording']>`(select jsonb_build_object('seconds', b.recording_seconds,
      'recordedAt', ${instantOf('b.ended_at')})
    from broadcasts b where b.product_id = ${sql.ref(product)}
      and b.recording_ready and b.ended_at is not null
    order by b.id desc limit 1)`;

/** What is left of what is sent. */
export const stockOfRow = (product: string) =>
  sql<Product['stock']>`(select jsonb_build_object('free', k.capacity - k.held)
    from product_stocks k where k.product_id = ${sql.ref(product)})`;

/** Can what its channel sells come to anybody: sent at prices in its currency, or picked up? */
const hasWayOfRow = sql<boolean>`exists (select from shipping_tables t
    where t.channel_id = p.channel_id and (t.pickup <> '' or (t.currency = p.currency
      and jsonb_path_exists(t.zones, '$[*] ? (@.sends == true)'))))`;

const products = (db: Db) =>
  db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .leftJoin('images as b', 'b.id', 'p.banner_image_id')
    .leftJoin('images as l', 'l.id', 'c.logo_id')
    .selectAll('p')
    .select([
      'c.owner_id',
      'c.slug as channel_slug',
      'c.title as channel_title',
      'c.state as channel_state',
    ])
    .select([
      pictureFrom('i').as('picture'),
      pictureFrom('b').as('banner_picture'),
      pictureFrom('l').as('channel_logo'),
    ])
    .select([sessionsOfRow('p.id').as('sessions'), watchableOfRow('p.id').as('watchable')])
    .select([barredOfRow.as('barred'), openedByOfRow().as('opened_by')])
    .select([recordingOfRow('p.id').as('recording'), assetOfRow('p.asset_id').as('asset')])
    .select([sourceAsJson.as('source'), partCountOfRow.as('part_count')])
    .select([stockOfRow('p.id').as('stock'), hasWayOfRow.as('has_way')]);

type Row = Awaited<ReturnType<ReturnType<typeof products>['executeTakeFirstOrThrow']>>;

/** The product at this address, in any state; null when there is none, or a rehearsal room. */
export async function findProduct(db: Db, slug: string): Promise<Product | null> {
  const [row] = await bySlug(db, slug);
  return row ? productFrom(row) : null;
}

const bySlug = builtOnce((db: Db, slug: string) =>
  products(db).where('p.slug', '=', slug).where('p.is_rehearsal', '=', false),
);

/** The open rehearsal room at this address; null when there is none. */
export async function findRoom(db: Db, slug: string): Promise<Product | null> {
  const row = await products(db)
    .where('p.slug', '=', slug)
    .where('p.is_rehearsal', '=', true)
    .where('p.rehearsal_closed_at', 'is', null)
    .executeTakeFirst();
  return row ? productFrom(row) : null;
}

/** The product with this id, in any state, also a rehearsal room; null when there is none. */
export async function findProductById(db: Db, id: string): Promise<Product | null> {
  const row = await products(db).where('p.id', '=', id).executeTakeFirst();
  return row ? productFrom(row) : null;
}

/** Of which products a bundle consists, in the order in which they were chosen; one statement. */
export async function listParts(
  db: Db,
  bundleId: string,
): Promise<{ product: Product; sessionId: string | null }[]> {
  const rows = await products(db)
    .innerJoin('bundle_parts as x', 'x.product_id', 'p.id')
    .select('x.session_id')
    .where('x.bundle_id', '=', bundleId)
    .orderBy('x.position')
    .execute();
  return rows.map((row) => ({ product: productFrom(row), sessionId: row.session_id }));
}

/** The products of a channel, in any state, by title. */
export async function listOfChannel(db: Db, channelId: string): Promise<Product[]> {
  const rows = await products(db)
    .where('p.channel_id', '=', channelId)
    .where('p.is_rehearsal', '=', false)
    .orderBy('p.title')
    .execute();
  return rows.map(productFrom);
}

/** The product that was made under this key; null when none was. */
export async function findByCreationKey(db: Db, key: string): Promise<Product | null> {
  const row = await products(db).where('p.creation_key', '=', key).executeTakeFirst();
  return row ? productFrom(row) : null;
}

function productFrom(row: Row): Product {
  return {
    id: row.id,
    channelId: row.channel_id,
    ownerId: row.owner_id,
    channel: {
      id: row.channel_id,
      slug: row.channel_slug,
      title: row.channel_title,
      state: row.channel_state as ChannelState,
      logo: row.channel_logo,
    },
    type: row.type as ProductType,
    status: row.status as ProductStatus,
    isRehearsal: row.is_rehearsal,
    closedAt: row.rehearsal_closed_at,
    slug: row.slug,
    language: row.language as Language,
    pictureId: row.image_id,
    picture: row.picture,
    banner: {
      pictureId: row.banner_image_id,
      picture: row.banner_picture,
      alt: row.banner_alt,
      url: row.banner_url,
    },
    featured: row.featured,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sessions: row.sessions,
    watchable: row.watchable,
    isBarred: row.barred,
    openedBy: row.opened_by,
    recording: row.recording,
    assetId: row.asset_id,
    asset: row.asset,
    recordingId: row.replayed_broadcast_id,
    source: row.source,
    partCount: row.part_count,
    stock: row.stock,
    hasWay: row.has_way,
    ...textsFrom(row),
    ...pricesFrom(row),
    salesStartsAt: row.sales_starts_at,
    salesEndsAt: row.sales_ends_at,
    expirationHours: row.expiration_hours,
    expiresAt: row.expires_at,
  };
}

const textsFrom = (row: Row) => ({
  title: row.title,
  shortDescription: row.short_description,
  description: row.description,
  priceNote: row.price_note,
  trailerUrl: row.trailer_url,
  categories: row.categories,
  tags: row.tags,
  production: row.production,
  productionYear: row.production_year,
  productionCountry: row.production_country,
  suggestedAge: row.suggested_age as SuggestedAge,
  technicalSheet: row.technical_sheet,
  additionalInfo: row.additional_info,
});

type PriceColumns = Pick<
  Selectable<DB['products']>,
  | 'plan'
  | 'currency'
  | 'net'
  | 'tax_rate'
  | 'tax'
  | 'total'
  | 'offer_net'
  | 'offer_tax'
  | 'offer_starts_at'
  | 'offer_ends_at'
>;

/** The price columns of a row as the rules take them. */
export const pricesFrom = (row: PriceColumns) => ({
  plan: row.plan as 'paid' | 'free',
  currency: row.currency as CurrencyCode,
  net: row.net,
  taxRate: row.tax_rate,
  tax: row.tax,
  total: row.total,
  offer:
    row.offer_net === null || row.offer_tax === null
      ? null
      : {
          net: row.offer_net,
          tax: row.offer_tax,
          total: row.offer_net + row.offer_tax,
          startsAt: row.offer_starts_at,
          endsAt: row.offer_ends_at,
        },
});
