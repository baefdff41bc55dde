import { notifyPeople } from '#server/notices/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

const restMinutes = 10;

/**
 * Tells organizers that somebody began to subscribe to a channel of theirs: once, and again when that was
 * read or is ten minutes old. Of the months that follow they hear nothing.
 */
export async function tellOfSubscribers(
  tx: Db,
  { orders }: { orders: { orderId: string }[] },
): Promise<void> {
  const since = instantText(now().subtract({ minutes: restMinutes }));
  const begun = await listBegun(
    tx,
    orders.map(({ orderId }) => orderId),
    since,
  );
  for (const { channelId, ownerId, title } of begun) {
    await notifyPeople(tx, {
      userIds: [ownerId],
      type: 'subscriber',
      values: { channel: title },
      path: '/account/subscribers',
      about: { channelId },
    });
  }
}

/** The channels that began to be followed by these orders, but for those of which their owner just heard. */
async function listBegun(tx: Db, orderIds: string[], since: string) {
  return tx
    .selectFrom('subscription_periods as d')
    .innerJoin('subscriptions as s', 's.id', 'd.subscription_id')
    .innerJoin('channels as c', 'c.id', 's.channel_id')
    .select(['c.id as channelId', 'c.owner_id as ownerId', 'c.title'])
    .distinct()
    .where('d.order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .where('d.number', '=', 1)
    .where(
      sql<boolean>`not exists (select from notifications n where n.user_id = c.owner_id
        and n.type = 'subscriber' and n.read_on is null and n.created_at > ${since}::timestamptz
        and n.payload->>'channelId' = c.id::text)`,
    )
    .execute();
}
