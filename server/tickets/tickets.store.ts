import type { Insertable } from 'kysely';
import type { TicketSource } from '#contract/tickets.ts';
import { sessionEnd } from '#server/catalog/index.ts';
import { rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type DB, type Db, sql } from '#server/platform/database/index.ts';
import { accessOf, findPass, type Pass } from '#server/subscriptions/index.ts';

/** A ticket that is good, or was: `endedAt` is null while it is. */
export type TicketRow = {
  id: string;
  userId: string;
  productId: string;
  sessionId: string | null;
  source: TicketSource;
  orderId: string | null;
  grantedAt: string;
  endedAt: string | null;
  /** It ended because its showing was cancelled. */
  isCancelled: boolean;
  /** Until when the subscription that gave it opens it; null: none gave it. */
  validUntil: string | null;
};

/** Why a ticket ended whose showing does not take place. */
export const endedByCancellation = 'session_cancelled';

/** Why a ticket ended when a better one of the same product took its place: whoever has both hears nothing. */
export const endedByReplacing = 'replaced';

/** Why a ticket ended whose time was over when another of the same product took its place. */
export const endedByTime = 'expired';

export type NewTicket = {
  userId: string;
  productId: string;
  sessionId: string | null;
  source: TicketSource;
  orderId: string | null;
  /** Of what gave it, where that is a subscription. */
  subscriptionId?: string;
  /** ISO text. */
  now: string;
};

/** Writes a ticket; null when the person has one for this product already. */
export async function insertTicket(tx: Db, ticket: NewTicket): Promise<string | null> {
  const [row] = await inserting(tx, {
    user_id: ticket.userId,
    product_id: ticket.productId,
    session_id: ticket.sessionId,
    source: ticket.source,
    order_id: ticket.orderId,
    subscription_id: ticket.subscriptionId ?? null,
    granted_at: ticket.now,
  });
  return row?.id ?? null;
}

const inserting = rowBuiltOnce((tx: Db, row: Insertable<DB['tickets']>) =>
  tx
    .insertInto('tickets')
    .values({ ...row })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning('id'),
);

/** Ends the good tickets that match; answers those that ended now. */
export async function markEnded(
  tx: Db,
  which:
    | { ticketId: string }
    | { orderId: string; productId: string | null }
    | { productId: string },
  end: { reason: string; at: string },
): Promise<{ ticketId: string; userId: string; productId: string }[]> {
  const rows = await tx
    .updateTable('tickets')
    .set({ ended_at: end.at, end_reason: end.reason })
    .where('ended_at', 'is', null)
    .where((e) => {
      if ('ticketId' in which) return e('id', '=', which.ticketId);
      if ('orderId' in which) {
        const ofOrder = e('order_id', '=', which.orderId);
        return which.productId ? e.and([ofOrder, e('product_id', '=', which.productId)]) : ofOrder;
      }
      return e('product_id', '=', which.productId);
    })
    .returning(['id', 'user_id', 'product_id'])
    .execute();
  return rows.map((row) => ({ ticketId: row.id, userId: row.user_id, productId: row.product_id }));
}

const tickets = (db: Db) =>
  db
    .selectFrom('tickets')
    .select(['id', 'user_id', 'product_id', 'session_id', 'source', 'order_id'])
    .select(['granted_at', 'ended_at', 'end_reason'])
    .select(sql.raw<string | null>(accessOf('tickets.subscription_id')).as('valid_until'));

type Row = Awaited<ReturnType<ReturnType<typeof tickets>['execute']>>[number];

const asTicket = (row: Row): TicketRow => ({
  id: row.id,
  userId: row.user_id,
  productId: row.product_id,
  sessionId: row.session_id,
  source: row.source as TicketSource,
  orderId: row.order_id,
  grantedAt: row.granted_at,
  endedAt: row.ended_at,
  isCancelled: row.end_reason === endedByCancellation,
  validUntil: row.valid_until,
});

/** The good ticket of a person for a product; null without one. */
export async function findTicketOf(
  db: Db,
  userId: string,
  productId: string,
): Promise<TicketRow | null> {
  const row = await tickets(db)
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ? asTicket(row) : null;
}

