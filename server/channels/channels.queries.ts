import type {
  ChannelPage,
  ChannelState,
  ChannelsQuery,
  MyChannel,
  MyChannelCard,
  ReviewedChannel,
  ReviewedChannelRow,
} from '#contract/channels.ts';
import { peopleByIds } from '#server/accounts/index.ts';
import { picturesByIds } from '#server/media/index.ts';
import { monetization } from '#server/payments/index.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { viewForOwner, viewForTeam } from './channel-view.queries.ts';
import { findChannelBySlug, findChannelOfOwner } from './channels.store.ts';
import { channelCardsByIds } from './door.queries.ts';

/** A published channel for everyone; others only for their owner and administrators. */
export async function getChannelPage(actor: Actor | null, slug: string): Promise<ChannelPage> {
  const channel = orRefuse(await findChannelBySlug(db(), slug));
  const mayPreview = isAdmin(actor) || actor?.id === channel.ownerId;
  if (channel.state !== 'published' && !mayPreview) refuse('SERVER_ERROR_NOT_FOUND');
  const { logoId, profileImageId, coverImageId } = channel;
  const pictures = await picturesByIds(db(), [logoId, profileImageId, coverImageId]);
  const picture = (id: string | null) => (id === null ? null : (pictures.get(id) ?? null));
  const { id, title, description, classification, tags, social, marketplaceUrl, state } = channel;
  const { enabled, currency, taxRate, total } = channel.subscription;
  const isOffered = enabled && state === 'published' && (await monetization()).channelSubscriptions;
  return {
    ...{ id, slug, title, description, classification, tags, social, marketplaceUrl, state },
    logo: picture(logoId),
    profileImage: picture(profileImageId),
    cover: picture(coverImageId),
    subscription: isOffered ? { currency, taxRate, total } : null,
  };
}

/** The organizer's own channels, newest first. */
export async function listMyChannels(
  actor: Actor,
): Promise<{ items: MyChannelCard[]; can: { create: boolean } }> {
  const rows = await db()
    .selectFrom('channels')
    .select(['channels.id', 'state', 'state_reason'])
    .select((of) =>
      of
        .selectFrom('products')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('products.channel_id', '=', 'channels.id')
        .where('products.is_rehearsal', '=', false)
        .as('product_count'),
    )
    .where('owner_id', '=', actor.id)
    .orderBy('channels.id', 'desc')
    .execute();
  const cards = await channelCardsByIds(
    db(),
    rows.map(({ id }) => id),
  );
  const items = rows.flatMap(({ id, state, state_reason, product_count }) => {
    const card = cards.get(id);
    const more = { state: state as ChannelState, stateReason: state_reason };
    return card ? [{ ...card, ...more, productCount: product_count ?? 0 }] : [];
  });
  return { items, can: { create: true } };
}

/** One own channel; somebody else's is not found. */
export async function getMyChannel(actor: Actor, slug: string): Promise<MyChannel> {
  const channel = orRefuse(await findChannelOfOwner(db(), { ownerId: actor.id, slug }));
  return viewForOwner(db(), channel);
}

/** Any channel, for the team. */
export const getReviewedChannel = async (slug: string): Promise<ReviewedChannel> =>
  viewForTeam(db(), orRefuse(await findChannelBySlug(db(), slug)));

/** What a search asks, on whatever page. */
export type ChannelsSearch = Omit<ChannelsQuery, 'page' | 'size'>;

const withOwners = () =>
  db().selectFrom('channels').innerJoin('users', 'users.id', 'channels.owner_id');

const found = ({ q, state }: ChannelsSearch) =>
  withOwners()
    .$if(state !== undefined, (from) => from.where('channels.state', '=', state as ChannelState))
    .$if(Boolean(q), (from) =>
      from.where(
        sql<boolean>`plain_text(channels.title || ' ' || channels.business_name || ' '
          || users.email::text || ' ' || users.name || ' ' || users.surname)
          like plain_text(${containing(q ?? '')})`,
      ),
    );

const withColumns = (from: ReturnType<typeof withOwners>) =>
  from
    .select(['channels.id', 'channels.slug', 'channels.title', 'channels.state'])
    .select(['channels.logo_id', 'channels.owner_id', 'channels.featured'])
    .select(['channels.state_changed_at', 'channels.created_at']);

/** All channels for the team: found by state and by words, a page at a time. */
export async function listChannels(query: ChannelsQuery) {
  const { page, size, sort } = query;
  const { total } = await found(query)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withColumns(found(query))
    .orderBy(orderOf(sort))
    .orderBy('channels.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: await rowsForTeam(rows), total, page, size };
}

/** The ids of all channels that match, in the order of the list, `most` at most. */
export async function channelIds(query: ChannelsSearch, most: number): Promise<string[]> {
  const rows = await found(query)
    .select('channels.id')
    .orderBy(orderOf(query.sort))
    .orderBy('channels.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** These channels, in any order. */
export const channelRowsByIds = async (ids: string[]): Promise<ReviewedChannelRow[]> =>
  rowsForTeam(
    await withColumns(withOwners())
      .where('channels.id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
  );

const orders = {
  title: sql`plain_text(channels.title)`,
  stateChangedAt: sql`channels.state_changed_at`,
  createdAt: sql`channels.created_at`,
};

function orderOf(sort: ChannelsQuery['sort']) {
  if (sort === 'review') {
    return sql`channels.state <> 'in_review', channels.state_changed_at desc`;
  }
  const column = orders[sort.replace('-', '') as keyof typeof orders];
  return sort.startsWith('-') ? sql`${column} desc` : column;
}

type Found = {
  id: string;
  slug: string;
  title: string;
  state: string;
  logo_id: string | null;
  owner_id: string;
  featured: boolean;
  state_changed_at: string;
  created_at: string;
};

async function rowsForTeam(rows: Found[]): Promise<ReviewedChannelRow[]> {
  const pictures = await picturesByIds(
    db(),
    rows.map(({ logo_id }) => logo_id),
  );
  const owners = await peopleByIds(db(), [...new Set(rows.map(({ owner_id }) => owner_id))]);
  return rows.map((row) => {
    const owner = owners.get(row.owner_id);
    return {
      id: row.id,
      slug: row.slug,
      title: row.title,
      logo: (row.logo_id && pictures.get(row.logo_id)) || null,
      state: row.state as ChannelState,
      stateChangedAt: row.state_changed_at,
      createdAt: row.created_at,
      featured: row.featured,
      owner: {
        id: row.owner_id,
        name: owner ? `${owner.name} ${owner.surname}`.trim() : '',
        email: owner?.email ?? '',
      },
    };
  });
}
