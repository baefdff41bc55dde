import type { ChannelBrief, ChannelCard, ChannelState } from '#contract/channels.ts';
import { mayAct } from '#server/accounts/index.ts';
import { picturesByIds } from '#server/media/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { missingFields } from './channels.rules.ts';
import { type Channel, channelFrom, findChannelOfOwner } from './channels.store.ts';

/** A channel as those who sell in its name need it. `billing.name` is the business name. */
export type ChannelOfProduct = {
  id: string;
  ownerId: string;
  slug: string;
  title: string;
  state: ChannelState;
  billing: {
    taxId: string;
    name: string;
    address: string;
    city: string;
    postalCode: string;
    country: string;
  };
  iban: string;
};

const asSeller = (channel: Channel): ChannelOfProduct => {
  const { taxId, address, city, postalCode, country, iban } = channel.billing;
  const { id, ownerId, slug, title, state, businessName } = channel;
  const billing = { taxId, name: businessName, address, city, postalCode, country };
  return { id, ownerId, slug, title, state, billing, iban };
};

/** A channel as papers name who sells. */
export type Seller = { title: string; billing: ChannelOfProduct['billing'] };

/** The seller as one value, for whoever reads orders. `channel` names the column with its id. */
export const sellerOf = (channel: string) =>
  sql<Seller>`(
    select jsonb_build_object('title', c.title, 'billing', jsonb_build_object(
      'taxId', c.billing_tax_id, 'name', c.business_name, 'address', c.billing_address,
      'city', c.billing_city, 'postalCode', c.billing_postal_code, 'country', c.billing_country))
    from channels c where c.id = ${sql.ref(channel)})`;

/** The actor's own channel at this address, in any state; null for everyone else's. */
export async function findOwnChannel(
  db: Db,
  actor: Actor,
  slug: string,
): Promise<ChannelOfProduct | null> {
  const channel = await findChannelOfOwner(db, { ownerId: actor.id, slug });
  return channel && asSeller(channel);
}

/** Who is paid what a channel earns, and where. */
export type ChannelPayee = {
  ownerId: string;
  slug: string;
  title: string;
  billing: ChannelOfProduct['billing'];
  iban: string;
  state: ChannelState;
  /** The owner may not act here: blocked, refused or deleted. */
  isOwnerStopped: boolean;
};

/** Whom to pay for these channels; unknown ids are left out. One statement. */
export async function payeesByIds(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ChannelPayee>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channels as c')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .selectAll('c')
    .select(mayAct('u').as('may_act'))
    .where('c.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => {
      const { id, ...payee } = asSeller(channelFrom(row));
      return [id, { ...payee, isOwnerStopped: !row.may_act }] as const;
    }),
  );
}

/** Is this channel the actor's own? */
export async function ownsChannel(db: Db, actor: Actor, channelId: string): Promise<boolean> {
  const row = await db
    .selectFrom('channels')
    .select('id')
    .where('id', '=', channelId)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** All channels of the actor, newest first. */
export async function listOwnChannels(
  db: Db,
  actor: Actor,
): Promise<{ id: string; slug: string; title: string; state: ChannelState }[]> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'slug', 'title', 'state'])
    .where('owner_id', '=', actor.id)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as ChannelState }));
}

/** How far a channel is on its way to the public, and to be paid. */
export type ChannelStanding = {
  slug: string;
  state: ChannelState;
  hasIban: boolean;
  /** How many fields that review asks for are empty. */
  missing: number;
};

/** How the channels of this owner stand, the oldest first. One statement. */
export async function listStandingsOf(db: Db, ownerId: string): Promise<ChannelStanding[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute();
  return rows.map(channelFrom).map((channel) => ({
    slug: channel.slug,
    state: channel.state,
    hasIban: channel.billing.iban !== '',
    missing: missingFields(channel).length,
  }));
}

/** Has this organizer at least one approved channel? */
export async function hasPublishedChannel(db: Db, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('channels')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'published')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What lists say of these channels, in whatever state; unknown ids are left out. Two statements. */
export async function channelBriefsByIds(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ChannelBrief>> {
  const cards = await channelCardsByIds(db, ids);
  return new Map(
    [...cards].map(([id, { slug, title, logo }]) => [id, { id, slug, title, logo }] as const),
  );
}

/** What sliders show of these channels, in whatever state; unknown ids are left out. Two statements. */
export async function channelCardsByIds(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ChannelCard>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'slug', 'title', 'description', 'classification', 'logo_id', 'cover_image_id'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const pictures = await picturesByIds(
    db,
    rows.flatMap((row) => [row.logo_id, row.cover_image_id]),
  );
  const picture = (id: string | null) => (id === null ? null : (pictures.get(id) ?? null));
  return new Map(
    rows.map(({ logo_id, cover_image_id, ...row }) => [
      row.id,
      { ...row, logo: picture(logo_id), cover: picture(cover_image_id) },
    ]),
  );
}
