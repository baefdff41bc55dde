import { execFileSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import HLS from 'hls-parser';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { recordingsContract } from '#contract/recordings.ts';
import { setPlaybackCheck } from '#server/media/index.ts';
import { db } from '#server/platform/database/index.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { localStorageAt } from '#server/platform/storage/local.ts';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { app, call } from '#test/story.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { runningEngine } from './on-air.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';

HLS.setOptions({ strictMode: true });

const sizeOfDisk = 8 * 1024 * 1024;
let disk = '';
let isMounted = false;
let port = 0;
let encoder: Encoder | null = null;

/** A disk of eight megabytes, where one may be mounted. */
beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'platea-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeOfDisk}`, 'tmpfs', disk]);
    isMounted = true;
  } catch {
    isMounted = false;
  }
  await app();
  setPlaybackCheck(null);
  useStorage(localStorageAt(disk));
  // Nothing takes over, not even the slate, while a busy machine is slow to send.
  ({ port } = await startLiveEngine({ port: 0, watchMs: 200, handoverMs: 60_000 }));
});

afterAll(async () => {
  encoder?.kill();
  await stopLiveEngine();
  useStorage(null);
  if (isMounted) execFileSync('umount', [disk]);
  await rm(disk, { recursive: true, force: true });
});

const ballast = () => join(disk, 'ballast');

/** Not a byte is left. A file that is written meanwhile may have taken a part of what was free. */
function fill(): void {
  const { bsize, bfree } = statfsSync(disk);
  try {
    writeFileSync(ballast(), Buffer.alloc(bsize * bfree));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

it('a disk that is full stops the recording and not the show, and its organizer is told once', async ({
  skip,
}) => {
  if (!isMounted) skip('no disk may be mounted here');
  const { owner, slug } = await aProduct();
  const given = { as: owner, params: { slug } };
  const panel = () => call(liveContract.getBroadcast, given);
  encoder = startEncoder(`rtmp://127.0.0.1:${port}/live/${(await panel()).streamKey}`, {
    size: '320x180',
  });
  const until = (check: () => Promise<void> | void) =>
    vi.waitFor(check, { timeout: 20_000, interval: 100 });
  await until(async () => expect((await panel()).state).toBe('live'));
  const broadcastId = (await panel()).id ?? '';
  const prefix = storagePrefix(broadcastId);
  const kept = async () => (await storage().list(`${prefix}/180p/`)).length;
  const shown = () => runningEngine()?.find(broadcastId)?.renditions[0]?.nextSequence ?? 0;
  // The head of the run and two segments.
  await until(async () => expect(await kept()).toBeGreaterThanOrEqual(3));

  fill();
  const fullAt = shown();
  const whenFull = await kept();
  await until(() => expect(runningEngine()?.find(broadcastId)?.lostFiles).toBeGreaterThan(1));
  expect(shown()).toBeGreaterThan(fullAt);
  expect(await kept()).toBeLessThanOrEqual(whenFull + 1);
  // A write under way has a half file; one that was refused leaves none.
  await until(async () => {
    const names = await readdir(join(disk, prefix), { recursive: true });
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
  await until(async () => {
    const { health } = await panel();
    expect(health?.receiving).toBe(true);
    expect(health?.advice).toContain('recording_incomplete');
  });
  const told = () =>
    db()
      .selectFrom('notifications')
      .select(['user_id', 'type'])
      .where('type', '=', 'recording_lost')
      .execute();
  await until(async () =>
    expect(await told()).toEqual([{ user_id: owner.id, type: 'recording_lost' }]),
  );

  await rm(ballast());
  const before = await kept();
  await until(async () => expect(await kept()).toBeGreaterThan(before + 1));
  const { recording, state } = await call(liveContract.stopBroadcast, given);
  expect([state, recording.ready]).toEqual(['ended', true]);
  expect(await told()).toHaveLength(1);

  const text = (await storage().read(`${prefix}/180p/index.m3u8`)).toString();
  const { segments, endlist } = HLS.parse(text) as HLS.types.MediaPlaylist;
  expect(endlist).toBe(true);
  const numbers = segments.map(({ uri }) => Number(/-(\d+)\.m4s$/.exec(uri)?.[1]));
  const jumps = segments.filter(
    (_one, index) => (numbers[index] ?? 0) > (numbers[index - 1] ?? 0) + 1,
  );
  // After the hole the clock of the pictures has gone on: players are told.
  expect(jumps.map(({ discontinuity }) => discontinuity)).toEqual([true]);
  for (const { uri } of segments) {
    expect(await storage().find(`${prefix}/180p/${uri}`)).not.toBeNull();
  }
  const [listed] = await call(recordingsContract.listRecordings, given);
  const found = await call(recordingsContract.getRecording, {
    as: owner,
    params: { slug, id: listed?.id ?? '' },
  });
  expect(found.lost).toHaveLength(1);
  expect(found.lost[0]?.seconds).toBeGreaterThan(3);
  expect(found.id).toBe(broadcastId);
});
