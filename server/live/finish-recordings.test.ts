import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db } from '#server/platform/database/index.ts';
import { storage } from '#server/platform/storage/index.ts';
import { aShow } from '#test/factories/player.ts';
import { recordRuns, somethingSent } from '#test/factories/recordings.ts';
import { app } from '#test/story.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { claimUnfinished, writeNode } from './nodes.store.ts';
import { noteFinishing } from './on-air.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';
import { sinkOf } from './take-over.ts';

const playlists = ['master.m3u8', '180p/index.m3u8', '90p/index.m3u8'];

beforeAll(async () => {
  await app();
});
afterAll(() => stopLiveEngine());

/** A node that is heard of from then on, or has not been for long. */
async function aNode(heardAt: string): Promise<string> {
  const url = `http://${crypto.randomUUID()}.example`;
  await writeNode(db(), url);
  await db().updateTable('media_nodes').set({ heard_at: heardAt }).where('url', '=', url).execute();
  return url;
}
const alive = () => aNode('2099-01-01T00:00:00Z');
const dead = () => aNode('2026-01-01T00:00:00Z');

/**
 * An ended show whose segments are kept; its playlists were never written. `before` is called with it
 * while nobody can see yet that there is something to finish.
 */
async function unfinished(
  recordedBy: string | null,
  before: (id: string) => void = () => undefined,
): Promise<string> {
  const { broadcastId } = await aShow({ air: 'over' });
  const id = broadcastId ?? '';
  before(id);
  await recordRuns(sinkOf(id), [await somethingSent({ seconds: 4 })]);
  for (const name of playlists) await storage().delete(`${storagePrefix(id)}/${name}`);
  await db()
    .updateTable('broadcasts')
    .set({ storage_prefix: storagePrefix(id), recorded_by: recordedBy })
    .where('id', '=', id)
    .execute();
  return id;
}

const isReady = async (id: string) => {
  const row = await db()
    .selectFrom('broadcasts')
    .select('recording_ready')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.recording_ready;
};

describe('a recording that was not finished', () => {
  it('is finished by a node that lives, when the one that had it died meanwhile', async () => {
    await startLiveEngine({ port: 0, watchMs: 300 });
    const [left, elsewhere, here] = [
      await unfinished(await dead()),
      await unfinished(await alive()),
      await unfinished(null, noteFinishing),
    ];
    // Whoever has just begun to listen waits as long as others may be silent.
    await vi.waitFor(async () => expect(await isReady(left)).toBe(true), {
      timeout: 20_000,
      interval: 200,
    });
    for (const name of playlists) {
      expect(await storage().find(`${storagePrefix(left)}/${name}`)).not.toBeNull();
      expect(await storage().find(`${storagePrefix(elsewhere)}/${name}`)).toBeNull();
    }
    expect([await isReady(elsewhere), await isReady(here)]).toEqual([false, false]);
    // To be missed takes a node twelve seconds or more; the rest is what a busy machine needs.
  }, 90_000);

  it('is taken by one node of eight that ask at once, and by none while its own may be alive', async () => {
    await stopLiveEngine();
    const died = await dead();
    const mine = await unfinished(died);
    const others = await db()
      .selectFrom('broadcasts')
      .select('id')
      .where('id', '<>', mine)
      .execute();
    const except = others.map(({ id }) => id);
    const nodes = await Promise.all(Array.from({ length: 8 }, alive));
    const ask = (mayInherit: boolean) =>
      Promise.all(nodes.map((nodeUrl) => claimUnfinished(db(), { nodeUrl, except }, mayInherit)));
    expect(await ask(false)).toEqual(nodes.map(() => null));
    for (let round = 0; round < 20; round += 1) {
      const won = (await ask(true)).filter((id) => id !== null);
      expect(won).toEqual([mine]);
      const free = db().updateTable('broadcasts').set({ recorded_by: died });
      await free.where('id', '=', mine).execute();
    }
  });
});
