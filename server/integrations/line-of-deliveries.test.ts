import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { now, useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aWebhook, publish } from '#test/factories/integrations.ts';
import { aReceiver, type Receiver } from '#test/receiver.ts';
import { sendWebhook } from './send-webhook.ts';
// For its hooks: jobs are kept, and the pool is closed at the end.
import '#test/story.ts';

const { DEMO } = config();
let receiver: Receiver;
beforeAll(() => overrideConfig({ DEMO: true }));
afterAll(() => overrideConfig({ DEMO }));
beforeEach(async () => {
  useClock('2026-11-27T10:00:00Z');
  receiver = await aReceiver();
});
afterEach(() => receiver.close());

/** So many messages that wait for one receiver, the oldest first. */
async function waiting(count: number) {
  const { id, owner } = await aWebhook(receiver.url);
  const channel = await aChannel({ owner });
  for (let one = 0; one < count; one += 1) await publish(channel);
  return { id, rows: () => rowsOf(id) };
}
const rowsOf = (id: string) =>
  db()
    .selectFrom('webhook_deliveries')
    .select(['id', 'state', 'next_at', 'sending_until'])
    .where('endpoint_id', '=', id)
    .orderBy('id')
    .execute();
/** Somebody else is sending these. */
const hold = (ids: string[]) =>
  db()
    .updateTable('webhook_deliveries')
    .set({ sending_until: now().add({ seconds: 60 }).toString() })
    .where('id', 'in', ids)
    .execute();
describe('whoever waits for a busy receiver', () => {
  it('stands in line, put off by a second for each two', async () => {
    const { rows } = await waiting(6);
    const [first, second] = await rows();
    await hold([first?.id ?? '', second?.id ?? '']);
    await runKeptJobs();
    expect(receiver.got).toEqual([]);
    const [, , ...others] = await rows();
    for (const { state, next_at } of others) {
      expect([state, next_at]).toEqual(['waiting', '2026-11-27T10:00:02.000Z']);
    }
  });

  it('is called by the one whose try has ended, before its time', async () => {
    const { rows } = await waiting(4);
    const [first, second, third, fourth] = (await rows()).map(({ id }) => id);
    await hold([first ?? '', second ?? '']);
    await runKeptJobs();
    await db()
      .updateTable('webhook_deliveries')
      .set({ sending_until: null, next_at: now().toString() })
      .where('id', '=', first ?? '')
      .execute();
    keepJobs();
    await enqueueNow(sendWebhook, { deliveryId: first ?? '' });
    await runKeptJobs();
    // The second is in the hands of somebody else; one after the other takes the free place.
    const states = new Map((await rows()).map(({ id, state }) => [id, state]));
    expect([first, second, third, fourth].map((id) => states.get(id ?? ''))).toEqual([
      ...['delivered', 'waiting', 'delivered', 'delivered'],
    ]);
  });

  it('that has failed before keeps its pause, and a receiver its rest', async () => {
    const { rows } = await waiting(3);
    receiver.answers.push({ status: 500 });
    const [first] = (await rows()).map(({ id }) => id);
    await runKeptJobs();
    const after = await rows();
    expect(after.map(({ state }) => state)).toEqual(['waiting', 'delivered', 'delivered']);
    expect(after.find(({ id }) => id === first)?.next_at).not.toBe('2026-11-27T10:00:00.000Z');
    expect(receiver.got).toHaveLength(3);
  });
});
