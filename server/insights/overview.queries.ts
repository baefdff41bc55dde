import type { ChannelState } from '#contract/channels.ts';
import type { NextShow, Overview, Takings } from '#contract/insights.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { isPlaying, isToGive } from '#server/catalog/index.ts';
import { inLanguage, listNotifications } from '#server/notices/index.ts';
import { listStuck } from '#server/payouts/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findFirstSteps } from './hide-first-steps.ts';
import { type ChannelFacts, nextTasks, type ProductFacts } from './tasks.rules.ts';

/** The dashboard of one organizer. As many statements for a large house as for a small one. */
export async function findOverview(actor: Actor, language: Language): Promise<Overview> {
  const [channels, products, tickets, codes, takings, shows, notifications, steps] =
    await Promise.all([
      listChannels(actor.id),
      listProducts(actor.id),
      countTickets(actor.id),
      countCodes(actor.id),
      sumTakings(actor.id),
      listShows(actor.id),
      listNews(actor.id, language),
      findFirstSteps(actor.id),
    ]);
  const shop = channels.find(({ state }) => state === 'published');
  return {
    name: actor.name,
    channels: counts(channels, ({ state }) => state === 'published'),
    products: counts(products, ({ status }) => status !== 'draft'),
    tickets,
    codes,
    takings,
    now: nowText(),
    firstSteps: steps,
    shop: shop ? { slug: shop.slug, title: shop.title } : null,
    shows,
    tasks: nextTasks(channels, products),
    notifications,
    can: { createProduct: channels.some(({ state }) => state !== 'banned') },
  };
}

const counts = <T>(rows: readonly T[], isOut: (row: T) => boolean) => ({
  total: rows.length,
  published: rows.filter(isOut).length,
});

async function listChannels(ownerId: string): Promise<ChannelFacts[]> {
  const rows = await db()
    .selectFrom('channels')
    .select(['id', 'slug', 'title', 'state', 'state_reason', 'billing_iban'])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .execute();
  const stuck = await listStuck(db(), ownerId);
  return rows.map(({ id, slug, title, state, state_reason, billing_iban }) => ({
    slug,
    title,
    state: state as ChannelState,
    sentBack: state === 'draft' && state_reason !== '',
    hasIban: billing_iban !== '',
    stuck: stuck.get(id) ?? null,
  }));
}

async function listProducts(ownerId: string): Promise<ProductFacts[]> {
  const rows = await db()
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['p.slug', 'p.title', 'p.status', 'c.slug as channel'])
    .select(
      sql<boolean>`exists (select from product_sessions s where s.product_id = p.id)`.as('dated'),
    )
    .where('c.owner_id', '=', ownerId)
    .where('p.is_rehearsal', '=', false)
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map(({ dated, ...row }) => ({
    ...row,
    status: row.status as ProductFacts['status'],
    hasSessions: dated,
  }));
}

async function countTickets(ownerId: string): Promise<Overview['tickets']> {
  const since = instantText(now().subtract({ hours: 30 * 24 }));
  return db()
    .selectFrom('tickets as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number>`count(*) filter (where t.granted_at >= ${since})`.as('recent'))
    .where('c.owner_id', '=', ownerId)
    .where('p.is_rehearsal', '=', false)
    .where('t.ended_at', 'is', null)
    .executeTakeFirstOrThrow();
}

async function countCodes(ownerId: string): Promise<Overview['codes']> {
  return db()
    .selectFrom('coupon_codes as k')
    .innerJoin('coupons as o', 'o.id', 'k.coupon_id')
    .innerJoin('products as p', 'p.id', 'o.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(({ fn }) => fn.countAll<number>().as('issued'))
    .select(sql<number>`count(*) filter (where k.used_at is not null)`.as('used'))
    .where('c.owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
}

/** From the ledger, where what an account earned stands negative; refunds have turned some back. */
async function sumTakings(ownerId: string): Promise<Takings[]> {
  const rows = await db()
    .selectFrom('ledger_entries as l')
    .innerJoin('channels as c', 'c.id', 'l.channel_id')
    .select('l.currency')
    .select(
      sql<number>`coalesce(-sum(l.amount) filter (where l.account = 'platform_fee'), 0)::bigint`.as(
        'fees',
      ),
    )
    .select(
      sql<number>`coalesce(-sum(l.amount) filter (where l.account in ('organizer', 'donation', 'tax')), 0)::bigint`.as(
        'organizer',
      ),
    )
    .where('c.owner_id', '=', ownerId)
    // What was paid out to them was earned all the same.
    .where('l.order_id', 'is not', null)
    .groupBy('l.currency')
    .orderBy('l.currency')
    .execute();
  return rows.map(({ currency, fees, organizer }) => ({
    currency: currency as CurrencyCode,
    taken: organizer + fees,
    fees,
    organizer,
  }));
}

async function listShows(ownerId: string): Promise<NextShow[]> {
  const rows = await db()
    .selectFrom('product_sessions as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['s.id', 's.starts_at', 's.capacity', 'p.slug', 'p.title', 'p.status'])
    .select('c.slug as channel')
    .select(
      sql<number>`(select count(*) from tickets t where t.product_id = p.id and t.ended_at is null
        and (t.session_id = s.id or t.session_id is null))`.as('tickets'),
    )
    .select(
      sql<boolean>`(exists (select from broadcasts b where b.session_id = s.id and b.state = 'live')
        or ${isPlaying('s')})`.as('live'),
    )
    .where('c.owner_id', '=', ownerId)
    .where('s.cancelled_at', 'is', null)
    .where(isToGive('s', nowText()))
    .orderBy('s.starts_at')
    .limit(6)
    .execute();
  return rows.map((row) => ({
    sessionId: row.id,
    product: row.slug,
    channel: row.channel,
    title: row.title,
    status: row.status as NextShow['status'],
    startsAt: row.starts_at,
    tickets: row.tickets,
    capacity: row.capacity,
    live: row.live,
  }));
}

async function listNews(userId: string, language: Language): Promise<Overview['notifications']> {
  const rows = await listNotifications(db(), userId, { limit: 6, before: null, unread: false });
  return rows
    .map((row) => inLanguage(row, language))
    .map(({ id, subject, content, timestamp, readOn, payload }) => ({
      id,
      subject,
      content,
      at: timestamp,
      read: readOn !== null,
      path: pathIn(payload),
    }));
}

/** Only an address inside the product is a link. */
function pathIn(payload: unknown): string {
  const path = (payload as { path?: unknown } | null)?.path;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '';
}
