import type { ChannelState } from '#contract/channels.ts';
import type { Picture } from '#contract/media.ts';
import { playerLimits } from '#contract/player.ts';
import type { RoomCard, RoomGuest } from '#contract/rehearsals.ts';
import { mayAct } from '#server/accounts/index.ts';
import { pictureFrom } from '#server/media/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { digestOf, unseal } from '#server/platform/secrets.ts';
import { sealedFor } from './invitations.store.ts';
import { endedByRemoval, type Visitor } from './rooms.rules.ts';

const silentSince = () => instantText(now().subtract({ seconds: playerLimits.silent }));

/** The open rooms of an organizer, the newest first. One statement, however many there are. */
export async function listRoomsOf(db: Db, ownerId: string): Promise<RoomCard[]> {
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .innerJoin('rehearsal_invitations as i', 'i.product_id', 'p.id')
    .select(['p.slug', 'p.title', 'p.created_at as openedAt', 'i.places'])
    .select(['c.slug as channelSlug', 'c.title as channelTitle'])
    .select([
      sql<number>`(select count(*)::int from tickets t
        where t.product_id = p.id and t.ended_at is null)`.as('guests'),
      sql<boolean>`exists (select from broadcasts b
        where b.product_id = p.id and b.state = 'live')`.as('onAir'),
    ])
    .where('c.owner_id', '=', ownerId)
    .where('p.is_rehearsal', '=', true)
    .where('p.rehearsal_closed_at', 'is', null)
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map(({ channelSlug, channelTitle, ...room }) => ({
    ...room,
    channel: { slug: channelSlug, title: channelTitle },
  }));
}

/** The same by their ids alone, in one order for everybody who locks several. */
export async function listOpenRoomIds(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select('p.id')
    .where('c.owner_id', '=', ownerId)
    .where('p.is_rehearsal', '=', true)
    .where('p.rehearsal_closed_at', 'is', null)
    .orderBy('p.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The good tickets by which somebody is a guest in rooms. */
export async function listVisitsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .select('t.id')
    .where('t.user_id', '=', userId)
    .where('t.ended_at', 'is', null)
    .where('p.is_rehearsal', '=', true)
    .orderBy('t.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whoever holds a good ticket of a room, in the order in which they came. */
export async function listGuestsOf(db: Db, productId: string): Promise<RoomGuest[]> {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 'u.email', 't.granted_at as cameAt'])
    .select([
      sql<string>`trim(u.name || ' ' || u.surname)`.as('name'),
      sql<boolean>`exists (select from playbacks v where v.ticket_id = t.id
        and v.ended_at is null and v.last_seen_at > ${silentSince()})`.as('watching'),
    ])
    .where('t.product_id', '=', productId)
    .where('t.ended_at', 'is', null)
    .orderBy('t.id')
    .execute();
}

export async function countGuests(db: Db, productId: string): Promise<number> {
  const { guests } = await db
    .selectFrom('tickets')
    .select((row) => row.fn.countAll<number>().as('guests'))
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return guests;
}

/** Is this a good ticket of this room? */
export async function isGuestTicket(
  db: Db,
  { productId, ticketId }: { productId: string; ticketId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', ticketId)
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The link of a room in clear, for whoever holds it; `token` null: it was sealed under another secret. */
export async function findLinkOf(db: Db, productId: string) {
  const row = await db
    .selectFrom('rehearsal_invitations as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['i.sealed_token', 'i.places', 'i.made_at as madeAt'])
    .select(mayAct('u').as('ownerMayAct'))
    .where('i.product_id', '=', productId)
    .executeTakeFirst();
  if (!row) return null;
  const { sealed_token, ...link } = row;
  return { ...link, token: opened(sealed_token) };
}

function opened(sealed: Buffer): string | null {
  try {
    return unseal(sealed, sealedFor);
  } catch {
    return null;
  }
}

/** The room that a link leads to, with what decides whether it works. */
export type Invited = {
  productId: string;
  slug: string;
  title: string;
  channel: { slug: string; title: string; logo: Picture | null };
  host: string;
  ownerId: string;
  closedAt: string | null;
  channelState: ChannelState;
  ownerMayAct: boolean;
  places: number;
  madeAt: string;
};

export async function findInvited(db: Db, token: string): Promise<Invited | null> {
  const row = await db
    .selectFrom('rehearsal_invitations as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .leftJoin('images as l', 'l.id', 'c.logo_id')
    .select(['p.id', 'p.slug', 'p.title', 'p.rehearsal_closed_at', 'i.places', 'i.made_at'])
    .select(['c.slug as channelSlug', 'c.title as channelTitle', 'c.state', 'c.owner_id'])
    .select([
      pictureFrom('l').as('logo'),
      sql<string>`trim(u.name || ' ' || u.surname)`.as('host'),
      mayAct('u').as('ownerMayAct'),
    ])
    .where('i.digest', '=', digestOf(token))
    .executeTakeFirst();
  if (!row) return null;
  const { id, slug, title, host, ownerMayAct, places } = row;
  return {
    ...{ slug, title, host, ownerMayAct, places, productId: id },
    channel: { slug: row.channelSlug, title: row.channelTitle, logo: row.logo },
    ownerId: row.owner_id,
    closedAt: row.rehearsal_closed_at,
    channelState: row.state as ChannelState,
    madeAt: row.made_at,
  };
}

/** What somebody has been to a room so far. */
export async function findVisits(
  db: Db,
  { productId, userId }: { productId: string; userId: string },
): Promise<Pick<Visitor, 'isGuest' | 'removedAt'>> {
  const row = await db
    .selectFrom('tickets')
    .select([
      sql<boolean>`coalesce(bool_or(ended_at is null), false)`.as('isGuest'),
      sql<string | null>`max(ended_at) filter (where end_reason = ${endedByRemoval})`.as(
        'removedAt',
      ),
    ])
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row;
}
