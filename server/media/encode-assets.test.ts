import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Temporal } from 'temporal-polyfill';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { assetsContract } from '#contract/assets.ts';
import { catalogContract } from '#contract/catalog.ts';
import { useClock } from '#server/platform/clock.ts';
import { tryHold } from '#server/platform/database/hold.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { anAsset, assetRow } from '#test/factories/assets.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aac, h264, makeMedia, mediaFolder, moving, tone } from '#test/made-media.ts';
import { call } from '#test/story.ts';
import { assetKey, receivedKey, sourceKey } from './asset-files.ts';
import { encodeAssets } from './encode-assets.ts';

// Films are made and encoded in some seconds; beside other tests it may take longer.
vi.setConfig({ testTimeout: 120_000 });

const folder = mediaFolder();
afterAll(folder.remove);

const clip = makeMedia(
  join(folder.path, 'clip.mp4'),
  ...[moving(), tone(), ['-t', '4'], h264(), aac()],
);

/** So many bytes that whoever makes them waits while nobody takes them. */
const heavy = makeMedia(
  join(folder.path, 'heavy.mp4'),
  ...[moving('640x360'), tone(), ['-t', '4'], h264(50, ['-qp', '2']), aac()],
);

/** An upload that came and waits, with this file behind it. */
async function received(owner: Someone, file?: string): Promise<string> {
  const id = await anAsset(owner, { state: 'processing' });
  const content = file === undefined ? Buffer.from('no film at all') : createReadStream(file);
  await storage().put(receivedKey(id), content);
  return id;
}
async function work(): Promise<void> {
  await enqueueNow(encodeAssets, {});
  await runKeptJobs();
}
/** What a run notes whose first rendition came to its end. */
const made = (seconds: number) => {
  const size = { name: 'source', width: 320, height: 180, codecs: 'avc1.42c01e', frameRate: 25 };
  const rendition = { ...size, bandwidth: 1, averageBandwidth: 1, seconds };
  const steps = { first: { renditions: [rendition], cuts: null } };
  return Buffer.from(JSON.stringify({ version: 1, bytes: 1, steps }));
};
/** Does an ffmpeg of this film run? */
const isWorkedOn = (id: string): boolean =>
  readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(id);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
const get = (as: Someone, id: string) => call(assetsContract.getAsset, { as, params: { id } });

