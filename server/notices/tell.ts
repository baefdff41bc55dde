import { findPerson, listAdministrators } from '#server/accounts/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { afterCommit, type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { findChannelOwner, findProductOwner, listHolders } from './audiences.queries.ts';
import { keepSaleNotice } from './notices.store.ts';
import { notifyPeople } from './notify.ts';
import { pushRows } from './push.ts';
import { wordsFor } from './said.ts';

/** Tells the owner of a channel what became of it. */
export async function tellChannelOwner(
  tx: Db,
  type: 'channel_published' | 'channel_sent_back' | 'channel_banned',
  { channelId, reason = '' }: { channelId: string; reason?: string },
): Promise<void> {
  const channel = await findChannelOwner(tx, channelId);
  if (!channel) return;
  const values = { channel: channel.title, reason };
  const path = `/account/channels/${channel.slug}`;
  await notifyPeople(tx, { userIds: [channel.ownerId], type, values, path });
}

/** Tells those who review that a channel waits. */
export async function tellReviewers(tx: Db, { channelId }: { channelId: string }): Promise<void> {
  const channel = await findChannelOwner(tx, channelId);
  if (!channel) return;
  await notifyPeople(tx, {
    userIds: (await listAdministrators(tx)).map(({ id }) => id),
    type: 'channel_submitted',
    values: { channel: channel.title },
    path: `/manage/channels/${channel.slug}`,
  });
}

/** Tells the administrators that somebody asks to become an artist. */
export async function tellOfArtist(tx: Db, { userId }: { userId: string }): Promise<void> {
  const person = await findPerson(tx, userId);
  if (!person) return;
  await notifyPeople(tx, {
    userIds: (await listAdministrators(tx)).map(({ id }) => id),
    type: 'artist_requested',
    values: { email: person.email },
    path: '/manage/manage-users',
  });
}

/** Tells the holder of a ticket that they have it, or that it has ended. */
export async function tellHolder(
  tx: Db,
  type: 'ticket_granted' | 'ticket_ended',
  { userId, productId }: { userId: string; productId: string },
): Promise<void> {
  const product = await findProductOwner(tx, productId);
  if (!product) return;
  await notifyPeople(tx, {
    userIds: [userId],
    type,
    values: { product: product.title },
    path: '/mystuff/products',
  });
}

/**
 * Tells an organizer that tickets of a product sell: once, and again when that was read or is ten
 * minutes old. One statement, for it runs while somebody pays.
 */
export async function tellOfSale(tx: Db, { orderId }: { orderId: string }): Promise<void> {
  const mark = { product: '{{product}}' };
  const rows = await keepSaleNotice(tx, orderId, {
    words: {
      en: wordsFor('sale', 'en', mark),
      es: wordsFor('sale', 'es', mark),
      pt: wordsFor('sale', 'pt', mark),
    },
    at: instantText(now()),
    unlessSince: instantText(now().subtract({ minutes: 10 })),
  });
  if (rows.length > 0) afterCommit(tx, () => pushRows(rows));
}

type ToHolders = { productId: string; type: 'broadcast_started' | 'recording_ready' };

const tellHoldersJob = defineJob<ToHolders>('tell-ticket-holders', async ({ productId, type }) => {
  const product = await findProductOwner(db(), productId);
  let after: string | null = null;
  while (product) {
    const userIds: string[] = await listHolders(db(), productId, after);
    if (userIds.length === 0) return;
    const values = { product: product.title };
    await inTransaction((tx) =>
      notifyPeople(tx, { userIds, type, values, path: `/player/${product.slug}` }),
    );
    after = userIds.at(-1) ?? null;
  }
});

/** Tells everyone with a ticket, by a job: they may be many. */
export const tellHolders = (tx: Db, told: ToHolders): Promise<void> =>
  enqueue(tx, tellHoldersJob, told, { singletonKey: `${told.type} ${told.productId}` });
