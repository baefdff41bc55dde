import { describe, expect, it } from 'vitest';
import { countQueries } from '#server/platform/database/counting.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aUser, aViewer } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aGuestOf, aShow, type SomeShow } from '#test/factories/player.ts';
import '#test/story.ts';
import { tellChannelOwner, tellHolders, tellOfSales, tellReviewers } from './index.ts';
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

/** So many people with a ticket for this show; answers their ids. */
async function aCrowdOf(show: SomeShow, size: number): Promise<string[]> {
  const people = await db()
    .insertInto('users')
    .values(
      Array.from({ length: size }, () => ({
        email: `crowd-${crypto.randomUUID()}@example.test`,
        password_digest: 'none',
        approval: 'approved',
        terms_accepted_at: '2026-01-01T00:00:00Z',
      })),
    )
    .returning('id')
    .execute();
  const held = { product_id: show.id, session_id: show.sessionId, source: 'free' };
  const granted_at = '2026-01-01T00:00:00Z';
  await db()
    .insertInto('tickets')
    .values(people.map(({ id }) => ({ ...held, user_id: id, granted_at })))
    .execute();
  return people.map(({ id }) => id);
}

const sell = async (show: SomeShow) => {
  const orderId = await aSaleOf(show);
  await inTransaction((tx) =>
    tellOfSales(tx, { orders: [{ orderId, buyerId: '', ticketsFor: [] }] }),
  );
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

  it('by three statements, however many were sold', async () => {
    const show = await aShow();
    const orders: Parameters<typeof tellOfSales>[1]['orders'] = [];
    for (let sales = 0; sales < 3; sales += 1) {
      orders.push({ orderId: await aSaleOf(show), buyerId: '', ticketsFor: [show.id] });
    }
    expect(await countQueries(() => tellOfSales(db(), { orders }))).toBe(3);
    expect(await inboxOf(show.channel.owner)).toHaveLength(1);
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
      subject: 'A channel is waiting for review',
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
    const told = {
      productId: show.id,
      broadcastId: show.broadcastId ?? '',
      sessionId: show.sessionId,
      type: 'broadcast_started',
    } as const;
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

    // A run that was cut begins again, and says the same broadcast to nobody twice; another is news.
    const late = await aGuestOf(show);
    await inTransaction((tx) => tellHolders(tx, told));
    await runKeptJobs();
    expect(await inboxOf(guests[0] ?? stranger)).toHaveLength(1);
    expect(await inboxOf(late)).toHaveLength(1);
    await inTransaction((tx) => tellHolders(tx, { ...told, broadcastId: crypto.randomUUID() }));
    await runKeptJobs();
    expect(await inboxOf(guests[0] ?? stranger)).toHaveLength(2);
  });

  it('in pages, each person once, and only with a ticket for this session', async () => {
    const show = await aShow();
    const crowd = await aCrowdOf(show, 1001);
    const { id: sessionId } = await db()
      .insertInto('product_sessions')
      .values({ product_id: show.id, starts_at: '2099-01-01T20:00:00Z' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const other = await aGuestOf({ ...show, sessionId });
    const told = {
      productId: show.id,
      broadcastId: show.broadcastId ?? '',
      sessionId: show.sessionId,
      type: 'recording_ready',
    } as const;
    await inTransaction((tx) => tellHolders(tx, told));
    await runKeptJobs();
    const rows = await db()
      .selectFrom('notifications')
      .select('user_id')
      .where('type', '=', 'recording_ready')
      .where('user_id', 'in', crowd)
      .execute();
    expect(rows.map((row) => row.user_id).toSorted()).toEqual(crowd.toSorted());
    expect(await inboxOf(other)).toEqual([]);
  });
});
