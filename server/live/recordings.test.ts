import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { liveContract } from '#contract/live.ts';
import { recordingsContract } from '#contract/recordings.ts';
import { setPlaybackCheck, signMediaPath } from '#server/media/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { aShow } from '#test/factories/player.ts';
import { recordRuns, somethingSent } from '#test/factories/recordings.ts';
import { app, call, refusal } from '#test/story.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { sweepRecordingFiles } from './make-recording-file.ts';
import { sinkOf } from './take-over.ts';

const run = promisify(execFile);

beforeEach(() => setPlaybackCheck(null));

/** A show with a recording of 24 s in segments of two; `other`: its encoder came back in another size. */
async function recorded({ title = 'Candle concert', other = false } = {}) {
  const show = await aShow({ air: 'recorded' });
  const id = show.broadcastId ?? '';
  const first = await somethingSent({ seconds: other ? 8 : 24 });
  const runs = other ? [first, await somethingSent({ size: '256x144', seconds: 16 })] : [first];
  const seconds = await recordRuns(sinkOf(id), runs);
  await db()
    .updateTable('broadcasts')
    .set({ storage_prefix: storagePrefix(id), recording_seconds: Math.round(seconds) })
    .where('id', '=', id)
    .execute();
  await db().updateTable('products').set({ title }).where('id', '=', show.id).execute();
  return {
    ...show,
    productId: show.id,
    id,
    params: { slug: show.slug, id },
    startedAt: await startOf(id),
  };
}
type Recorded = Awaited<ReturnType<typeof recorded>>;

