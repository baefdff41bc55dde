import HLS from 'hls-parser';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { mediaContract, type Picture } from '#contract/media.ts';
import { setPlaybackCheck, signMediaPath } from '#server/media/index.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { s3StorageAt } from '#server/platform/storage/s3.ts';
import { startEncoder } from '#test/encoder.ts';
import { aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anUpload, aPictureFile } from '#test/factories/media.ts';
import { logIn, type ObjectStorage, startObjectStorage } from '#test/object-storage.ts';
import { app, call, send } from '#test/story.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';

let objects: ObjectStorage;
let port = 0;

beforeAll(async () => {
  await app();
  objects = await startObjectStorage();
  useStorage(s3StorageAt(objects.address, { logIn }));
  setPlaybackCheck(null);
  // Nothing takes over, not even the slate, while a busy machine is slow to send.
  ({ port } = await startLiveEngine({ port: 0, watchMs: 300, handoverMs: 60_000 }));
});
afterAll(async () => {
  await stopLiveEngine();
  useStorage(null);
  await objects.stop();
});

const get = async (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  (await app()).inject({ method, url, headers });

/** A show of some seconds, from its first picture to its recording. */
async function aRecording(): Promise<string> {
  const { owner, slug } = await aProduct();
  const params = { slug };
  const about = () => call(liveContract.getBroadcast, { as: owner, params });
  const url = `rtmp://127.0.0.1:${port}/live/${(await about()).streamKey}`;
  const encoder = startEncoder(url, { size: '320x180' });
  try {
    await vi.waitFor(async () => expect((await about()).state).toBe('live'), { timeout: 20_000 });
    const { id = '' } = await about();
    const kept = async () => (await storage().list(`recordings/${id}/180p/`)).length;
    await expect.poll(kept).toBeGreaterThan(2);
    const ended = await call(liveContract.stopBroadcast, { as: owner, params });
    expect(ended.recording).toMatchObject({ ready: true });
    return id ?? '';
  } finally {
    encoder.kill();
  }
}

describe('where files lie in a bucket', () => {
  it('a show is recorded there, and its recording is watched from there', async () => {
    const id = await aRecording();
    const master = signMediaPath({
      playbackId: crypto.randomUUID(),
      resource: { kind: 'recordings', id },
      expiresAt: Temporal.Now.instant().add({ minutes: 1 }),
    });
    const variants = (HLS.parse((await get(master)).body) as HLS.types.MasterPlaylist).variants;
    expect(variants.map(({ resolution }) => resolution?.height)).toEqual([180]);
    const below = (base: string, name = '') => base.replace(/[^/]+$/, name);
    const index = below(master, variants[0]?.uri);
    const { segments } = HLS.parse((await get(index)).body) as HLS.types.MediaPlaylist;
    expect(segments.length).toBeGreaterThan(1);
    for (const { uri, map } of segments) {
      const url = below(index, uri);
      const key = `recordings/${id}/180p/${uri}`;
      const file = await storage().read(key);
      expect([uri, (await get(url)).rawPayload.equals(file)]).toEqual([uri, true]);
      const part = await get(url, { range: 'bytes=8-15' });
      expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
        206,
        `bytes 8-15/${file.length}`,
        file.subarray(8, 16),
      ]);
      const head = await get(url, {}, 'HEAD');
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
        200,
        String(file.length),
        '',
      ]);
      expect((await get(below(index, map?.uri))).statusCode).toBe(200);
    }
    expect((await get(below(index, 'seg-0-9999.m4s'))).statusCode).toBe(404);
    const forged = segments[0]?.uri ?? '';
    expect((await get(below(index, forged).replace(id, crypto.randomUUID()))).statusCode).toBe(403);
  });

  it('a picture is kept there, and seen from there', async () => {
    const file = await aPictureFile({ width: 400, height: 300 });
    const { headers, body } = anUpload(file);
    const given = { as: await aViewer(), headers, body: body as never };
    const picture: Picture = (await send(mediaContract.uploadImage, given)).json();
    expect(await storage().list(`images/${picture.id}/`)).toHaveLength(picture.widths.length * 3);
    for (const width of picture.widths) {
      const seen = await get(`/images/${picture.id}/${width}.webp`);
      const kept = await storage().read(`images/${picture.id}/${width}.webp`);
      expect([seen.statusCode, seen.rawPayload.equals(kept)]).toEqual([200, true]);
    }
  });

  it('is busy for whoever asks while the bucket is away, and not at a loss', async () => {
    const away = { ...objects.address, endpoint: 'http://127.0.0.1:9' };
    useStorage(s3StorageAt(away, { logIn }));
    const answer = await get(`/images/${crypto.randomUUID()}/320.webp`);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'BUSY']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const ready = await get('/api/health/ready');
    expect([ready.statusCode, ready.json().checks.storage]).toEqual([503, 'failed']);
    useStorage(s3StorageAt(objects.address, { logIn }));
    expect((await get('/api/health/ready')).json().checks.storage).toBe('ok');
  });
});
