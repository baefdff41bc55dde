import type { PlaceState } from '#contract/leads.ts';
import { mayAct } from '#server/accounts/index.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/**
 * A place at the end of a line, one for each person and session by an index; null when they have one.
 */
export async function insertPlace(
  tx: Db,
  place: { leadId: string; userId: string; sessionId: string; at: string },
): Promise<string | null> {
  const row = await tx
    .insertInto('waiting_places')
    .values({
      lead_id: place.leadId,
      user_id: place.userId,
      session_id: place.sessionId,
      joined_at: place.at,
      moved_at: place.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export type Place = {
  id: string;
  leadId: string;
  userId: string;
  sessionId: string;
  state: PlaceState;
};

const columns = ['id', 'lead_id', 'user_id', 'session_id', 'state'] as const;
type Row = { id: string; lead_id: string; user_id: string; session_id: string; state: string };
const asPlace = (row: Row): Place => ({
  id: row.id,
  leadId: row.lead_id,
  userId: row.user_id,
  sessionId: row.session_id,
  state: row.state as PlaceState,
});

type Move = {
  from: PlaceState;
  to: PlaceState;
  /** ISO text. */
  at: string;
  /** Until when the seat is held, when it is offered. */
  until?: string;
  orderId?: string;
};

/** The one writer of a place's state; null when it was not in `from` any more. */
export async function movePlace(tx: Db, id: string, move: Move): Promise<Place | null> {
  const { from, to, at, until, orderId } = move;
  const row = await tx
    .updateTable('waiting_places')
    .set({
      state: to,
      moved_at: at,
      ...(until ? { offered_at: at, offered_until: until, told_at: null } : {}),
      ...(orderId ? { order_id: orderId } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning(columns)
    .executeTakeFirst();
  return row ? asPlace(row) : null;
}

/** Is anybody in the line of a session who could get a seat? */
export async function hasLine(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_places')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('state', 'in', ['waiting', 'taken'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The person of a place `w` is one who may buy here and has neither ticket, order nor other offer. */
const isEligible = (productId: string) => sql<boolean>`(
  exists (select from users u where u.id = w.user_id and ${mayAct('u')})
  and not exists (select from tickets t where t.user_id = w.user_id
    and t.product_id = ${productId} and t.ended_at is null)
  and not exists (select from orders o join order_lines l on l.order_id = o.id
    where o.buyer_id = w.user_id and o.state = 'pending' and l.product_id = ${productId})
  and not exists (select from waiting_places x join product_sessions s on s.id = x.session_id
    where x.user_id = w.user_id and x.state = 'offered' and s.product_id = ${productId}))`;

/**
 * The first in the line of a session who can be offered a seat, locked to the end of the transaction;
 * null when there is none. A place that somebody is changing at this instant is passed over, so nobody
 * is waited for who may be waiting for us; the next seat, or the clock, comes to it.
 */
export async function lockNext(
  tx: Db,
  { sessionId, productId }: { sessionId: string; productId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select w.id from waiting_places w
    where w.session_id = ${sessionId} and w.state = 'waiting' and ${isEligible(productId)}
    order by w.number limit 1 for update of w skip locked`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Places of a session whose seat an order took over that has ended unpaid, while the time of their offer
 * has not; locked to the end of the transaction.
 */
export async function lockReturned(
  tx: Db,
  { sessionId, now }: { sessionId: string; now: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from waiting_places w join orders o on o.id = w.order_id
    where w.session_id = ${sessionId} and w.state = 'taken' and w.offered_until > ${now}
      and o.state in ('expired', 'failed', 'cancelled')
    order by w.number for update of w skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whose an order is, of a row of `waiting_places`. */
const isBuyersOf = (orderId: string) =>
  sql<boolean>`waiting_places.user_id = (select b.buyer_id from orders b where b.id = ${orderId})`;

type SeatOfOrder = { sessionId: string; orderId: string };

/** Is the buyer of an order in the line of this session? Mostly not, and no more need be asked. */
export async function hasPlace(tx: Db, { sessionId, orderId }: SeatOfOrder): Promise<boolean> {
  return (await placesOfBuyer(tx, sessionId, orderId)).length > 0;
}

const placesOfBuyer = builtOnce((tx: Db, sessionId: string, orderId: string) =>
  tx
    .selectFrom('waiting_places')
    .select('id')
    .where(isBuyersOf(orderId))
    .where('session_id', '=', sessionId)
    .where(sql<boolean>`state in ('waiting', 'offered', 'taken')`)
    .limit(1),
);

/** The offer that holds a seat for the buyer of an order at `now`; waits for whoever changes it. */
export async function lockOffer(
  tx: Db,
  { sessionId, orderId, now }: SeatOfOrder & { now: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('waiting_places')
    .select('id')
    .where(isBuyersOf(orderId))
    .where('session_id', '=', sessionId)
    .where('state', '=', 'offered')
    .where('offered_until', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}

/** An order that takes the place of another one, unpaid, goes on with its offer. */
export async function followOrder(tx: Db, { sessionId, orderId }: SeatOfOrder): Promise<void> {
  await tx
    .updateTable('waiting_places')
    .set({ order_id: orderId })
    .where(isBuyersOf(orderId))
    .where('session_id', '=', sessionId)
    .where('state', '=', 'taken')
    .where(
      sql<boolean>`exists (select from orders o where o.id = waiting_places.order_id
        and o.state in ('expired', 'failed', 'cancelled'))`,
    )
    .execute();
}

/** The sessions of a product in which an offer holds a seat for a person at `now`. */
export async function listOffersTo(
  db: Db,
  { userId, productId, now }: { userId: string; productId: string; now: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_places as w')
    .innerJoin('product_sessions as s', 's.id', 'w.session_id')
    .select('w.session_id')
    .where('w.user_id', '=', userId)
    .where('s.product_id', '=', productId)
    .where('w.state', '=', 'offered')
    .where('w.offered_until', '>', now)
    .execute();
  return rows.map(({ session_id }) => session_id);
}

/** Offers whose time is over at `now`, the oldest first. */
export async function listLapsedOffers(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_places')
    .select('id')
    .where('state', '=', 'offered')
    .where('offered_until', '<=', now)
    .orderBy('offered_until')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** The places of somebody, or of a session, that are not at their end; locked, in one order. */
export async function lockPlaces(
  tx: Db,
  which: { userId: string; sessionId?: string; productId?: string } | { sessionId: string },
): Promise<Place[]> {
  const rows = await tx
    .selectFrom('waiting_places')
    .select(columns)
    .where('state', 'in', ['waiting', 'offered', 'taken'])
    .$if('userId' in which, (query) =>
      query.where('user_id', '=', 'userId' in which ? which.userId : ''),
    )
    .$if(which.sessionId !== undefined, (query) =>
      query.where('session_id', '=', which.sessionId ?? ''),
    )
    .$if('productId' in which && which.productId !== undefined, (query) =>
      query.where('session_id', 'in', (e) =>
        e
          .selectFrom('product_sessions')
          .select('id')
          .where('product_id', '=', ('productId' in which && which.productId) || ''),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(asPlace);
}

/** Places at their end by themselves: the show has begun or does not take place, or was paid for. */
export async function listEnded(db: Db, now: string): Promise<Place[]> {
  const { rows } = await sql<Row>`
    select w.id, w.lead_id, w.user_id, w.session_id, w.state
    from waiting_places w join product_sessions s on s.id = w.session_id
    left join orders o on o.id = w.order_id
    where (w.state = 'waiting' and (s.starts_at <= ${now} or s.cancelled_at is not null))
      or (w.state = 'taken' and o.state in ('expired', 'failed', 'cancelled')
        and w.offered_until <= ${now})
    order by w.id limit 1000`.execute(db);
  return rows.map(asPlace);
}

/** Sessions that have a line and a free seat: what a stop of ours, or a passing lock, has missed. */
export async function listSessionsToOffer(db: Db, now: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from product_sessions s
    where s.starts_at > ${now} and s.cancelled_at is null
      and (s.capacity is null or s.seats_held < s.capacity)
      and exists (select from waiting_places w where w.session_id = s.id
        and w.state in ('waiting', 'taken'))
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Offers of which nobody was told yet, noted as told; of two who come at once one tells. */
export async function noteTold(tx: Db, now: string): Promise<string[]> {
  const rows = await tx
    .updateTable('waiting_places')
    .set({ told_at: now })
    .where('state', '=', 'offered')
    .where('told_at', 'is', null)
    .where('offered_until', '>', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
