import HLS from 'hls-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setPlaybackCheck } from '#server/media/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { s3StorageAt } from '#server/platform/storage/s3.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import {
  aRecording,
  showIsAt as at,
  beside,
  fetchMedia as get,
  statusOf,
  watching,
} from '#test/factories/playouts.ts';
import { logIn, type ObjectStorage, startObjectStorage } from '#test/object-storage.ts';
import { app } from '#test/story.ts';

let objects: ObjectStorage;
const away = 'http://127.0.0.1:9';

beforeAll(async () => {
  await app();
  objects = await startObjectStorage();
  useStorage(s3StorageAt(objects.address, { logIn }));
  setPlaybackCheck(null);
});
afterEach(() => {
  useClock(null);
  useStorage(s3StorageAt(objects.address, { logIn }));
});
afterAll(async () => {
  useStorage(null);
  await objects.stop();
});

const bucketIsAway = () =>
  useStorage(s3StorageAt({ ...objects.address, endpoint: away }, { logIn }));

describe('where files lie in a bucket', () => {
  it.each(['film', 'recording'])('the clock plays from there: a %s', async (kind) => {
    const owner = await anOrganizer();
    const recordingId = kind === 'recording' ? (await aRecording(owner)).id : null;
    const { show, url } = await watching({ owner, ...(recordingId ? { recordingId } : {}) });
    const folder = recordingId ? `recordings/${recordingId}` : `assets/${show.assetId}`;
    expect((await storage().list(`${folder}/360p/`)).length).toBeGreaterThan(30);
    const master = HLS.parse((await get(url)).body) as HLS.types.MasterPlaylist;
    expect(master.variants.map(({ uri }) => uri)).toEqual(['360p/index.m3u8', '180p/index.m3u8']);
    const { body } = await get(beside(url, '360p/index.m3u8'));
    const { segments } = HLS.parse(body) as HLS.types.MediaPlaylist;
    expect(segments).toHaveLength(10);
    for (const { uri, map } of segments) {
      const file = await storage().read(`${folder}/360p/${uri}`);
      expect((await get(beside(url, `360p/${uri}`))).rawPayload.equals(file)).toBe(true);
      const part = await get(beside(url, `360p/${uri}`), 'GET', { range: 'bytes=1-3' });
      expect([part.statusCode, part.rawPayload]).toEqual([206, file.subarray(1, 4)]);
      expect(await statusOf(url, `360p/${map?.uri}`)).toBe(200);
    }
    const ahead = (segments.at(-1)?.uri ?? '').replace('12.', '13.');
    expect(await statusOf(url, `360p/${ahead}`)).toBe(404);
    await at(66);
    expect(await statusOf(url, `360p/${ahead}`)).toBe(200);
  });

  it('lists go on while the bucket is away, and pieces are there again with it', async () => {
    const { url } = await watching();
    expect((await get(beside(url, '360p/index.m3u8'))).statusCode).toBe(200);
    bucketIsAway();
    await at(66);
    expect((await get(beside(url, '360p/index.m3u8'))).body).toContain('seg-13.m4s');
    const refused = await get(beside(url, '360p/seg-13.m4s'));
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'BUSY']);
    useStorage(s3StorageAt(objects.address, { logIn }));
    expect((await get(beside(url, '360p/seg-13.m4s'))).body).toBe('360p 13');
  });

  it('whoever comes first while the bucket is away is asked to come again, and can', async () => {
    const { url } = await watching();
    bucketIsAway();
    const refused = await get(url);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'BUSY']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    useStorage(s3StorageAt(objects.address, { logIn }));
    expect((await get(url)).statusCode).toBe(200);
  });
});
