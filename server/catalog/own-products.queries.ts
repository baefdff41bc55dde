import type { Temporal } from 'temporal-polyfill';
import type {
  OwnProduct,
  OwnSession,
  ProductChange,
  ProductRow,
  RowQuery,
} from '#contract/catalog.ts';
import { now as clockNow, instantText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { whyNotCancel } from './cancellation.rules.ts';
import { cardRows, cardsFrom } from './cards.queries.ts';
import { totalNow } from './catalogue.queries.ts';
import { formOf } from './forms.rules.ts';
import { barredOfRow } from './openings.queries.ts';
import { priceNow } from './prices.rules.ts';
import { findProduct, findProductById, sessionsOfRow, stockOfRow } from './products.queries.ts';
import {
  lockedParts,
  mayEdit,
  missingParts,
  type Product,
  type ProductSession,
  productCan,
  requiredParts,
  saleState,
  seatsLeft,
  whyNot,
} from './products.rules.ts';
import { playsByClock } from './source.rules.ts';
import { localTime, offsetAt, readTime } from './times.rules.ts';

/** A product to work on; others' products do not exist. */
export async function getOwnProduct(actor: Actor, slug: string): Promise<OwnProduct> {
  const product = orRefuse(await findProduct(db(), slug));
  const own = orRefuse(mayEdit(actor, product) ? product : null);
  return ownView(db(), own, { actor, now: clockNow() });
}

/** Who looks, and when: what can be done depends on both. */
type Look = { actor: Actor; now: Temporal.Instant };

/** The same after a change, inside its transaction. */
export async function viewAfter(tx: Db, id: string, look: Look): Promise<OwnProduct> {
  return ownView(tx, orRefuse(await findProductById(tx, id)), look);
}

async function ownView(from: Db, product: Product, { actor, now }: Look): Promise<OwnProduct> {
  const owner = await from
    .selectFrom('users')
    .select(['id', 'email', sql<string>`trim(name || ' ' || surname)`.as('name')])
    .where('id', '=', product.ownerId)
    .executeTakeFirstOrThrow();
  const changes = await changesOf(from, product.id);
  const tickets = await ticketsOf(from, product.id);
  const { id, slug, title, state } = product.channel;
  return {
    id: product.id,
    slug: product.slug,
    type: product.type,
    status: product.status,
    title: product.title,
    channel: { id, slug, title, state },
    owner,
    picture: product.picture,
    bannerPicture: product.banner.picture,
    price: priceNow(product, now),
    form: formOf(product),
    sessions: product.sessions.map((session) => ownSession(product, session, { tickets, now })),
    sale: saleState(product, now),
    featured: product.featured,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    publishedAt: product.publishedAt,
    missing: missingParts(product, now),
    locked: [...lockedParts(product)],
    required: [...requiredParts(product)],
    playsSeconds: playsByClock(product) && product.source ? product.source.ms / 1000 : null,
    changes,
    can: productCan(actor, product, now),
    because: whyNot(actor, product, now),
  };
}

/** The last twenty changes, the newest first. */
async function changesOf(from: Db, productId: string): Promise<ProductChange[]> {
  const rows = await from
    .selectFrom('product_changes as h')
    .innerJoin('users as u', 'u.id', 'h.changed_by')
    .select(['h.id', 'h.what', 'h.changed_at as changedAt', 'h.before', 'h.after'])
    .select(sql<string>`trim(u.name || ' ' || u.surname)`.as('changedBy'))
    .where('h.product_id', '=', productId)
    .orderBy('h.id', 'desc')
    .limit(20)
    .execute();
  return rows as ProductChange[];
}

type Tickets = { sessionId: string | null; count: number }[];

/** How many tickets each showing has; one without a showing opens them all. */
const ticketsOf = (from: Db, productId: string): Promise<Tickets> =>
  from
    .selectFrom('tickets')
    .select(['session_id as sessionId'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .groupBy('session_id')
    .execute();

function ownSession(
  product: Product,
  session: ProductSession,
  { tickets, now }: { tickets: Tickets; now: Temporal.Instant },
): OwnSession {
  const { seatsHeld, onAir: _, overAt: _over, ...shown } = session;
  const startsLocal = localTime(session.startsAt, session.zone);
  const read = readTime(startsLocal, session.zone);
  return {
    ...shown,
    seatsHeld,
    tickets: tickets
      .filter(({ sessionId }) => sessionId === session.id || sessionId === null)
      .reduce((sum, { count }) => sum + count, 0),
    seatsLeft: seatsLeft(session),
    startsLocal,
    offset: offsetAt(session.startsAt, session.zone),
    ambiguous: !read.fault && read.ambiguous,
    can: { cancel: whyNotCancel(product, session, now) === null },
  };
}

const sorts = {
  title: () => sql`plain_text(p.title)`,
  createdAt: () => sql`p.created_at`,
  publishedAt: () => sql`p.published_at`,
  session: () => sql`s.starts_at`,
  price: (at: string) => totalNow(at),
  status: () => sql`p.status`,
} as const;

/** What a search asks, on whatever page. */
export type RowSearch = Omit<RowQuery, 'page' | 'size'>;

/** The products of the actor's channels; rehearsal rooms have a list of their own. */
export const listOwnProducts = (actor: Actor, query: RowQuery) =>
  listRows(sql`c.owner_id = ${actor.id}`, query);

/** Every product. */
export const listAllProducts = (query: RowQuery) => listRows(sql`true`, query);

/** Rows of the desk with how the sale of each stands. Two statements. */
async function listRows(whose: ReturnType<typeof sql>, query: RowQuery) {
  const now = clockNow();
  const { page, size } = query;
  const wanted = rowsWanted(whose, query);
  const [rows, { total }] = await Promise.all([
    deskRows(now)
      .where(wanted)
      .orderBy(orderOf(query, now))
      .orderBy('p.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countRows(wanted),
  ]);
  return { items: await rowsFrom(rows, now), total, page, size };
}

const deskRows = (now: Temporal.Instant) =>
  cardRows(db(), now)
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['p.featured', 'p.created_at', 'p.published_at', 'p.sales_starts_at'])
    .select(['p.sales_ends_at', 'p.expires_at', 'c.state as channel_state'])
    .select([
      'u.id as owner_id',
      'u.email',
      sql<string>`trim(u.name || ' ' || u.surname)`.as('owner'),
    ])
    .select([
      sessionsOfRow('p.id').as('sessions'),
      barredOfRow.as('barred'),
      stockOfRow('p.id').as('stock'),
    ]);

function orderOf({ sort }: RowSearch, now: Temporal.Instant) {
  const column = sort.replace('-', '') as keyof typeof sorts;
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`${sorts[column](instantText(now))} ${direction} nulls last`;
}

type Rows = Awaited<ReturnType<ReturnType<typeof deskRows>['execute']>>;

async function rowsFrom(rows: Rows, now: Temporal.Instant): Promise<ProductRow[]> {
  const cards = await cardsFrom(rows, now);
  return rows.flatMap((row, index): ProductRow[] => {
    const card = cards[index];
    return card ? [{ ...card, ...deskParts(row, now) }] : [];
  });
}

/** The ids of all products that match, in the order of the list, `most` at most. */
export async function productIds(query: RowSearch, most: number): Promise<string[]> {
  const now = clockNow();
  const rows = await deskRows(now)
    .clearSelect()
    .select('p.id')
    .where(rowsWanted(sql`true`, query))
    .orderBy(orderOf(query, now))
    .orderBy('p.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** These products, in any order. */
export async function productRowsByIds(ids: string[]): Promise<ProductRow[]> {
  const now = clockNow();
  const rows = await deskRows(now).where('p.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return rowsFrom(rows, now);
}

const rowsWanted = (whose: ReturnType<typeof sql>, { status, type, channel, q }: RowSearch) =>
  sql<boolean>`${whose} and not p.is_rehearsal
    ${status ? sql`and p.status = ${status}` : sql``}
    ${type ? sql`and p.type = ${type}` : sql``}
    ${channel ? sql`and c.slug = ${channel}` : sql``}
    ${q ? sql`and (p.search_text like ${likeOf(q)} or plain_text(c.title) like ${likeOf(q)})` : sql``}`;

const likeOf = (q: string) => sql`'%' || plain_text(${q.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`;

const countRows = (wanted: ReturnType<typeof rowsWanted>) =>
  db()
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where(wanted)
    .executeTakeFirstOrThrow();

type DeskRow = {
  type: string;
  featured: boolean;
  created_at: string;
  published_at: string | null;
  sales_starts_at: string | null;
  sales_ends_at: string | null;
  expires_at: string | null;
  channel_state: string;
  status: string;
  owner_id: string;
  owner: string;
  email: string;
  sessions: ProductSession[];
  watchable: boolean;
  barred: boolean;
  stock: Product['stock'];
};

const deskParts = (row: DeskRow, now: Temporal.Instant) => ({
  featured: row.featured,
  createdAt: row.created_at,
  publishedAt: row.published_at,
  owner: { id: row.owner_id, name: row.owner, email: row.email },
  sale: saleState(
    {
      type: row.type as Product['type'],
      status: row.status as Product['status'],
      channel: { state: row.channel_state as Product['channel']['state'] },
      salesStartsAt: row.sales_starts_at,
      salesEndsAt: row.sales_ends_at,
      expiresAt: row.expires_at,
      sessions: row.sessions,
      watchable: row.watchable,
      isBarred: row.barred,
      stock: row.stock,
    },
    now,
  ),
});
