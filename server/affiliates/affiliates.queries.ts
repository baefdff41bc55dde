import type {
  Affiliate,
  AffiliateName,
  AffiliateState,
  AffiliateSum,
  AffiliatesQuery,
} from '#contract/affiliates.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import {
  affiliateCan,
  type Credit,
  commissionOf,
  earnsCredit,
  mayKeepAffiliate,
  pathOf,
} from './affiliates.rules.ts';

/** What a search asks, on whatever page. */
export type AffiliatesSearch = Omit<AffiliatesQuery, 'page' | 'size'>;

const affiliates = () =>
  db()
    .selectFrom('affiliates as a')
    .innerJoin('channels as c', 'c.id', 'a.channel_id')
    .leftJoin('products as p', 'p.id', 'a.product_id');

const matches = (query: AffiliatesSearch, ownerId: string) =>
  affiliates()
    .where('c.owner_id', '=', ownerId)
    .$if(query.channel !== undefined, (from) => from.where('c.slug', '=', query.channel as string))
    .$if(query.state !== undefined, (from) => from.where('a.state', '=', query.state as string))
    .$if(Boolean(query.q), (from) =>
      from.where(
        sql<boolean>`plain_text(a.name || ' ' || a.code || ' ' || coalesce(p.title, c.title))
          like plain_text(${containing(query.q ?? '')})`,
      ),
    );

/** Lines that were paid for, of a row `a`; a bundle is sold by its parts. */
const paidLines = sql`from order_lines l join orders o on o.id = l.order_id
  where l.affiliate_id = a.id and l.kind <> 'bundle' and o.paid_at is not null`;

type SumRow = Omit<AffiliateSum, 'commission'>;

/**
 * The sums of the books, by currency: what buyers paid for these lines, what went back to them, and
 * both without tax. What is earned is negative in the books; orders themselves are never summed.
 */
const sumsOf = sql<SumRow[]>`(
  select coalesce(jsonb_agg(to_jsonb(x) order by x.currency), '[]') from (
    select e.currency,
      coalesce(-sum(e.amount) filter (where e.posting like 'payment:%'), 0)::bigint as paid,
      coalesce(sum(e.amount) filter (where e.posting like 'refund:%'), 0)::bigint as refunded,
      coalesce(-sum(e.amount) filter (where e.account <> 'tax'), 0)::bigint as base
    from order_lines l join ledger_entries e on e.order_id = l.order_id and e.part_id = l.id
    where l.affiliate_id = a.id
      and e.account in ('organizer', 'donation', 'support', 'tax', 'platform_fee', 'platform_cost')
      and (e.posting like 'payment:%' or e.posting like 'refund:%')
    group by e.currency) x)`;

