import { findPerson } from '#server/accounts/index.ts';
import { channelBriefsByIds } from '#server/channels/index.ts';
import { config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database/index.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { subscriptionMail, type Told, type ToldSubscription } from './mails.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.store.ts';

/**
 * Writes to the person of a subscription, in the caller's transaction. Who is stopped gets no letter.
 * `about`: the order of the month of which it speaks, where it is one.
 */
export async function writeTo(
  tx: Db,
  id: string,
  told: Told,
  about: string | null = null,
): Promise<void> {
  const found = await findSubscription(tx, id);
  const person = found && (await findPerson(tx, found.userId));
  if (!found || !person || person.blocked) return;
  const mail = subscriptionMail(person, await toldOf(tx, found), told);
  await queueMail(tx, { ...mail, about });
}

async function toldOf(tx: Db, found: SubscriptionRow): Promise<ToldSubscription> {
  const { channelId, term, currency, price, validUntil, accessUntil, next } = found;
  return {
    ...{ followed: await followedOf(tx, channelId), term },
    ...{ currency, total: price.total, validUntil, accessUntil },
    next: next && { total: next.price.total, from: next.from },
  };
}

/** What a paid order for a month was for; null when it was for none, or bought nothing. */
export async function findPaidMonth(tx: Db, orderId: string) {
  const row = await tx
    .selectFrom('subscription_periods as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.subscription_id', 'p.number', 'p.ends_at', 'o.number as order'])
    .where('p.order_id', '=', orderId)
    .executeTakeFirst();
  const found = row && (await findSubscription(tx, row.subscription_id));
  if (!row || !found) return null;
  const told = await toldOf(tx, found);
  return { ...told, order: row.order, isFirst: row.number === 1, validUntil: row.ends_at };
}

async function followedOf(tx: Db, channelId: string | null): Promise<ToldSubscription['followed']> {
  if (channelId === null) return { title: config().SITE_NAME, path: '/', isSite: true };
  const channel = (await channelBriefsByIds(tx, [channelId])).get(channelId);
  return { title: channel?.title ?? '', path: `/channels/${channel?.slug ?? ''}`, isSite: false };
}

/** What a channel, or the site, is called now. */
export const followedTitleOf = async (tx: Db, channelId: string | null): Promise<string> =>
  (await followedOf(tx, channelId)).title;