/** Those of a person for some products as one value; `user` and `products` are SQL for their ids. */
export const goodTicketsOf = (user: ReturnType<typeof sql>, products: ReturnType<typeof sql>) =>
  sql<TicketRow[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'userId', t.user_id,
      'productId', t.product_id, 'sessionId', t.session_id, 'source', t.source,
      'orderId', t.order_id, 'grantedAt', ${instantOf('t.granted_at')}, 'endedAt', null,
      'isCancelled', false,
      'validUntil', ${instantOf(accessOf('t.subscription_id'))}) order by t.product_id), '[]')
    from tickets t where t.user_id = ${user} and t.product_id = any(${products})
      and t.ended_at is null)`;

/** All good tickets of a person, newest first. */
export async function listTicketsOf(db: Db, userId: string): Promise<TicketRow[]> {
  const rows = await tickets(db)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(asTicket);
}

/**
 * Tickets of a person that ended because their showing was cancelled, until its hour is over, newest
 * first, where no good one took their place; of one product when given.
 */
export async function listCancelledTicketsOf(
  db: Db,
  userId: string,
  { at, productId }: { at: string; productId?: string },
): Promise<TicketRow[]> {
  const rows = await tickets(db)
    .where('user_id', '=', userId)
    .where('end_reason', '=', endedByCancellation)
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? ''))
    .where(
      sql<boolean>`exists (select from product_sessions s where s.product_id = tickets.product_id
        and s.cancelled_at is not null and s.id = coalesce(tickets.session_id, s.id)
        and ${sql.raw(sessionEnd)} > ${at})`,
    )
    .where(
      sql<boolean>`not exists (select from tickets t where t.user_id = tickets.user_id
        and t.product_id = tickets.product_id
        and (t.ended_at is null or t.end_reason = ${endedByCancellation} and t.id > tickets.id))`,
    )
    .orderBy('id', 'desc')
    .execute();
  return rows.map(asTicket);
}

/**
 * The ticket by which a person meets a product: the good one, else what a subscription opens, else one
 * whose showing was cancelled. What a subscription opens becomes a ticket by `takePass`; until then it
 * has the name of the subscription.
 */
export async function findShownTicketOf(
  db: Db,
  userId: string,
  { productId, at }: { productId: string; at: string },
): Promise<TicketRow | null> {
  const good = await findTicketOf(db, userId, productId);
  if (good && !hasLapsed(good, at)) return good;
  const pass = await findPass(db, { userId, productId, at });
  if (pass) return ticketOf(pass, { userId, productId });
  return good ?? (await listCancelledTicketsOf(db, userId, { at, productId }))[0] ?? null;
}

/** The subscription that gave it is over. */
const hasLapsed = ({ validUntil }: TicketRow, at: string): boolean =>
  validUntil !== null && validUntil <= at;

const ticketOf = (pass: Pass, of: { userId: string; productId: string }): TicketRow => ({
  ...of,
  id: pass.subscriptionId,
  sessionId: null,
  source: 'subscription',
  orderId: null,
  grantedAt: pass.since,
  endedAt: null,
  isCancelled: false,
  validUntil: pass.accessUntil,
});

/**
 * The ticket by which a person enters a product, in the caller's transaction: what a subscription opens
 * becomes one now, in place of one that an earlier subscription gave. Others are answered as they are.
 */
export async function takePass(
  tx: Db,
  { userId, productId, at }: { userId: string; productId: string; at: string },
): Promise<TicketRow | null> {
  const shown = await findShownTicketOf(tx, userId, { productId, at });
  const good = await findTicketOf(tx, userId, productId);
  if (shown?.source !== 'subscription' || shown.id === good?.id) return shown;
  if (good) await markEnded(tx, { ticketId: good.id }, { reason: endedByTime, at });
  const subscriptionId = shown.id;
  const ticket = { userId, productId, subscriptionId, sessionId: null, orderId: null, now: at };
  // Of two windows that enter at once the second finds the ticket of the first.
  await insertTicket(tx, { ...ticket, source: 'subscription' });
  return findTicketOf(tx, userId, productId);
}

/** A good ticket whose showing does not take place, or, for one without a showing, none does. */
export type LostTicket = { id: string; userId: string; orderId: string | null };

/** Those of a cancelled showing by ascending id, after one of them when given. */
export async function listLostTickets(
  db: Db,
  { productId, sessionId }: { productId: string; sessionId: string },
  { after, limit }: { after: string | null; limit: number },
): Promise<LostTicket[]> {
  return db
    .selectFrom('tickets as t')
    .select(['t.id', 't.user_id as userId', 't.order_id as orderId'])
    .where(lostWith({ productId, sessionId }))
    .$if(after !== null, (query) => query.where('t.id', '>', after ?? ''))
    .orderBy('t.id')
    .limit(limit)
    .execute();
}

/** Is a row `t` of `tickets` good, and lost with this showing once it is cancelled? */
export const lostWith = ({ productId, sessionId }: { productId: string; sessionId: string }) =>
  sql<boolean>`t.product_id = ${productId} and t.ended_at is null and (t.session_id = ${sessionId}
    or t.session_id is null and not exists (select from product_sessions x
      where x.product_id = ${productId} and x.id <> ${sessionId} and x.cancelled_at is null))`;
