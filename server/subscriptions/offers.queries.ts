import type { ChannelState } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { MonthPrice, SubscriptionOffer, SubscriptionTerm } from '#contract/subscriptions.ts';
import { channelBriefsByIds } from '#server/channels/index.ts';
import { now } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { isIncludedRow, isOfferedRow, isSiteOffered } from './fragments.ts';
import { getCard } from './my-subscriptions.queries.ts';
import { findSiteOffer } from './site-offer.queries.ts';
import { isOver } from './subscriptions.rules.ts';
import { findLiving, type SubscriptionRow } from './subscriptions.store.ts';

/** What is subscribed to: a channel by its address, or the whole site. */
export type Followed = { channel: string } | 'site';

/** A channel, or the site, as it offers its subscription; `price` null while it offers none. */
export type ChannelOffer = {
  /** Null: the whole site. */
  channelId: string | null;
  /** Null: nobody's but the platform's. */
  ownerId: string | null;
  title: string;
  price: MonthPrice | null;
  term: SubscriptionTerm;
  products: number;
};

/** The offer of a published channel; null for any other. */
async function findChannelOffer(db: Db, slug: string): Promise<ChannelOffer | null> {
  const row = await db
    .selectFrom('channels as c')
    .select(['c.id', 'c.owner_id', 'c.title', 'c.state', 'c.subscription_currency'])
    .select(['c.subscription_net', 'c.subscription_tax', 'c.subscription_tax_rate'])
    .select(isOfferedRow.as('is_offered'))
    .select(
      sql<number>`(select count(*)::int from products p
        where p.channel_id = c.id and ${isIncludedRow})`.as('products'),
    )
    .where('c.slug', '=', slug)
    .executeTakeFirst();
  if (!row || (row.state as ChannelState) !== 'published') return null;
  const { subscription_net: net, subscription_tax: tax, subscription_tax_rate: taxRate } = row;
  const currency = row.subscription_currency as CurrencyCode;
  return {
    channelId: row.id,
    ownerId: row.owner_id,
    title: row.title,
    price: row.is_offered ? { currency, net, taxRate, tax, total: net + tax } : null,
    term: 'month',
    products: row.products,
  };
}

const findOffer = (db: Db, of: Followed): Promise<ChannelOffer | null> =>
  of === 'site' ? findSiteOffer(db) : findChannelOffer(db, of.channel);

/** Does a channel (null: the site) offer its subscription now? */
export async function isOffered(db: Db, channelId: string | null): Promise<boolean> {
  const row =
    channelId === null
      ? await db.selectFrom('media_pay').select(isSiteOffered.as('is_offered')).executeTakeFirst()
      : await db
          .selectFrom('channels as c')
          .select(isOfferedRow.as('is_offered'))
          .where('c.id', '=', channelId)
          .executeTakeFirst();
  return row?.is_offered ?? false;
}

/** Nobody pays themselves: an owner opens what is theirs anyway. */
export const maySubscribe = (actor: Actor, { ownerId }: ChannelOffer): boolean =>
  actor.id !== ownerId;

async function findMine(
  actor: Actor,
  { channelId }: ChannelOffer,
): Promise<SubscriptionRow | null> {
  const living = await findLiving(db(), { userId: actor.id, channelId });
  return living && !isOver(living, { now: now(), isOffered: living.isOffered }) ? living : null;
}

/** The offer as this person meets it. */
export async function getOffer(actor: Actor, of: Followed): Promise<SubscriptionOffer> {
  const offer = orRefuse(await findOffer(db(), of));
  const { channelId, price, term, products } = offer;
  const mine = await findMine(actor, offer);
  const briefs = await channelBriefsByIds(db(), channelId ? [channelId] : []);
  return {
    channel: channelId ? orRefuse(briefs.get(channelId)) : null,
    ...{ price, term, products },
    mine: mine ? await getCard(actor, mine.id) : null,
    can: { subscribe: price !== null && !mine && maySubscribe(actor, offer) },
  };
}

/**
 * What one subscribes to now, for whoever makes the order. Refuses SERVER_ERROR_NOT_FOUND,
 * SUBSCRIPTIONS_OFF where none is offered, OWN_CHANNEL and ALREADY_SUBSCRIBED.
 */
export async function demandOffer(
  actor: Actor,
  of: Followed,
): Promise<ChannelOffer & { price: MonthPrice }> {
  const offer = orRefuse(await findOffer(db(), of));
  const { price } = offer;
  if (!price) return refuse('SUBSCRIPTIONS_OFF');
  if (!maySubscribe(actor, offer)) refuse('OWN_CHANNEL');
  if (await findMine(actor, offer)) refuse('ALREADY_SUBSCRIBED');
  return { ...offer, price };
}