const withFacts = (found: ReturnType<typeof affiliates>) =>
  found
    .select(['a.id', 'a.name', 'a.code', 'a.commission_bp', 'a.state', 'a.created_at'])
    .select(['c.owner_id', 'c.slug as channel_slug', 'c.title as channel_title'])
    .select(['p.slug', 'p.title', sumsOf.as('sums')])
    .select([
      sql<number>`(select coalesce(sum(k.clicks), 0)::int from affiliate_clicks k
        where k.affiliate_id = a.id)`.as('clicks'),
      sql<number>`(select count(distinct o.id)::int ${paidLines})`.as('orders'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

function affiliateFrom(row: Row): Affiliate {
  const { id, name, code, clicks, orders } = row;
  const state = row.state as AffiliateState;
  const channel = { slug: row.channel_slug, title: row.channel_title };
  const product = row.slug === null ? null : { slug: row.slug, title: row.title ?? '' };
  return {
    ...{ id, name, code, channel, product, state, clicks, orders },
    commission: row.commission_bp,
    path: pathOf({ code, channel, product }),
    sums: row.sums.map((sum) => ({
      ...sum,
      currency: sum.currency as CurrencyCode,
      commission: commissionOf(sum.base, row.commission_bp),
    })),
    createdAt: row.created_at,
    can: affiliateCan({ state }),
  };
}

/** The affiliates of the actor's own channels; a channel of somebody else does not exist here. */
export async function listAffiliates(actor: Actor, query: AffiliatesQuery) {
  await demandOwn(actor, query);
  const { page, size } = query;
  const { total } = await matches(query, actor.id)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withFacts(matches(query, actor.id))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: rows.map(affiliateFrom), total, page, size };
}

export async function demandOwn(actor: Actor, { channel }: AffiliatesSearch): Promise<void> {
  if (channel !== undefined) orRefuse(await findOwnChannel(db(), actor, channel));
}

/** The ids of all that match, in the order of the list, `most` at most. */
export async function affiliateIds(query: AffiliatesSearch, ownerId: string, most: number) {
  const rows = await matches(query, ownerId)
    .select('a.id')
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** These affiliates, in any order. */
export async function affiliatesByIds(ids: string[]): Promise<Affiliate[]> {
  const rows = await withFacts(affiliates())
    .where('a.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(affiliateFrom);
}

/** One affiliate of the actor's own channels. Refuses 404. */
export async function getAffiliate(actor: Actor, id: string): Promise<Affiliate> {
  const row = orRefuse(await withFacts(affiliates()).where('a.id', '=', id).executeTakeFirst());
  orRefuse(mayKeepAffiliate(actor, { ownerId: row.owner_id }) || null);
  return affiliateFrom(row);
}

/**
 * By name, to filter sales by: those of an organizer, or (null) of all channels, those that have
 * brought something. The first two hundred.
 */
export async function listNames(ownerId: string | null): Promise<AffiliateName[]> {
  return affiliates()
    .$if(ownerId !== null, (from) => from.where('c.owner_id', '=', ownerId as string))
    .$if(ownerId === null, (from) =>
      from.where(sql<boolean>`exists (select from order_lines l where l.affiliate_id = a.id)`),
    )
    .select(['a.id', 'a.name', 'a.code'])
    .orderBy('a.name')
    .orderBy('a.id')
    .limit(200)
    .execute();
}

type Asked = { channelId: string; code: string | undefined; buyerId: string };

/**
 * To whom a purchase of a channel counts, by the code that the buyer's browser has kept. Null for one
 * that is unknown, ended or another channel's: it never stands in the way of a purchase.
 */
export async function creditOf(from: Db, asked: Asked): Promise<Credit | null> {
  if (!asked.code) return null;
  const row = await from
    .selectFrom('affiliates as a')
    .innerJoin('channels as c', 'c.id', 'a.channel_id')
    .select(['a.id', 'a.product_id', 'a.state', 'c.owner_id'])
    .where('a.channel_id', '=', asked.channelId)
    .where('a.code', '=', asked.code.toUpperCase())
    .executeTakeFirst();
  if (!row) return null;
  const link = { state: row.state as AffiliateState, ownerId: row.owner_id };
  return earnsCredit(link, { id: asked.buyerId })
    ? { id: row.id, productId: row.product_id }
    : null;
}

type Place = { of: 'product' | 'channel'; slug: string };

/** The active link of this code to a page that everybody sees, with its channel; null when none. */
export async function findVisited(code: string, { of, slug }: Place) {
  const row = await db()
    .selectFrom('affiliates as a')
    .innerJoin('channels as c', 'c.id', 'a.channel_id')
    .select(['a.id', 'c.slug as channel'])
    .where('a.code', '=', code)
    .where('a.state', '=', 'active')
    .where('c.state', '=', 'published')
    .$if(of === 'channel', (from) => from.where('c.slug', '=', slug))
    .$if(of === 'product', (from) =>
      from.where((e) =>
        e.exists(
          e
            .selectFrom('products as p')
            .select('p.id')
            .whereRef('p.channel_id', '=', 'c.id')
            .where('p.slug', '=', slug)
            .where('p.status', '=', 'published'),
        ),
      ),
    )
    .executeTakeFirst();
  return row ?? null;
}
