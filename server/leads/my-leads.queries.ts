import type { MyInterest, MyLeads, MyPlace } from '#contract/interest.ts';
import {
  findProduct,
  isPublic,
  mayEdit,
  type Product,
  saleIsOpen,
  seatsLeft,
} from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { interestCan } from './leads.rules.ts';
import { findInterest } from './leads.store.ts';
import { placeCan, whyNotJoin } from './waiting.rules.ts';

/** Has somebody a good ticket of this product? */
export async function hasGoodTicket(db: Db, userId: string, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the actor waits to be told of a product, and what they can do about it. */
export async function interestIn(actor: Actor, product: Product): Promise<MyInterest> {
  const thing = { channelId: product.channelId, productId: product.id };
  const asked = (await findInterest(db(), actor.id, thing)) !== null;
  const hasTicket = await hasGoodTicket(db(), actor.id, product.id);
  return { asked, can: interestCan(asked, { isPublic: isPublic(product), hasTicket }) };
}

/** What the actor has asked of a product, and where they stand in the lines of its sessions. */
export async function getMyLeads(actor: Actor, slug: string): Promise<MyLeads> {
  const product = orRefuse(await findProduct(db(), slug));
  const places = await listMyPlaces(db(), actor.id, product);
  const isReached = isPublic(product) || mayEdit(actor, product) || places.some((one) => one.state);
  orRefuse(isReached || null);
  return { interest: await interestIn(actor, product), places, serverNow: nowText() };
}

type Standing = { sessionId: string; state: NonNullable<MyPlace['state']>; number: number | null };
type Held = Standing & { until: string | null };

/** Sessions that have a line, or could have one; those with seats and without a place are left out. */
async function listMyPlaces(from: Db, userId: string, product: Product): Promise<MyPlace[]> {
  const held = new Map(
    (await listStandings(from, userId, product.id)).map((one) => [one.sessionId, one]),
  );
  const hasTicket = await hasGoodTicket(from, userId, product.id);
  const onSale = isPublic(product) && saleIsOpen(product, now());
  return product.sessions.flatMap((session) => {
    const place = held.get(session.id);
    const line = {
      startsAt: session.startsAt,
      isCancelled: session.cancelledAt !== null,
      seatsLeft: seatsLeft(session),
      onSale,
    };
    const canJoin = !hasTicket && whyNotJoin(line, now()) === null;
    const can = placeCan(place?.state ?? null, { canJoin });
    if (!place && !can.join) return [];
    return [
      {
        sessionId: session.id,
        startsAt: session.startsAt,
        state: place?.state ?? null,
        number: place?.number ?? null,
        until: place?.until ?? null,
        can,
      },
    ];
  });
}

/** "You are number N" is counted by the database, among those who wait for the same session. */
async function listStandings(db: Db, userId: string, productId: string): Promise<Held[]> {
  const rows = await db
    .selectFrom('waiting_places as w')
    .innerJoin('product_sessions as s', 's.id', 'w.session_id')
    .select(['w.session_id as sessionId', 'w.state'])
    .select([
      numberOf('w').as('number'),
      sql<string | null>`case when w.state = 'offered' then w.offered_until end`.as('until'),
    ])
    .where('w.user_id', '=', userId)
    .where('s.product_id', '=', productId)
    .where('w.state', 'in', ['waiting', 'offered', 'taken'])
    .where(
      sql<boolean>`(w.state <> 'offered' or w.offered_until > ${nowText()})
        and (w.state <> 'taken' or exists (select from orders o where o.id = w.order_id
          and o.state = 'pending'))`,
    )
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as Held['state'] }));
}

/** How many wait before a row of `waiting_places`, and itself; null of one that does not wait. */
export const numberOf = (row: string) =>
  sql<number | null>`case when ${sql.ref(`${row}.state`)} = 'waiting' then (
    select count(*) from waiting_places z where z.session_id = ${sql.ref(`${row}.session_id`)}
      and z.state = 'waiting' and z.number <= ${sql.ref(`${row}.number`)}) end`;
