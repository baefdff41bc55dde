import { describe, expect, it } from 'vitest';
import { countQueries } from '#server/platform/database/counting.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aUser, aViewer } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aGuestOf, aShow, type SomeShow } from '#test/factories/player.ts';
import '#test/story.ts';
import { tellChannelOwner, tellHolders, tellOfSale, tellReviewers } from './index.ts';
import { listNotifications } from './notices.queries.ts';

const inboxOf = async ({ id }: { id: string }) =>
  (await listNotifications(db(), id, { limit: 50, before: null, unread: false })).map(
    ({ type, subject, content, payload }) => ({ type, subject, content, path: payload.path }),
  );

/** A paid order of one line for this show, as far as notices look at it. */
async function aSaleOf(show: SomeShow): Promise<string> {
  const buyer = await aViewer();
  const money = { currency: 'EUR', net: 1000, tax: 210, total: 1210, fee: 0 };
  const { id } = await db()
    .insertInto('orders')
    .values({
      buyer_id: buyer.id,
      channel_id: show.channel.id,
      state: 'pending',
      ...money,
      language: 'en',
      buyer: JSON.stringify({}),
      terms_accepted_at: '2026-01-01T00:00:00Z',
      idempotency_key: crypto.randomUUID(),
      request_digest: Buffer.from('ab'),
      created_at: '2026-01-01T00:00:00Z',
      expires_at: '2026-01-01T00:15:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { currency: _, ...line } = money;
  await db()
    .insertInto('order_lines')
    .values({
      order_id: id,
      product_id: show.id,
      title: 'Candle concert',
      tax_rate: 2100,
      price_from: 'product',
      ...line,
    })
    .execute();
  return id;
}

const sell = async (show: SomeShow) => {
  const orderId = await aSaleOf(show);
  await inTransaction((tx) => tellOfSale(tx, { orderId }));
};

describe('the organizer hears of sales', () => {
  it('once for each product, and again when that was read', async () => {
    const owner = await aUser({ roles: ['USER', 'PRODUCER'], language: 'pt' });
    const channel = await aChannel({ owner });
    const show = await aShow({ channel });
    const other = await aShow({ channel });
    await sell(show);
    await sell(show);
    const sale = {
      type: 'sale',
      subject: 'Nova venda',
      content: 'Um ingresso para Candle concert foi vendido.',
      path: '/account/sales',
    };
    expect(await inboxOf(owner)).toEqual([sale]);
    await sell(other);
    expect(await inboxOf(owner)).toEqual([sale, sale]);
    await db()
      .updateTable('notifications')
      .set({ read_on: '2026-01-01T00:00:00Z' })
      .where('user_id', '=', owner.id)
      .execute();
    await sell(show);
    expect(await inboxOf(owner)).toHaveLength(3);
  });

  it('by one statement, for somebody is paying', async () => {
    const show = await aShow();
    const orderId = await aSaleOf(show);
    expect(await countQueries(() => tellOfSale(db(), { orderId }))).toBe(1);
  });
});

describe('the team and the owner hear of a channel', () => {
  it('that waits, and of what became of it', async () => {
    const admin = await anAdmin();
    const channel = await aChannel({ state: 'in_review', title: 'Sala Norte' });
    const { id: channelId } = channel;
    await inTransaction((tx) => tellReviewers(tx, { channelId }));
    expect(await inboxOf(admin)).toContainEqual({
      type: 'channel_submitted',
      subject: 'A channel waits for review',
      content: 'Sala Norte was sent for review.',
      path: `/manage/channels/${channel.slug}`,
    });
    await inTransaction(async (tx) => {
      await tellChannelOwner(tx, 'channel_sent_back', { channelId, reason: 'No logo' });
      await tellChannelOwner(tx, 'channel_published', { channelId });
    });
    expect((await inboxOf(channel.owner)).map(({ content }) => content)).toEqual([
      'Sala Norte is open to everyone. You can publish products now.',
      'Sala Norte: No logo',
    ]);
  });
});

describe('everyone with a ticket hears that the show has started', () => {
  it('by a job, each once, and nobody without a ticket', async () => {
    const show = await aShow();
    const guests = await Promise.all([1, 2, 3].map(() => aGuestOf(show)));
    const stranger = await aViewer();
    const told = { productId: show.id, type: 'broadcast_started' } as const;
    await inTransaction((tx) => tellHolders(tx, told));
    expect(await inboxOf(guests[0] ?? stranger)).toEqual([]);
    await runKeptJobs();
    for (const guest of guests) {
      expect(await inboxOf(guest)).toEqual([
        {
          type: 'broadcast_started',
          subject: 'Live now',
          content: 'Candle concert has started. Come in.',
          path: `/player/${show.slug}`,
        },
      ]);
    }
    expect(await inboxOf(stranger)).toEqual([]);
  });
});
