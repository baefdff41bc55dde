import type { Temporal } from 'temporal-polyfill';
import type { ProductCard, ProductStatus, ProductType } from '#contract/catalog.ts';
import type { Language } from '#contract/shared/languages.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';
import { pictureFrom } from '#server/media/index.ts';
import { instantText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { liveNow } from './live-now.ts';
import { openedByOfRow } from './openings.queries.ts';
import { priceNow } from './prices.rules.ts';
import { pricesFrom, watchableOfRow } from './products.queries.ts';
import { pastShow } from './products.rules.ts';
import { overOf } from './session-json.queries.ts';

type SessionOfCard = {
  id: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  duration_minutes: number;
  capacity: number | null;
  seats_held: number;
  cancelled_at: string | null;
  session_count: number;
};

const endOf = sql.raw<string>(overOf('s'));

/**
 * The next showing that takes place and has not ended, else one ahead that was cancelled, else the
 * last one, with the number of all.
 */
const sessionOfCard = (at: string) =>
  sql<SessionOfCard>`(select d.*, count(*) over () as session_count
    from (select s.id, s.starts_at, ${endOf} as ends_at, s.zone, s.duration_minutes, s.capacity,
        s.seats_held, s.cancelled_at
      from product_sessions s where s.product_id = p.id offset 0) d
    order by d.ends_at > ${at} desc, d.ends_at > ${at} and d.cancelled_at is not null,
      case when d.ends_at > ${at} then d.starts_at end, d.starts_at desc
    limit 1)`.as<'s'>('s');

/** The rows of cards: a picture, a channel and a showing each, whatever the number of rows. */
export const cardRows = (db: Db, now: Temporal.Instant) =>
  db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .leftJoin('images as l', 'l.id', 'c.logo_id')
    .leftJoinLateral(sessionOfCard(instantText(now)), (join) => join.onTrue())
    .select([
      'p.id',
      'p.slug',
      'p.type',
      'p.status',
      'p.title',
      'p.short_description',
      'p.language',
      'p.plan',
      'p.currency',
      'p.net',
      'p.tax_rate',
      'p.tax',
      'p.total',
      'p.offer_net',
      'p.offer_tax',
      'p.offer_starts_at',
      'p.offer_ends_at',
      'p.is_rehearsal',
    ])
    .select(['c.id as channel_id', 'c.slug as channel_slug', 'c.title as channel_title'])
    .select([pictureFrom('i').as('picture'), pictureFrom('l').as('channel_logo')])
    .select(watchableOfRow('p.id').as('watchable'))
    .select(
      sql<number | null>`(select round(a.seconds)::int from assets a
        where a.id = p.asset_id and a.playable and p.type <> all(${clockTypes}))`.as('seconds'),
    )
    .select([
      's.id as session_id',
      's.starts_at',
      's.ends_at',
      's.zone',
      's.duration_minutes',
      's.capacity',
      's.seats_held',
      's.cancelled_at',
      's.session_count',
    ])
    .select(openedByOfRow().as('opened_by'));

export type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>['executeTakeFirstOrThrow']>>;

/** Rows as cards, in the same order, with who is on the air. */
export async function cardsFrom(
  rows: readonly CardRow[],
  now: Temporal.Instant,
): Promise<ProductCard[]> {
  const live = await liveNow(rows.map(({ id }) => id));
  return rows.map((row) => {
    const viewers = live.get(row.id);
    return cardFrom(row, now, viewers === undefined ? null : { viewers });
  });
}

const cardFrom = (row: CardRow, now: Temporal.Instant, live: ProductCard['live']): ProductCard => ({
  id: row.id,
  slug: row.slug,
  type: row.type as ProductType,
  plan: row.plan as ProductCard['plan'],
  status: row.status as ProductStatus,
  title: row.title,
  shortDescription: row.short_description,
  language: row.language as Language,
  picture: row.picture,
  channel: {
    id: row.channel_id,
    slug: row.channel_slug,
    title: row.channel_title,
    logo: row.channel_logo,
  },
  price: priceNow(pricesFrom(row), now),
  session: sessionFrom(row),
  sessionCount: row.session_count ?? 0,
  live,
  past: pastShow({ lastEnd: row.ends_at, onAir: live !== null, watchable: row.watchable }, now),
  seconds: row.seconds,
  rehearsal: row.is_rehearsal,
  openedBy: row.opened_by,
});

const sessionFrom = (row: CardRow): ProductCard['session'] =>
  row.session_id === null || row.starts_at === null
    ? null
    : {
        id: row.session_id,
        startsAt: row.starts_at,
        endsAt: row.ends_at as string,
        zone: row.zone as string,
        durationMinutes: row.duration_minutes as number,
        capacity: row.capacity,
        seatsLeft: row.capacity === null ? null : Math.max(0, row.capacity - (row.seats_held ?? 0)),
        cancelledAt: row.cancelled_at,
      };

/**
 * The cards of these products, in whatever state they are; unknown ids are left out. Whoever
 * shows them must have checked who may see them. One statement.
 */
export async function productCardsByIds(
  db: Db,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<Map<string, ProductCard>> {
  if (ids.length === 0) return new Map();
  const rows = await cardRows(db, now)
    .where('p.id', 'in', [...new Set(ids)])
    .execute();
  const cards = await cardsFrom(rows, now);
  return new Map(cards.map((card) => [card.id, card]));
}
