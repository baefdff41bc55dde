import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { config, overrideConfig } from '#server/platform/config.ts';
import { closeDatabase, db, inTransaction } from '#server/platform/database/index.ts';
import { closeQueue, openQueue } from '#server/platform/jobs.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aReceiver, type Receiver } from '#test/receiver.ts';
import { takeOverdue } from './deliveries.store.ts';
import { tellOfChannel } from './index.ts';
import { sendOverdue } from './jobs.ts';
import { useReach } from './receiver-address.ts';
import { newSecret } from './signature.ts';
import { insertWebhook } from './webhooks.store.ts';

// By the real queue: what is looked at is who waits for whom.
const { DEMO } = config();
const open: Receiver[] = [];
const receiver = async (always?: Parameters<typeof aReceiver>[0]) => {
  const one = await aReceiver(always);
  open.push(one);
  return one;
};
overrideConfig({ DEMO: true });
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await closeQueue();
  useReach(null);
});
afterAll(async () => {
  overrideConfig({ DEMO });
  await closeDatabase();
});

/** An organizer's receiver, and a channel of which it hears. */
async function listening(url: string) {
  const owner = await anOrganizer();
  const channel = await aChannel({ owner });
  const given = { url, description: '', types: ['channel.published' as const] };
  const made = { ...given, secret: newSecret(), by: owner.id, at: '2026-11-01T10:00:00Z' };
  const id = await insertWebhook(db(), { ownerId: owner.id }, made);
  return { id, channel };
}
const publish = ({ channel }: { channel: { id: string } }) =>
  inTransaction((tx) => tellOfChannel(tx, 'channel.published', { channelId: channel.id }));

describe('a receiver that never answers', () => {
  it('holds up no other one, however much waits for it', async () => {
    // Nobody loses patience with it: who had to wait for it would wait for ever.
    useReach({ patience: () => new AbortController().signal });
    const dead = await receiver('nothing');
    const quick = await receiver();
    const [toDead, toQuick] = [await listening(dead.url), await listening(quick.url)];
    await openQueue(['worker']);
    for (let count = 0; count < 20; count += 1) await publish(toDead);
    await expect.poll(() => dead.got.length).toBe(2);
    for (let count = 0; count < 5; count += 1) await publish(toQuick);
    await expect.poll(() => quick.got.length).toBe(5);
    expect(dead.got).toHaveLength(2);
  });
});

describe('what is overdue', () => {
  it('of one receiver is taken up a few at a time, and before none of the others', async () => {
    const [busy, other] = [await receiver(), await receiver()];
    await openQueue([]);
    const [toBusy, toOther] = [await listening(busy.url), await listening(other.url)];
    for (let count = 0; count < 6; count += 1) await publish(toBusy);
    await publish(toOther);
    const late = (id: string, nextAt: string) =>
      db()
        .updateTable('webhook_deliveries')
        .set({ next_at: nextAt })
        .where('endpoint_id', '=', id)
        .execute();
    await late(toBusy.id, '2026-11-01T10:00:00Z');
    await late(toOther.id, '2026-11-01T10:05:00Z');
    const taken = await takeOverdue(db(), {
      ...{ before: '2026-11-01T10:10:00Z', now: '2026-11-01T10:11:00Z' },
      ...{ perReceiver: 2, limit: 500 },
    });
    const rows = await db()
      .selectFrom('webhook_deliveries')
      .select('endpoint_id')
      .where('id', 'in', taken)
      .execute();
    const countOf = (id: string) => rows.filter((row) => row.endpoint_id === id).length;
    expect([countOf(toBusy.id), countOf(toOther.id)]).toEqual([2, 1]);
  });
});

describe('a message', () => {
  it('outlives the process that wrote it', async () => {
    const one = await receiver();
    const told = await listening(one.url);
    await openQueue([]);
    await publish(told);
    await closeQueue();
    expect(one.got).toEqual([]);
    await openQueue(['worker']);
    await expect.poll(() => one.got.length).toBe(1);
  });

  it('outlives the process that was sending it, and a job that was lost', async () => {
    const one = await receiver();
    const told = await listening(one.url);
    await openQueue([]);
    await publish(told);
    await db()
      .updateTable('webhook_deliveries')
      .set({ sending_until: '2026-11-01T10:01:00Z', next_at: '2026-11-01T10:00:00Z' })
      .where('endpoint_id', '=', told.id)
      .execute();
    await db()
      .deleteFrom('pgboss.job' as never)
      .execute();
    await closeQueue();
    await openQueue(['worker']);
    await sendOverdue();
    await expect.poll(() => one.got.length).toBe(1);
    await expect
      .poll(() =>
        db()
          .selectFrom('webhook_deliveries')
          .select('state')
          .where('endpoint_id', '=', told.id)
          .execute(),
      )
      .toEqual([{ state: 'delivered' }]);
  });
});