describe('the work on an upload', () => {
  it('makes everything that a player needs, and its product can be published', async () => {
    const ana = await anOrganizer();
    const channel = await aChannel({ owner: ana });
    const id = await received(ana, await clip);
    const draft = await aProduct({ channel, type: 'vod', status: 'draft', sessions: [] });
    await db().updateTable('products').set({ asset_id: id }).where('id', '=', draft.id).execute();
    await work();
    const asset = await get(ana, id);
    expect(asset).toMatchObject({
      ...{ state: 'ready', playable: true, progress: 100, step: null, refusal: null },
      ...{ kind: 'video', can: { describe: true, attach: true, retry: false } },
    });
    expect(asset.seconds).toBeCloseTo(4, 0);
    expect(asset.renditions[0]).toMatchObject({ width: 320, height: 180 });
    expect(asset.poster?.widths).toContain(320);
    const rendition = asset.renditions[0]?.name;
    for (const name of ['master.m3u8', `${rendition}/index.m3u8`, `${rendition}/init.mp4`]) {
      expect(await storage().find(assetKey(id, name))).not.toBe(null);
    }
    // The uploaded file is kept beside them.
    expect(await storage().find(receivedKey(id))).toBe(null);
    expect(await storage().find(sourceKey(id))).not.toBe(null);
    const own = await call(catalogContract.getOwnProduct, {
      as: ana,
      params: { slug: draft.slug },
    });
    expect(own.missing).toEqual([]);
  });

  it('refuses what is no film, throws it away, and goes on with the next one', async () => {
    const ana = await anOrganizer();
    const poison = await received(ana);
    const good = await received(ana, await clip);
    await work();
    expect(await get(ana, poison)).toMatchObject({
      ...{ state: 'failed', refusal: 'not_media', playable: false, can: { retry: false } },
    });
    expect(await storage().find(receivedKey(poison))).toBe(null);
    expect(await get(ana, good)).toMatchObject({ state: 'ready' });
  });

  it('that fails leaves to watch and to sell what is whole, and never half a film', async () => {
    const ana = await anOrganizer();
    const channel = await aChannel({ owner: ana });
    const failed = async (secondsMade: number | null) => {
      const id = await anAsset(ana, { state: 'processing', playable: true, seconds: 60 });
      await storage().put(receivedKey(id), Buffer.from('no film at all'));
      if (secondsMade !== null)
        await storage().put(assetKey(id, 'progress.json'), made(secondsMade));
      const product = await aProduct({ channel, type: 'vod', status: 'draft', sessions: [] });
      const draft = db().updateTable('products').set({ asset_id: id });
      await draft.where('id', '=', product.id).execute();
      await work();
      const { state, playable, seconds } = await get(ana, id);
      const params = { slug: product.slug };
      const { missing } = await call(catalogContract.getOwnProduct, { as: ana, params });
      return [state, playable, seconds, missing];
    };
    expect(await failed(60)).toEqual(['failed', true, 60, []]);
    // It is as long as what can be seen of it, whatever the file says of itself.
    expect(await failed(45.5)).toEqual(['failed', true, 45.5, []]);
    expect(await failed(null)).toEqual(['failed', false, 60, ['asset']]);
    // What was cut off in its first half is no film, though all of it was made.
    expect(await failed(20)).toEqual(['failed', false, 60, ['asset']]);
  });

  it('is tried again after a pause when storage fails, and given up after five runs', async () => {
    const ana = await anOrganizer();
    const id = await received(ana, await clip);
    const whole = storage();
    useStorage({ ...whole, find: () => Promise.reject(new Error('the storage is away')) });
    const at = (seconds: number) =>
      useClock(Temporal.Instant.from('2026-06-01T00:00:00Z').add({ seconds }));
    const runs: [number | undefined, string | undefined][] = [];
    for (const second of [0, 10, 15, 80, 400, 4000]) {
      at(second);
      await work();
      const row = await assetRow(id);
      runs.push([row?.attempts, row?.state]);
    }
    useStorage(whole);
    useClock(null);
    expect(runs).toEqual([
      [1, 'processing'],
      // Not yet: fifteen seconds later at the earliest.
      [1, 'processing'],
      [2, 'processing'],
      [3, 'processing'],
      [4, 'processing'],
      [5, 'failed'],
    ]);
    expect(await get(ana, id)).toMatchObject({ refusal: 'kept_failing', can: { retry: true } });
    await call(assetsContract.retryAsset, { as: ana, params: { id } });
    await runKeptJobs();
    expect(await get(ana, id)).toMatchObject({ state: 'ready' });
  });

  it('waits before the next run from its beginning on, should it kill its process', async () => {
    const ana = await anOrganizer();
    const id = await received(ana);
    const whole = storage();
    const during: unknown[] = [];
    const find = async () => {
      const row = await assetRow(id);
      during.push([row?.attempts, row?.next_try_at]);
      throw new Error('the storage is away');
    };
    useClock(Temporal.Instant.from('2026-06-01T00:00:00Z'));
    useStorage({ ...whole, find });
    await work();
    // Killed five times, it is not begun once more.
    const killed = { attempts: 5, next_try_at: '2026-06-01T00:00:00Z' };
    await db().updateTable('assets').set(killed).where('id', '=', id).execute();
    await work();
    useStorage(whole);
    useClock(null);
    expect(during).toEqual([[1, '2026-06-01T00:00:15.000Z']]);
    expect(await get(ana, id)).toMatchObject({ state: 'failed', refusal: 'kept_failing' });
  });

  it('goes from person to person, and to nobody first whose films other workers have', async () => {
    const [ana, bo, cleo] = [await anOrganizer(), await anOrganizer(), await anOrganizer()];
    const at = Temporal.Instant.from('2026-06-01T00:00:00Z');
    useClock(at);
    const films: string[] = [];
    for (const owner of [ana, ana, ana, cleo, bo, bo]) {
      const id = await received(owner);
      const received_at = at.subtract({ minutes: 60 - films.length }).toString();
      await db().updateTable('assets').set({ received_at }).where('id', '=', id).execute();
      films.push(id);
    }
    // Another worker has one of Cleo's.
    const elsewhere = await anAsset(cleo, { state: 'processing' });
    const begun = { attempts: 1, next_try_at: at.add({ seconds: 15 }).toString() };
    await db().updateTable('assets').set(begun).where('id', '=', elsewhere).execute();
    const whole = storage();
    const order: number[] = [];
    const find: typeof whole.find = (key) => {
      const film = films.findIndex((id) => key === receivedKey(id));
      if (film >= 0 && !order.includes(film)) order.push(film);
      return whole.find(key);
    };
    useStorage({ ...whole, find });
    await work();
    useStorage(whole);
    useClock(null);
    const [ana1, ana2, ana3, cleo1, bo1, bo2] = [0, 1, 2, 3, 4, 5];
    expect(order).toEqual([ana1, bo1, ana2, cleo1, bo2, ana3]);
  });

  it('is done by one process at a time', async () => {
    const ana = await anOrganizer();
    const id = await received(ana, await clip);
    const other = await tryHold(`asset ${id}`);
    expect(other).not.toBe(null);
    await work();
    expect(await assetRow(id)).toMatchObject({ state: 'processing', attempts: 0 });
    await other?.release();
    await work();
    expect(await assetRow(id)).toMatchObject({ state: 'ready', attempts: 1 });
  });

  it('leaves nothing of what was deleted while a file of it was on its way into the storage', async () => {
    const ana = await anOrganizer();
    const id = await received(ana, await clip);
    const whole = storage();
    const put: typeof whole.put = async (key, content) => {
      useStorage(whole);
      await call(assetsContract.deleteAsset, { as: ana, params: { id } });
      // Its files are deleted before this one comes.
      await runKeptJobs();
      await whole.put(key, content);
    };
    useStorage({ ...whole, put });
    await work();
    expect(await assetRow(id)).toBe(null);
    expect(await storage().list(assetKey(id, ''))).toEqual([]);
  });

  it.each([
    ['is brought here', 'stream'],
    ['is encoded', 'put'],
  ] as const)(
    'stops while a film %s when its owner deletes it, and leaves nothing behind',
    async (_when, what) => {
      const ana = await anOrganizer();
      const id = await received(ana, await heavy);
      const { near: _none, ...whole } = storage();
      // A storage that says nothing, and lets go once whoever works on the film has given it up.
      const silent = new PassThrough();
      const deleting = async () => {
        expect(isWorkedOn(id)).toBe(true);
        await call(assetsContract.deleteAsset, { as: ana, params: { id } });
        await expect.poll(() => isWorkedOn(id), { timeout: 30_000, interval: 50 }).toBe(false);
      };
      let deleted: Promise<void> | null = null;
      const hang = {
        stream: async () => {
          deleted ??= call(assetsContract.deleteAsset, { as: ana, params: { id } });
          return silent;
        },
        put: async () => {
          deleted ??= deleting();
          await deleted;
        },
      };
      useStorage({ ...whole, [what]: hang[what] });
      await work();
      useStorage(null);
      await deleted;
      expect(silent.destroyed).toBe(what === 'stream');
      await runKeptJobs();
      expect(await assetRow(id)).toBe(null);
      expect(await storage().list(assetKey(id, ''))).toEqual([]);
      expect(await storage().find(receivedKey(id))).toBe(null);
    },
  );
});
