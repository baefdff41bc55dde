import type { Session } from '#contract/catalog.ts';
import type { Gift, GiftState, GivenGift } from '#contract/gifts.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import { findProductById, productCardsByIds, sessionJson } from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { findShownTicketOf, playbackState } from '#server/tickets/index.ts';
import { giftCan, stateNow, whyNotAccept } from './gifts.rules.ts';

const gifts = (from: Db) =>
  from
    .selectFrom('gifts as g')
    .innerJoin('products as p', 'p.id', 'g.product_id')
    .innerJoin('users as u', 'u.id', 'g.buyer_id')
    .leftJoin('product_sessions as s', 's.id', 'g.session_id')
    .select(['g.id', 'g.order_id', 'g.state', 'g.email', 'g.name', 'g.message', 'g.send_at'])
    .select(['g.sent_at', 'g.accepted_at', 'g.expires_at', 'g.letters', 'g.product_id'])
    .select(['p.slug', 'p.title', 'u.name as giver_name', 'u.surname as giver_surname'])
    .select(
      sql<Session | null>`case when s.id is null then null else ${sessionJson} end`.as('session'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof gifts>['executeTakeFirstOrThrow']>>;

const factsOf = ({ state, expires_at, letters, email }: Row) => ({
  state: state as GiftState,
  expiresAt: expires_at,
  letters,
  email,
});

/** SQL: was the gift of this line of an order accepted? `line` is a column with its id. */
export const isAccepted = (line: string) => sql<boolean>`exists (
  select from gifts where gifts.line_id = ${sql.ref(line)} and gifts.state = 'accepted')`;

/**
 * Does a ticket of this person keep them from taking another? `over` is one that gives way: a rental
 * whose time is over, and what a subscription opens, for that is had for a time only.
 */
export async function isOwned(from: Db, userId: string, productId: string) {
  const ticket = await findShownTicketOf(from, userId, { productId, at: nowText() });
  if (!ticket || ticket.isCancelled) return { owned: false, over: null };
  if (ticket.source === 'subscription') return { owned: false, over: ticket };
  const product = orRefuse(await findProductById(from, productId));
  const isOver = playbackState(product, ticket, null, now()) === 'expired';
  return isOver ? { owned: false, over: ticket } : { owned: true, over: null };
}

/** What a link gives. Who looks takes nothing; one that was never made is not there. */
export async function getGift(actor: Actor | null, token: string): Promise<Gift> {
  const row = orRefuse(
    await gifts(db()).where('g.digest', '=', digestOf(token)).executeTakeFirst(),
  );
  const facts = factsOf(row);
  const state = stateNow(facts, now());
  const waits = state === 'waiting';
  const cards = await productCardsByIds(db(), [row.product_id], now());
  const { owned } = actor ? await isOwned(db(), actor.id, row.product_id) : { owned: false };
  const isOff = Boolean(row.session?.cancelledAt);
  return {
    state,
    product: orRefuse(cards.get(row.product_id)),
    session: row.session,
    from: waits ? `${row.giver_name} ${row.giver_surname}`.trim() : '',
    name: waits ? row.name : '',
    message: waits ? row.message : '',
    expiresAt: row.expires_at,
    owned,
    can: { accept: whyNotAccept(facts, now()) === null && !owned && !isOff },
  };
}

function givenFrom(row: Row): GivenGift {
  const facts = factsOf(row);
  return {
    id: row.id,
    orderId: row.order_id,
    state: stateNow(facts, now()),
    product: { slug: row.slug, title: row.title },
    session: row.session,
    email: row.email,
    name: row.name,
    message: row.message,
    sendAt: row.send_at,
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
    expiresAt: row.expires_at,
    can: giftCan(facts, now()),
  };
}

/** A gift that the actor gave; everybody else's does not exist. */
export async function getGiven(actor: Actor, id: string): Promise<GivenGift> {
  const row = await gifts(db())
    .where('g.id', '=', id)
    .where('g.buyer_id', '=', actor.id)
    .executeTakeFirst();
  return givenFrom(orRefuse(row));
}

/** The gifts that the actor gave, the newest first. */
export async function listGiven(actor: Actor, { page, size, q }: PageQuery) {
  const mine = gifts(db())
    .where('g.buyer_id', '=', actor.id)
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`plain_text(p.title || ' ' || g.name || ' ' || g.email)
          like plain_text(${containing(q ?? '')})`,
      ),
    );
  const { total } = await mine
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await mine
    .orderBy('g.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: rows.map(givenFrom), total, page, size };
}
