import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import type { Coupon, CouponCodeRow, CouponCodeState } from '#contract/tickets.ts';
import { couponCodeStates } from '#contract/tickets.ts';
import { type Person, peopleByIds } from '#server/accounts/index.ts';
import { findProduct, mayEdit, sessionJson } from '#server/catalog/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';

/** The state that people see, in SQL; the same rule as `codeState`. */
const shownState = (now: string) =>
  sql<CouponCodeState>`case when k.state in ('used', 'revoked') then k.state
    when k.state = 'reserved' and k.reserved_until > ${now} then 'reserved'
    when c.valid_until <= ${now} then 'expired' else 'free' end`;

const sessionOfCoupon = sql<Coupon['session']>`(
  select ${sessionJson} from product_sessions s where s.id = c.session_id)`;

const countsOfCoupon = (now: string) => sql<Partial<Coupon['counts']>>`(
  select coalesce(jsonb_object_agg(state, n), '{}') from (
    select ${shownState(now)} as state, count(*) as n from coupon_codes k
    where k.coupon_id = c.id group by 1) as counted)`;

const coupons = (db: Db, now: string) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('products as p', 'p.id', 'c.product_id')
    .innerJoin('channels as h', 'h.id', 'p.channel_id')
    .select(['c.id', 'c.product_id', 'c.quantity', 'c.net', 'c.tax', 'c.currency'])
    .select(['c.valid_until', 'c.created_at', 'p.slug', 'p.title'])
    .select([sessionOfCoupon.as('session'), countsOfCoupon(now).as('counts')]);

type Row = Awaited<ReturnType<ReturnType<typeof coupons>['executeTakeFirstOrThrow']>>;

function asCoupon(row: Row): Coupon {
  const none = Object.fromEntries(couponCodeStates.map((state) => [state, 0]));
  const counts = { ...none, ...row.counts } as Coupon['counts'];
  return {
    id: row.id,
    productId: row.product_id,
    product: { slug: row.slug, title: row.title },
    session: row.session,
    quantity: row.quantity,
    net: row.net,
    tax: row.tax,
    total: row.net + row.tax,
    currency: row.currency as CurrencyCode,
    validUntil: row.valid_until,
    createdAt: row.created_at,
    counts,
    can: { revoke: counts.free + counts.expired > 0 },
  };
}

/** One batch within the actor's reach: the owner of the channel, administrators. */
export async function getCoupon(actor: Actor, id: string): Promise<Coupon> {
  const row = await coupons(db(), nowText())
    .where('c.id', '=', id)
    .$if(!isAdmin(actor), (query) => query.where('h.owner_id', '=', actor.id))
    .executeTakeFirst();
  return asCoupon(orRefuse(row));
}

/** The batches of one product. */
export async function listCouponsOfProduct(actor: Actor, slug: string) {
  const product = orRefuse(await findProduct(db(), slug));
  if (!mayEdit(actor, product)) refuse('SERVER_ERROR_NOT_FOUND');
  const rows = await coupons(db(), nowText())
    .where('c.product_id', '=', product.id)
    .orderBy('c.id', 'desc')
    .execute();
  return { items: rows.map(asCoupon), can: { make: product.status !== 'draft' } };
}

/** All batches of the actor's own channels. */
export async function listCoupons(actor: Actor, { page, size, q }: PageQuery) {
  const reached = coupons(db(), nowText())
    .where('h.owner_id', '=', actor.id)
    .$if(Boolean(q), (query) =>
      query.where(sql<boolean>`plain_text(p.title) like plain_text(${containing(q ?? '')})`),
    );
  const { total } = await reached
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await reached
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: rows.map(asCoupon), total, page, size };
}

const codes = (couponId: string, now: string) =>
  db()
    .selectFrom('coupon_codes as k')
    .innerJoin('coupons as c', 'c.id', 'k.coupon_id')
    .leftJoin('tickets as t', (join) =>
      join.onRef('t.order_id', '=', 'k.order_id').onRef('t.product_id', '=', 'c.product_id'),
    )
    .select(['k.code', 'k.used_at', 't.user_id', shownState(now).as('shown')])
    .where('k.coupon_id', '=', couponId);

type CodeRow = Awaited<ReturnType<ReturnType<typeof codes>['executeTakeFirstOrThrow']>>;

function asCodeRow(row: CodeRow, people: Map<string, Person>): CouponCodeRow {
  const person = row.shown === 'used' && row.user_id ? people.get(row.user_id) : undefined;
  return {
    code: row.code,
    state: row.shown,
    usedAt: row.used_at,
    usedBy: person
      ? { name: `${person.name} ${person.surname}`.trim(), email: person.email }
      : null,
    can: { revoke: row.shown === 'free' || row.shown === 'expired' },
  };
}

const withPeople = async (rows: CodeRow[]): Promise<CouponCodeRow[]> => {
  const ids = rows.flatMap(({ user_id }) => (user_id ? [user_id] : []));
  const people = await peopleByIds(db(), ids);
  return rows.map((row) => asCodeRow(row, people));
};

/** The codes of a batch, page by page. */
export async function listCodes(
  actor: Actor,
  couponId: string,
  { page, size, q, state }: PageQuery & { state?: CouponCodeState | undefined },
) {
  const { id } = await getCoupon(actor, couponId);
  const now = nowText();
  const part = containing((q ?? '').toUpperCase());
  const reached = codes(id, now)
    .$if(Boolean(q), (query) => query.where('k.code', 'like', part))
    .$if(state !== undefined, (query) =>
      query.where(shownState(now), '=', state as CouponCodeState),
    );
  const { total } = await reached
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await reached
    .orderBy('k.code')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: await withPeople(rows), total, page, size };
}

/** One code of a batch. */
export async function findCodeRow(couponId: string, code: string): Promise<CouponCodeRow | null> {
  const rows = await codes(couponId, nowText()).where('k.code', '=', code).execute();
  return (await withPeople(rows))[0] ?? null;
}

/** The ids of all codes of a batch, which are the codes themselves, `most` at most. */
export async function codesOfBatch(couponId: string, most: number): Promise<string[]> {
  const rows = await codes(couponId, nowText()).orderBy('k.code').limit(most).execute();
  return rows.map(({ code }) => code);
}

/** These codes of a batch with their states, in any order. */
export async function codeStatesOf(couponId: string, of: string[]) {
  const rows = await codes(couponId, nowText())
    .where('k.code', '=', sql<string>`any(${of}::text[])`)
    .execute();
  return rows.map(({ code, shown }) => ({ id: code, state: shown }));
}
