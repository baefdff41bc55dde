import { findPerson, listAdministrators } from '#server/accounts/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { afterCommit, type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob, enqueue, type JobKind } from '#server/platform/jobs.ts';
import {
  findChannelOwner,
  findProductOwner,
  holdersPerPage,
  listHolders,
  sellersOf,
  titlesOf,
} from './audiences.queries.ts';
import { keepSaleNotices } from './notices.store.ts';
import { notifyEach, notifyPeople } from './notify.ts';
import { pushRows, pushSales } from './push.ts';
import { wordsFor } from './said.ts';
import { pushToBrowsers } from './web-push/send-message.ts';

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

/** Tells the holder of a ticket that it has ended. */
export async function tellTicketEnded(
  tx: Db,
  { userId, productId }: { userId: string; productId: string },
): Promise<void> {
  const product = await findProductOwner(tx, productId);
  if (!product) return;
  await notifyPeople(tx, {
    userIds: [userId],
    type: 'ticket_ended',
    values: { product: product.title },
    path: '/mystuff/products',
  });
}

/** Tells the organizer of a product that a part of its recording could not be kept. */
export async function tellOfLostRecording(
  tx: Db,
  { productId }: { productId: string },
): Promise<void> {
  const product = await findProductOwner(tx, productId);
  if (!product) return;
  await notifyPeople(tx, {
    userIds: [product.ownerId],
    type: 'recording_lost',
    values: { product: product.title },
    path: product.isRehearsal
      ? `/account/rehearsals/${product.slug}#broadcast`
      : `/account/channels/${product.channelSlug}/products/${product.slug}#broadcast`,
  });
}

type Sold = { orders: { orderId: string; buyerId: string; ticketsFor: string[] }[] };

/** Tells buyers that they have their tickets. */
export async function tellBuyers(tx: Db, { orders }: Sold): Promise<void> {
  const titles = await titlesOf(
    tx,
    orders.flatMap(({ ticketsFor }) => ticketsFor),
  );
  const notices = orders.flatMap(({ buyerId, ticketsFor }) =>
    ticketsFor.map((id) => ({ userId: buyerId, values: { product: titles.get(id) ?? '' } })),
  );
  await notifyEach(tx, { type: 'ticket_granted', path: '/mystuff/products', notices });
}

/**
 * Tells organizers that tickets of a product sell: once, and again when that was read or is ten
 * minutes old. Their open desks hear of every sale. Three statements, however many were sold.
 */
export async function tellOfSales(tx: Db, { orders }: Sold): Promise<void> {
  const mark = { product: '{{product}}' };
  const orderIds = orders.map(({ orderId }) => orderId);
  const rows = await keepSaleNotices(tx, orderIds, {
    words: {
      en: wordsFor('sale', 'en', mark),
      es: wordsFor('sale', 'es', mark),
      pt: wordsFor('sale', 'pt', mark),
    },
    at: instantText(now()),
    unlessSince: instantText(now().subtract({ minutes: 10 })),
  });
  if (rows.length > 0) {
    await pushToBrowsers(tx, 'sale', rows);
    afterCommit(tx, () => pushRows(rows));
  }
  const sellers = await sellersOf(tx, orderIds);
  afterCommit(tx, () => pushSales(sellers));
}

type ToHolders = {
  productId: string;
  broadcastId: string;
  /** Null: whichever session the ticket is for. */
  sessionId: string | null;
  type: 'broadcast_started' | 'recording_ready';
};
type Page = ToHolders & { after?: string };

/**
 * One page of them for each run. The next one is a job of the same transaction, and whoever has the
 * notice of this broadcast is left out: a run that is cut, or comes twice, tells nobody twice.
 */
const tellPage: JobKind<Page> = defineJob<Page>('tell-ticket-holders', async (page) => {
  const { productId, broadcastId, sessionId, type, after = null } = page;
  const product = await findProductOwner(db(), productId);
  if (!product) return;
  await inTransaction(async (tx) => {
    const about = { type, broadcastId };
    const holders = await listHolders(tx, { productId, sessionId, about }, after);
    await notifyPeople(tx, {
      userIds: holders.filter(({ isTold }) => !isTold).map(({ userId }) => userId),
      type,
      values: { product: product.title },
      path: `/player/${product.slug}`,
      about: { broadcastId },
    });
    const last = holders.at(holdersPerPage - 1);
    if (last) await enqueue(tx, tellPage, { ...page, after: last.userId });
  });
});

/** Tells everyone with a ticket for this session, by jobs: they may be many. */
export const tellHolders = (tx: Db, told: ToHolders): Promise<void> => enqueue(tx, tellPage, told);