async function startOf(id: string): Promise<string> {
  const { started_at } = await db()
    .selectFrom('broadcasts')
    .select('started_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return started_at ?? '';
}

const look = (show: Recorded, as: Someone = show.owner) =>
  call(recordingsContract.getRecording, { as, params: show.params });
const ask = (show: Recorded, rendition = '180p') =>
  call(recordingsContract.makeRecordingFile, {
    as: show.owner,
    params: show.params,
    body: { rendition },
  });
const trim = (show: Recorded, startSeconds: number, endSeconds: number) =>
  call(recordingsContract.trimRecording, {
    as: show.owner,
    params: show.params,
    body: { startSeconds, endSeconds },
  });

/** Makes the file and answers its address. */
async function fileOf(show: Recorded): Promise<string> {
  await ask(show);
  await runKeptJobs();
  return (await look(show)).renditions[0]?.file.url ?? '';
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return (await app()).inject({ method: method as 'GET', url, headers });
}

/** How many pictures a file has, each of them decoded, and what there was to complain of. */
async function picturesOf(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'platea-saved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'saved.mp4');
  writeFileSync(file, bytes);
  const shown = ['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', file];
  const asked = ['-v', 'warning', '-count_frames', '-select_streams', 'v', ...shown];
  const { stdout, stderr } = await run('ffprobe', asked);
  return { pictures: Number(stdout), complaints: stderr };
}

describe('a recording as a file', () => {
  it('is made when its organizer asks, and saved under the title and the day of the show', async () => {
    const show = await recorded({ title: 'Año nuevo: “Gala” / 2' });
    expect((await look(show)).renditions.map(({ name, file }) => [name, file.state])).toEqual([
      ['180p', 'none'],
      ['90p', 'none'],
    ]);
    const asked = await ask(show);
    expect(asked.renditions[0]?.file).toEqual({ state: 'waiting', share: 0, bytes: 0, url: null });
    // Whoever presses twice waits for the same file.
    await ask(show);
    expect(keptJobs()).toHaveLength(1);
    await runKeptJobs();
    const { file } = (await look(show)).renditions[0] ?? {};
    expect(file).toMatchObject({ state: 'ready', share: 1 });
    const whole = await get(file?.url ?? '');
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.length).toBe(file?.bytes);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
    const day = show.startedAt.slice(0, 10);
    expect(whole.headers['content-disposition']).toBe(
      `attachment; filename="Ano nuevo _Gala_ 2 ${day}.mp4"; filename*=UTF-8''` +
        `A%C3%B1o%20nuevo%20%E2%80%9CGala%E2%80%9D%202%20${day}.mp4`,
    );
    expect(await picturesOf(whole.rawPayload)).toEqual({ pictures: 600, complaints: '' });
  });

  it.each(['180p_0_999999999.mp4', `180p_0_${'9'.repeat(27)}.mp4`, 'meta.json', 'index.mp4'])(
    'is nothing under the name %s',
    async (name) => {
      const url = await fileOf(await recorded({ other: true }));
      expect((await get(url.replace(/[^/]+$/, name))).statusCode).toBe(404);
    },
  );

  it('is gone on with where a line broke, and not with the bytes of another file', async () => {
    const show = await recorded({ other: true });
    const url = await fileOf(show);
    const whole = await get(url);
    const size = whole.rawPayload.length;
    expect(await picturesOf(whole.rawPayload)).toEqual({ pictures: 600, complaints: '' });
    const head = await get(url, {}, 'HEAD');
    expect([head.statusCode, head.body, Number(head.headers['content-length'])]).toEqual([
      200,
      '',
      size,
    ]);
    const etag = String(head.headers.etag);
    const rest = await get(url, { range: 'bytes=100001-', 'if-range': etag });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([
      206,
      `bytes 100001-${size - 1}/${size}`,
    ]);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(100_001))).toBe(true);
    const other = await get(url, { range: 'bytes=100001-', 'if-range': '"another"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, size]);
    const beyond = await get(url, { range: `bytes=${size}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
  });

  it('is for its organizer and administrators, as long as they are logged in', async () => {
    const show = await recorded();
    const url = await fileOf(show);
    const stranger = await anOrganizer();
    const given = { params: show.params, as: stranger };
    const nothing = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
    expect(await refusal(recordingsContract.getRecording, given)).toEqual(nothing);
    const body = { rendition: '180p' };
    expect(await refusal(recordingsContract.makeRecordingFile, { ...given, body })).toEqual(
      nothing,
    );
    const admin = await anAdmin();
    const theirs = (await look(show, admin)).renditions[0]?.file.url ?? '';
    expect((await get(theirs, {}, 'HEAD')).statusCode).toBe(200);
    // An address is for one recording.
    const foreign = await recorded();
    expect((await get(url.replace(show.id, foreign.id))).statusCode).toBe(403);
    await call(accountsContract.logOut, { as: show.owner });
    expect((await get(url)).statusCode).toBe(403);
    await db()
      .updateTable('users')
      .set({ roles: ['USER'] })
      .where('id', '=', admin.id)
      .execute();
    expect((await get(theirs, {}, 'HEAD')).statusCode).toBe(403);
  });

  it('goes after a week with all that was kept of it, and can be made again', async () => {
    const show = await recorded();
    await fileOf(show);
    const kept = () => storage().list(`${storagePrefix(show.id)}/files/`);
    expect(await kept()).toHaveLength(2);
    const sweepAfter = async (hours: number) => {
      useClock(Temporal.Now.instant().add({ hours }));
      await enqueueNow(sweepRecordingFiles, {});
      await runKeptJobs();
    };
    await sweepAfter(24 * 6);
    expect(await kept()).toHaveLength(2);
    await sweepAfter(24 * 7 + 1);
    expect(await kept()).toEqual([]);
    expect((await look(show)).renditions[0]?.file.state).toBe('none');
    expect(await fileOf(show)).not.toBe('');
  });

  it('stays for another week when it is asked for again, also while the old ones are deleted', async () => {
    const show = await recorded();
    const names = ['180p', '90p'];
    const askAll = () => Promise.all(names.map((name) => ask(show, name)));
    const at = (hours: number) => useClock(Temporal.Now.instant().add({ hours }));
    const sweep = async () => {
      await enqueueNow(sweepRecordingFiles, {});
      await runKeptJobs();
    };
    const seen = async () => {
      const states = (await look(show)).renditions.map(({ file }) => file.state);
      return [states, (await storage().list(`${storagePrefix(show.id)}/files/`)).length];
    };
    await askAll();
    await runKeptJobs();
    at(24 * 6);
    await askAll();
    expect(keptJobs()).toEqual([]);
    at(24 * 8);
    await sweep();
    expect(await seen()).toEqual([['ready', 'ready'], 4]);

    at(24 * 14);
    const whole = storage();
    onTestFinished(() => useStorage(null));
    const deleted: string[] = [];
    useStorage({
      ...whole,
      delete: async (key) => {
        useStorage(whole);
        // Its organizer comes in this very moment, and what they ask for is made at once.
        await askAll();
        await runKeptJobs();
        deleted.push(key);
        await whole.delete(key);
      },
    });
    await sweep();
    expect(deleted).toHaveLength(1);
    expect(await seen()).toEqual([['ready', 'ready'], 4]);
  });

  it('is asked for again when its making failed, or died with its process', async () => {
    const show = await recorded();
    const state = async () => (await look(show)).renditions[0]?.file.state;
    const init = `${storagePrefix(show.id)}/180p/init-0-1.mp4`;
    const bytes = await storage().read(init);
    await storage().delete(init);
    await ask(show);
    await expect(runKeptJobs()).rejects.toThrow('missing');
    expect(await state()).toBe('failed');
    await storage().put(init, bytes);
    await ask(show);
    await db().updateTable('recording_files').set({ state: 'making' }).execute();
    expect(await state()).toBe('making');
    await ask(show);
    expect(keptJobs()).toHaveLength(1);
    useClock(Temporal.Now.instant().add({ minutes: 3 }));
    expect(await state()).toBe('failed');
    await ask(show);
    expect(keptJobs()).toHaveLength(2);
    await runKeptJobs();
    expect(await state()).toBe('ready');
  });
});

describe('a recording that is trimmed', () => {
  const playlists = async (show: Recorded) => {
    const url = signMediaPath({
      playbackId: crypto.randomUUID(),
      resource: { kind: 'recordings', id: show.id },
      expiresAt: Temporal.Now.instant().add({ hours: 1 }),
    });
    const of = async (name: string) => {
      const { body } = await get(url.replace('master.m3u8', `${name}/index.m3u8`));
      return (HLS.parse(body) as HLS.types.MediaPlaylist).segments.map(({ uri }) => uri);
    };
    return [await of('180p'), await of('90p')];
  };
  const numbered = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_none, index) => `seg-0-${first + index}.m4s`);

  it('is shorter in all renditions, on the desk, in the shop and as a file, until all is shown again', async () => {
    const show = await recorded();
    const before = await look(show);
    expect(before).toMatchObject({
      state: 'ready',
      wholeSeconds: 24,
      shown: { startSeconds: 0, endSeconds: 24, trimmed: false },
      lost: [],
      can: { trim: true, restore: false, download: true },
    });
    const trimmed = await trim(show, 3, 17.5);
    expect(trimmed.shown).toEqual({ startSeconds: 2, endSeconds: 18, trimmed: true });
    expect(trimmed.can.restore).toBe(true);
    expect(await playlists(show)).toEqual([numbered(1, 8), numbered(1, 8)]);
    const secondsOf = async () =>
      (await call(liveContract.getBroadcast, { as: show.owner, params: { slug: show.slug } }))
        .recording.seconds;
    expect(await secondsOf()).toBe(16);
    const { rawPayload } = await get(await fileOf(show));
    expect(await picturesOf(rawPayload)).toEqual({ pictures: 400, complaints: '' });
    // Whoever decides sees all of it.
    const whole = (trimmed.preview?.url ?? '').replace('master.m3u8', '180p/index.m3u8');
    expect((await get(whole)).body.match(/seg-/g)).toHaveLength(12);
    const restored = await call(recordingsContract.restoreRecording, {
      as: show.owner,
      params: show.params,
    });
    expect(restored.shown).toEqual(before.shown);
    expect(await playlists(show)).toEqual([numbered(0, 11), numbered(0, 11)]);
    expect(await secondsOf()).toBe(24);
    expect(restored.renditions[0]?.file.state).toBe('none');
  });

  it('keeps ten seconds at least, and is not cut before it is there', async () => {
    const show = await recorded();
    const given = { as: show.owner, params: show.params };
    const body = { startSeconds: 4, endSeconds: 12 };
    expect(await refusal(recordingsContract.trimRecording, { ...given, body })).toEqual({
      status: 422,
      code: 'RECORDING_TOO_SHORT',
    });
    const state = { status: 409, code: 'RECORDING_STATE' };
    expect(await refusal(recordingsContract.restoreRecording, given)).toEqual(state);
    await db()
      .updateTable('broadcasts')
      .set({ recording_ready: false })
      .where('id', '=', show.id)
      .execute();
    const all = { startSeconds: 0, endSeconds: 20 };
    expect(await refusal(recordingsContract.trimRecording, { ...given, body: all })).toEqual(state);
    const file = { rendition: '180p' };
    expect(await refusal(recordingsContract.makeRecordingFile, { ...given, body: file })).toEqual(
      state,
    );
    const recording = await look(show);
    expect([recording.state, recording.can]).toEqual([
      'making',
      { trim: false, restore: false, download: false },
    ]);
    const others = { ...given, as: await anOrganizer(), body: all };
    expect((await refusal(recordingsContract.trimRecording, others)).status).toBe(404);
  });
});

describe('the recordings of a product', () => {
  it('are listed for its organizer, the newest first', async () => {
    const show = await recorded();
    const { id: newer } = await db()
      .insertInto('broadcasts')
      .values({ product_id: show.productId, state: 'ended', started_at: show.startedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    const params = { slug: show.slug };
    const listed = await call(recordingsContract.listRecordings, { as: show.owner, params });
    expect(listed.map(({ id, state, seconds }) => [id, state, seconds])).toEqual([
      [newer, 'none', 0],
      [show.id, 'ready', 24],
    ]);
    const other = { as: await anOrganizer(), params };
    expect((await refusal(recordingsContract.listRecordings, other)).status).toBe(404);
  });
});
