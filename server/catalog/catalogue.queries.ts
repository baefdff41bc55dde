import type { Temporal } from 'temporal-polyfill';
import type { CatalogueQuery, ProductCard } from '#contract/catalog.ts';
import { now as clockNow, instantText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { cardRows, cardsFrom } from './cards.queries.ts';
import { hiddenOfRow } from './openings.queries.ts';
import { isToEnd } from './session-json.queries.ts';

export type Page<T> = { items: T[]; total: number; page: number; size: number };

export type CatalogueFilter = CatalogueQuery & {
  channelId?: string;
  /** Only these products. */
  ids?: readonly string[];
};

type Filter = Pick<CatalogueFilter, 'type' | 'plan' | 'language' | 'channelId' | 'ids'>;

/** What everyone may see and the site shows, and of it what was asked for. */
export const chosen = ({ type, plan, language, channelId, ids }: Filter) =>
  sql<boolean>`p.status = 'published' and c.state = 'published'
    and not ${hiddenOfRow()}
    ${type ? sql`and p.type = ${type}` : sql``}
    ${plan ? sql`and p.plan = ${plan}` : sql``}
    ${language ? sql`and p.language = ${language}` : sql``}
    ${channelId ? sql`and p.channel_id = ${channelId}` : sql``}
    ${ids ? sql`and p.id = any(${ids}::uuid[])` : sql``}`;

/** Is there a showing that has not ended? */
export const isUpcoming = (at: string) =>
  sql<boolean>`exists (select from product_sessions u where u.product_id = p.id
    and ${isToEnd('u', at)})`;

/** Are there showings, and all of them over? */
export const isPast = (at: string) =>
  sql<boolean>`(exists (select from product_sessions u where u.product_id = p.id)
    and not ${isUpcoming(at)})`;

const offerIsOn = (at: string) => sql`p.offer_net is not null
  and (p.offer_starts_at is null or p.offer_starts_at <= ${at})
  and (p.offer_ends_at is null or ${at} < p.offer_ends_at)`;

/** What is paid now, for sorting. */
export const totalNow = (at: string) => sql<number>`case when p.plan = 'free' then 0
  when ${offerIsOn(at)} then p.offer_net + p.offer_tax else p.total end`;

export const orders = {
  recent: () => sql`p.published_at desc, p.id desc`,
  /** What is nearest to its curtain first, then what is over, the latest first. */
  soon: (at: string) =>
    sql`s.ends_at > ${at} desc nulls last,
      case when s.ends_at > ${at} then s.starts_at end, s.starts_at desc, p.id`,
  title: () => sql`plain_text(p.title), p.id`,
  price: (at: string) => sql`p.currency, ${totalNow(at)}, p.id`,
};

const whens = {
  upcoming: isUpcoming,
  past: isPast,
  ahead: (at: string) => sql<boolean>`not ${isPast(at)}`,
};

/** Published products of published channels, a page at a time. Two statements. */
export async function listCatalogue(
  from: Db,
  filter: CatalogueFilter,
  now: Temporal.Instant,
): Promise<Page<ProductCard>> {
  const at = instantText(now);
  const { page, size, sort, when } = filter;
  const wanted = sql<boolean>`${chosen(filter)} ${when ? sql`and ${whens[when](at)}` : sql``}`;
  const [rows, total] = await Promise.all([
    cardRows(from, now)
      .where(wanted)
      .orderBy(orders[sort](at))
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countWhere(from, wanted),
  ]);
  return { items: await cardsFrom(rows, now), total, page, size };
}

export async function countWhere(from: Db, wanted: ReturnType<typeof chosen>): Promise<number> {
  const { total } = await from
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where(wanted)
    .executeTakeFirstOrThrow();
  return total;
}

export const listProducts = (query: CatalogueQuery) => listCatalogue(db(), query, clockNow());

/** The products of one published channel; an unpublished channel is nobody's to see. */
export async function listChannelProducts(
  slug: string,
  query: CatalogueQuery,
): Promise<Page<ProductCard>> {
  const channel = await db()
    .selectFrom('channels')
    .select('id')
    .where('slug', '=', slug)
    .where('state', '=', 'published')
    .executeTakeFirst();
  const { id } = orRefuse(channel);
  return listCatalogue(db(), { ...query, channelId: id }, clockNow());
}

/** The product that the home page shows first; null when none is chosen or can be seen. */
export async function findFeaturedCard(
  from: Db,
  now: Temporal.Instant,
): Promise<ProductCard | null> {
  const rows = await cardRows(from, now)
    .where(chosen({}))
    .where('p.featured', '=', true)
    .orderBy('p.published_at', 'desc')
    .limit(1)
    .execute();
  return (await cardsFrom(rows, now))[0] ?? null;
}
