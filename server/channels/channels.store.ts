import type { Selectable, Updateable } from 'kysely';
import type { ChannelState } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { freeSlug } from '#contract/shared/slugs.ts';
import { type DB, type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';

type Row = Selectable<DB['channels']>;
export type ChannelValues = Omit<
  Updateable<DB['channels']>,
  'id' | 'owner_id' | 'state' | 'state_reason' | 'state_changed_at' | 'published_once' | 'featured'
>;

export type Channel = ReturnType<typeof channelFrom>;

/** A row of the table as the area speaks of it. */
export function channelFrom(row: Row) {
  return {
    id: row.id,
    ownerId: row.owner_id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    businessName: row.business_name,
    classification: row.classification,
    tags: row.tags,
    state: row.state as ChannelState,
    stateReason: row.state_reason,
    stateChangedAt: row.state_changed_at,
    publishedOnce: row.published_once,
    featured: row.featured,
    createdAt: row.created_at,
    marketplaceUrl: row.marketplace_url,
    logoId: row.logo_id,
    profileImageId: row.profile_image_id,
    coverImageId: row.cover_image_id,
    ...groupsFrom(row),
  };
}

const groupsFrom = (row: Row) => ({
  social: {
    spotify: row.spotify,
    youtube: row.youtube,
    facebook: row.facebook,
    instagram: row.instagram,
    twitter: row.twitter,
    website: row.website,
  },
  billing: {
    taxId: row.billing_tax_id,
    prefix: row.billing_prefix,
    phone: row.billing_phone,
    address: row.billing_address,
    city: row.billing_city,
    postalCode: row.billing_postal_code,
    country: row.billing_country,
    iban: row.billing_iban,
  },
  subscription: {
    enabled: row.has_subscription,
    currency: row.subscription_currency as CurrencyCode,
    taxRate: row.subscription_tax_rate,
    net: row.subscription_net,
    tax: row.subscription_tax,
    total: row.subscription_net + row.subscription_tax,
  },
});

/** A channel of this owner; null when there is none or it is somebody else's. */
export async function findChannelOfOwner(
  db: Db,
  { ownerId, slug, lock = false }: { ownerId: string; slug: string; lock?: boolean },
): Promise<Channel | null> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('slug', '=', slug)
    .where('owner_id', '=', ownerId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? channelFrom(row) : null;
}

/** Any channel by its address. */
export async function findChannelBySlug(
  db: Db,
  slug: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Channel | null> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('slug', '=', slug)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? channelFrom(row) : null;
}

/** Everything that this owner has, held to the end of the transaction, in one order. */
export async function lockChannelsOf(tx: Db, ownerId: string): Promise<Channel[]> {
  const rows = await tx
    .selectFrom('channels')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(channelFrom);
}

const noWayToReach = {
  billing_iban: '',
  billing_prefix: '',
  billing_phone: '',
  marketplace_url: '',
  spotify: '',
  youtube: '',
  facebook: '',
  instagram: '',
  twitter: '',
  website: '',
  logo_id: null,
  profile_image_id: null,
  cover_image_id: null,
} satisfies ChannelValues;

const noPapers = {
  business_name: '',
  billing_tax_id: '',
  billing_address: '',
  billing_city: '',
  billing_postal_code: '',
  billing_country: '',
} satisfies ChannelValues;

/**
 * Erases what is personal in every channel of this owner. Name, tax id and address stay where
 * somebody has ordered: invoices, and papers that correct them, must say who issued them.
 */
export async function eraseBilling(tx: Db, ownerId: string): Promise<void> {
  await tx.updateTable('channels').set(noWayToReach).where('owner_id', '=', ownerId).execute();
  await tx
    .updateTable('channels')
    .set(noPapers)
    .where('owner_id', '=', ownerId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.channel_id', '=', 'channels.id'),
        ),
      ),
    )
    .execute();
}

/**
 * An address for a channel that nobody has: `base`, else `base-2` … Holds a lock to the end of the
 * transaction, so that two channels of one title never choose the same.
 */
export async function takeSlug(tx: Db, base: string, exceptId?: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('channel slugs', 0))`.execute(tx);
  const rows = await tx
    .selectFrom('channels')
    .select('slug')
    .where('slug', 'like', `${base}%`)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
  return freeSlug(base, new Set(rows.map(({ slug }) => slug)));
}

/** Adds a draft. */
export async function addChannel(
  tx: Db,
  channel: ChannelValues & { owner_id: string; title: string; slug: string },
): Promise<Channel> {
  const row = await tx
    .insertInto('channels')
    .values(channel)
    .returningAll()
    .executeTakeFirstOrThrow();
  return channelFrom(row);
}

/** Writes what is named and nothing else. */
export async function writeChannel(tx: Db, id: string, values: ChannelValues): Promise<Channel> {
  const change = tx.updateTable('channels').set(values).where('id', '=', id).returningAll();
  return channelFrom(await change.executeTakeFirstOrThrow());
}

export type Move = {
  channelId: string;
  from: ChannelState;
  to: ChannelState;
  reason: string;
  by: string;
  at: string;
};

/**
 * The only writer of a channel's state. Refuses CHANNEL_STATE when the channel is not in `from`
 * any more; keeps the move for the record.
 */
export async function moveChannel(tx: Db, move: Move): Promise<Channel> {
  const row = await tx
    .updateTable('channels')
    .set({
      state: move.to,
      state_reason: move.reason,
      state_changed_at: move.at,
      ...(move.to === 'published' ? { published_once: true } : { featured: false }),
    })
    .where('id', '=', move.channelId)
    .where('state', '=', move.from)
    .returningAll()
    .executeTakeFirst();
  if (!row) refuse('CHANNEL_STATE');
  await tx
    .insertInto('channel_moves')
    .values({
      channel_id: move.channelId,
      from_state: move.from,
      to_state: move.to,
      reason: move.reason,
      moved_by: move.by,
      moved_at: move.at,
    })
    .execute();
  return channelFrom(row);
}

/**
 * Lets one transaction at a time choose the featured channel, to its end: of several the last
 * choice holds. Take it before any channel's lock. The index `channels_one_featured` refuses
 * whoever comes without it.
 */
export async function lockFeatured(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('featured channel', 0))`.execute(tx);
}

/** Makes this the one featured channel; `null`: none is. */
export async function writeFeatured(tx: Db, channelId: string | null): Promise<void> {
  await tx.updateTable('channels').set({ featured: false }).where('featured', '=', true).execute();
  if (channelId === null) return;
  await tx.updateTable('channels').set({ featured: true }).where('id', '=', channelId).execute();
}
