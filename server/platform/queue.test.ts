import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, inTransaction } from './database/index.ts';
import {
  closeQueue,
  defineJob,
  enqueueMany,
  enqueueNow,
  enqueueSoon,
  openQueue,
  queueIsReady,
} from './jobs.ts';

const done: Record<string, number[]> = { single: [], called: [], told: [] };
const single = defineJob<{ at: number }>('one-by-one', async ({ at }) => {
  done.single?.push(at);
});
const told = defineJob<object>('told-of', async () => {
  done.told?.push(1);
});
const called = defineJob<object>('called-for', async () => {
  done.called?.push(1);
});

const numbers = Array.from({ length: 40 }, (_, at) => ({ at }));

beforeAll(() => openQueue(['worker']));
afterAll(async () => {
  await closeQueue();
  await closeDatabase();
});

describe('the queue', () => {
  it('works off what has piled up without waiting for the next look', async () => {
    await inTransaction((tx) => enqueueMany(tx, single, numbers));
    // At one for each look, every five seconds, they would take minutes.
    await expect.poll(() => done.single?.length).toBe(40);
    expect(done.single?.toSorted((a, b) => a - b)).toEqual(numbers.map(({ at }) => at));
  });

  it('is told of what comes, and does not find it at its next look', async () => {
    // By looks alone, every five seconds, they would take a minute, which a test does not have.
    for (let sent = 1; sent <= 12; sent += 1) {
      await enqueueNow(told, {});
      await expect.poll(() => done.told?.length).toBe(sent);
    }
  });

  it('runs once for all who call for it at the same time', async () => {
    for (const _ of numbers) enqueueSoon(called);
    await expect.poll(() => done.called?.length).toBe(1);
    enqueueSoon(called);
    await expect.poll(() => done.called?.length).toBe(2);
  });

  it('keeps nothing of a transaction that failed', async () => {
    const failing = inTransaction(async (tx) => {
      await enqueueMany(tx, single, [{ at: 1000 }]);
      throw new Error('not today');
    });
    await expect(failing).rejects.toThrow('not today');
    await enqueueNow(single, { at: 1001 });
    await expect.poll(() => done.single?.length).toBe(41);
    expect(done.single).not.toContain(1000);
    expect(await queueIsReady()).toBe(true);
  });
});
