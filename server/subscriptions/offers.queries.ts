import type { ChannelState } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { MonthPrice, SubscriptionOffer } from '#contract/subscriptions.ts';
import { channelBriefsByIds } from '#server/channels/index.ts';
import { now } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { isIncludedRow, isOfferedRow } from './fragments.ts';
import { getCard } from './my-subscriptions.queries.ts';
import { isOver } from './subscriptions.rules.ts';
import { findLiving } from './subscriptions.store.ts';

/** A channel as it offers its subscription; `price` null while it offers none. */
export type ChannelOffer = {
  channelId: string;
  ownerId: string;
  slug: string;
  title: string;
  price: MonthPrice | null;
  products: number;
};

/** The offer of a published channel; null for any other. */
export async function findOffer(db: Db, slug: string): Promise<ChannelOffer | null> {
  const row = await db
    .selectFrom('channels as c')
    .select(['c.id', 'c.owner_id', 'c.slug', 'c.title', 'c.state', 'c.subscription_currency'])
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
    slug: row.slug,
    title: row.title,
    price: row.is_offered ? { currency, net, taxRate, tax, total: net + tax } : null,
    products: row.products,
  };
}

/** Nobody pays themselves: an owner opens what is theirs anyway. */
export const maySubscribe = (actor: Actor, { ownerId }: ChannelOffer): boolean =>
  actor.id !== ownerId;

/** The offer as this person meets it. */
export async function getOffer(actor: Actor, slug: string): Promise<SubscriptionOffer> {
  const offer = orRefuse(await findOffer(db(), slug));
  const { channelId, price, products } = offer;
  const living = await findLiving(db(), { userId: actor.id, channelId });
  const lives = living && !isOver(living, { now: now(), isOffered: living.isOffered });
  const briefs = await channelBriefsByIds(db(), [channelId]);
  return {
    channel: orRefuse(briefs.get(channelId)),
    price,
    products,
    mine: lives ? await getCard(actor, living.id) : null,
    can: { subscribe: price !== null && !lives && maySubscribe(actor, offer) },
  };
}

/**
 * What one subscribes to now, for whoever makes the order. Refuses SERVER_ERROR_NOT_FOUND,
 * SUBSCRIPTIONS_OFF where none is offered, and ALREADY_SUBSCRIBED.
 */
export async function demandOffer(
  actor: Actor,
  slug: string,
): Promise<ChannelOffer & { price: MonthPrice }> {
  const offer = orRefuse(await findOffer(db(), slug));
  const { price, channelId } = offer;
  if (!price) return refuse('SUBSCRIPTIONS_OFF');
  if (!maySubscribe(actor, offer)) refuse('FORBIDDEN');
  const living = await findLiving(db(), { userId: actor.id, channelId });
  if (living && !isOver(living, { now: now(), isOffered: living.isOffered })) {
    refuse('ALREADY_SUBSCRIBED');
  }
  return { ...offer, price };
}
