import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { db } from '#server/platform/database/index.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { aGuestOf, aShow, minutesFromNow } from '#test/factories/player.ts';
import { app } from '#test/story.ts';
import { openBroadcast } from './broadcasts.store.ts';
import { followBroadcast } from './follow-broadcast.ts';

const log = { info: () => undefined, error: () => undefined };
const recording = { seconds: 60, segments: 30, isComplete: true };

/** A show that begins in so many minutes, somebody with a ticket, and what the engine reports. */
async function aShowIn(minutes: number) {
  await app();
  const show = await aShow({ air: 'nothing', startsAt: minutesFromNow(minutes) });
  const guest = await aGuestOf(show);
  const { id } = await openBroadcast(db(), { productId: show.id, sessionId: show.sessionId });
  const events = followBroadcast(id, log);
  const nowMs = () => Temporal.Now.instant().epochMilliseconds;
  const start = async () => {
    events.started({ startedAtMs: nowMs() });
    // Reports are written one after the other: when this one is, the start is.
    await events.recorded({ seconds: 0, segments: 0, isComplete: true });
  };
  const end = () => events.ended({ endedAtMs: nowMs(), reason: 'stopped', recording });
  const heard = async () => {
    await runKeptJobs();
    const rows = await db()
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', guest.id)
      .orderBy('id')
      .execute();
    return rows.map(({ type }) => type);
  };
  return { start, end, heard };
}

describe('holders of a ticket hear of the show', () => {
  it('when it starts at its hour, and when its recording is there', async () => {
    const { start, end, heard } = await aShowIn(-5);
    await start();
    expect(await heard()).toEqual(['broadcast_started']);
    await end();
    expect(await heard()).toEqual(['broadcast_started', 'recording_ready']);
  });

  it('not of a test on another day, nor of its recording', async () => {
    const { start, end, heard } = await aShowIn(3 * 24 * 60);
    await start();
    expect(keptJobs().map(({ name }) => name)).toEqual(['announce-show']);
    await end();
    expect(await heard()).toEqual([]);
  });

  it('at its hour, when the test before it ran on until then', async () => {
    const { start, heard } = await aShowIn(60);
    await start();
    // The job waits until the hour; here it runs when the test says so, with the show on air.
    expect(await heard()).toEqual(['broadcast_started']);
  });
});
