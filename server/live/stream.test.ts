import HLS from 'hls-parser';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { setPlaybackCheck, signMediaPath } from '#server/media/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import type { Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aShow } from '#test/factories/player.ts';
import { Publisher } from '#test/publisher.ts';
import { app, call } from '#test/story.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';
import { replaceKey } from './stream-keys.store.ts';

let port = 0;
const encoders: Encoder[] = [];
// Nothing takes over, not even the slate, while a busy machine is slow to send.
const settings = { port: 0, watchMs: 300, handoverMs: 60_000 };

beforeAll(async () => {
  await app();
  setPlaybackCheck(null);
  ({ port } = await startLiveEngine(settings));
});
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill();
});
afterAll(() => stopLiveEngine());

function encode(key: string, seconds?: number): Encoder {
  const options = { size: '320x180', ...(seconds ? { seconds } : {}) };
  const encoder = startEncoder(`rtmp://127.0.0.1:${port}/live/${key}`, options);
  encoders.push(encoder);
  return encoder;
}

const about = (owner: Someone, slug: string) =>
  call(liveContract.getBroadcast, { as: owner, params: { slug } });

async function onAir() {
  const { owner, slug, id } = await aProduct();
  const { streamKey } = await about(owner, slug);
  const encoder = encode(streamKey);
  await vi.waitFor(async () => expect((await about(owner, slug)).state).toBe('live'), {
    timeout: 20_000,
    interval: 200,
  });
  const broadcast = await about(owner, slug);
  return { owner, slug, id, encoder, streamKey, broadcastId: broadcast.id ?? '' };
}

/** Of what is on air something is kept by now: the head of its run and a segment. */
const untilKept = (broadcastId: string) =>
  expect
    .poll(async () => (await storage().list(`recordings/${broadcastId}/180p/`)).length)
    .toBeGreaterThan(1);

function linkTo(
  kind: 'live' | 'recordings',
  id: string,
  more: { playbackId?: string; seconds?: number } = {},
): string {
  return signMediaPath({
    playbackId: more.playbackId ?? crypto.randomUUID(),
    resource: { kind, id },
    expiresAt: Temporal.Now.instant().add({ seconds: more.seconds ?? 60 }),
  });
}

async function get(
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  return (await app()).inject({ method, url, headers });
}
const statusOf = async (url: string) => (await get(url)).statusCode;

describe('an encoder at the door', () => {
  it('is refused for a draft in a banned channel, and with a key that was replaced', async () => {
    const { owner, slug } = await aProduct({
      status: 'draft',
      channel: await aChannel({ state: 'banned' }),
    });
    const draft = await encode((await about(owner, slug)).streamKey, 3).gone;
    expect(draft.said).toContain('Publish the product');
    const other = await aProduct();
    const { streamKey } = await about(other.owner, other.slug);
    const params = { slug: other.slug };
    await call(liveContract.rotateKey, { as: other.owner, params, body: { role: 'main' } });
    expect((await encode(streamKey, 3).gone).said).toContain('not known');
    expect((await about(other.owner, other.slug)).id).toBeNull();
  });

  it('is cut off when its owner is blocked in the middle of the show', async () => {
    const { owner, encoder } = await onAir();
    await db()
      .updateTable('users')
      .set({ blocked_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', owner.id)
      .execute();
    expect((await encoder.gone).code).not.toBe(0);
  });

  it('is cut off when its key is replaced by another process', async () => {
    const { owner, slug, id, encoder } = await onAir();
    const role = 'main' as const;
    await inTransaction((tx) => replaceKey(tx, { productId: id, role, at: nowText() }));
    expect((await encoder.gone).code).not.toBe(0);
    expect((await about(owner, slug)).state).toBe('live');
  });

  it('is sent away when its broadcast is called off', async () => {
    const show = await aShow({ air: 'over' });
    const given = { as: show.owner, params: { slug: show.slug } };
    const { streamKey } = await call(liveContract.startBroadcast, given);
    // It has a key and no picture: it cannot go on air before its broadcast is called off.
    const encoder = await Publisher.open(port, streamKey);
    onTestFinished(() => encoder.close());
    expect((await about(show.owner, show.slug)).health?.encoders).toMatchObject([{ role: 'main' }]);
    await db().deleteFrom('broadcasts').where('state', '=', 'idle').execute();
    await encoder.hear('has ended');
    await encoder.end();
  });

  it('is cut off when its key is replaced', async () => {
    const { owner, slug, encoder } = await onAir();
    await call(liveContract.rotateKey, { as: owner, params: { slug }, body: { role: 'main' } });
    expect((await encoder.gone).code).not.toBe(0);
    expect((await about(owner, slug)).state).toBe('live');
  });
});

describe('a show', () => {
  it('is watched under a signed address, ends, and can be watched again', async () => {
    const { owner, slug, broadcastId, streamKey, encoder } = await onAir();
    const url = linkTo('live', broadcastId);
    const master = await get(url);
    expect(master.statusCode).toBe(200);
    const [variant] = (HLS.parse(master.body) as HLS.types.MasterPlaylist).variants;
    const base = url.replace(/[^/]+$/, '');
    const playlist = await get(`${base}${variant?.uri}?_HLS_msn=1`, { 'accept-encoding': 'gzip' });
    expect(playlist.headers['content-encoding']).toBe('gzip');
    const plain = await get(`${base}${variant?.uri}`);
    const media = HLS.parse(plain.body) as HLS.types.MediaPlaylist;
    const segment = `${base}180p/${media.segments[0]?.uri}`;
    const whole = await get(segment);
    expect(whole.headers['content-type']).toBe('video/mp4');
    // For the browser of this view alone, and no longer than the address holds.
    const kept = /^private, max-age=(\d+), immutable$/.exec(String(whole.headers['cache-control']));
    expect(Number(kept?.[1])).toBeGreaterThan(30);
    expect(Number(kept?.[1])).toBeLessThanOrEqual(60);
    expect(plain.headers['cache-control']).toBe('private, no-cache');
    expect(playlist.headers['cache-control']).toBe('private, max-age=1');
    expect(playlist.headers.vary).toContain('accept-encoding');
    const refused = await get(url.replace('/live/', '/recordings/'));
    const early = await get(`${base}${variant?.uri}?_HLS_msn=999`);
    expect([refused.statusCode, early.statusCode]).toEqual([403, 400]);
    for (const { headers } of [master, playlist, plain, whole, refused, early])
      expect(headers['access-control-allow-origin']).toBe('*');
    for (const { headers } of [refused, early]) expect(headers['cache-control']).toBe('no-store');
    const part = await get(segment, { range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
      206,
      `bytes 10-19/${whole.rawPayload.length}`,
      whole.rawPayload.subarray(10, 20),
    ]);
    expect((await get(segment, { range: 'bytes=99999999-' })).statusCode).toBe(416);
    const head = await get(segment, {}, 'HEAD');
    expect([head.statusCode, head.body, Number(head.headers['content-length'])]).toEqual([
      200,
      '',
      whole.rawPayload.length,
    ]);

    const watched = await about(owner, slug);
    expect(watched.health).toMatchObject({
      receiving: true,
      renditions: [{ name: '180p', width: 320 }],
    });
    expect(watched.health?.encoders).toEqual([{ role: 'main', onAir: true, address: '127.0.0.1' }]);

    const stopped = await call(liveContract.stopBroadcast, { as: owner, params: { slug } });
    expect(stopped.state).toBe('ended');
    expect(stopped.recording.ready).toBe(true);
    expect(stopped.recording.seconds).toBeGreaterThan(1);
    await encoder.gone;
    expect((await encode(streamKey, 3).gone).said).toContain('has ended');

    const recording = linkTo('recordings', broadcastId);
    const again = HLS.parse((await get(recording)).body) as HLS.types.MasterPlaylist;
    const vodUrl = recording.replace(/[^/]+$/, again.variants[0]?.uri ?? '');
    const vod = HLS.parse((await get(vodUrl)).body) as HLS.types.MediaPlaylist;
    expect([vod.playlistType, vod.endlist]).toEqual(['VOD', true]);
    const files = vod.segments.map((one) => vodUrl.replace(/[^/]+$/, one.uri));
    expect(await Promise.all(files.map(statusOf))).toEqual(files.map(() => 200));
    for (const hidden of ['meta.json', 'index-0.json']) {
      expect(await statusOf(recording.replace(/[^/]+$/, hidden))).toBe(404);
    }
  });

  it('is closed to forged, expired and foreign addresses, and to views that have ended', async () => {
    const { broadcastId } = await onAir();
    const other = await onAir();
    const good = linkTo('live', broadcastId);
    expect(await statusOf(good)).toBe(200);
    expect(await statusOf(good.replace(broadcastId, other.broadcastId))).toBe(403);
    expect(await statusOf(good.replace('/live/', '/recordings/'))).toBe(403);
    expect(await statusOf(good.replace(/\.[\w-]{43}\//, `.${'A'.repeat(43)}/`))).toBe(403);
    expect(await statusOf(linkTo('live', broadcastId, { seconds: -1 }))).toBe(403);
    const start = good.replace(/[^/]+$/, '');
    for (const path of [
      '../../../etc/passwd',
      '..%2Fmeta.json',
      '%2e%2e/meta.json',
      '..%252Fmeta.json',
      '180p%2Findex.m3u8',
      '180p/../../x.m3u8',
      'meta.json',
      '',
    ]) {
      expect([path, await statusOf(start + path)]).toEqual([path, 404]);
    }

    const playbackId = crypto.randomUUID();
    let isGood = true;
    setPlaybackCheck(async (id) => id !== playbackId || isGood);
    const watched = linkTo('live', broadcastId, { playbackId });
    expect(await statusOf(watched)).toBe(200);
    isGood = false;
    const began = performance.now();
    await vi.waitFor(async () => expect(await statusOf(watched)).toBe(403), {
      timeout: 12_000,
      interval: 250,
    });
    expect(performance.now() - began).toBeLessThan(10_000);
    setPlaybackCheck(null);
  });

  it('goes on after the server was stopped and started again', async () => {
    const { owner, slug, broadcastId, streamKey, encoder } = await onAir();
    await untilKept(broadcastId);
    await stopLiveEngine();
    await encoder.gone;
    ({ port } = await startLiveEngine(settings));
    expect((await about(owner, slug)).state).toBe('live');
    encode(streamKey);
    await vi.waitFor(async () => expect((await about(owner, slug)).health?.receiving).toBe(true), {
      timeout: 15_000,
      interval: 200,
    });
    expect((await about(owner, slug)).id).toBe(broadcastId);
    const ended = await call(liveContract.stopBroadcast, { as: owner, params: { slug } });
    expect(ended.recording.ready).toBe(true);
  });

  it('gets its recording at the next start when the server died after its end', async () => {
    const { owner, slug, broadcastId, encoder } = await onAir();
    await untilKept(broadcastId);
    const ended = await call(liveContract.stopBroadcast, { as: owner, params: { slug } });
    await encoder.gone;
    await stopLiveEngine();
    const files = `recordings/${broadcastId}`;
    const master = await storage().read(`${files}/master.m3u8`);
    for (const name of ['master.m3u8', '180p/index.m3u8'])
      await storage().delete(`${files}/${name}`);
    await db()
      .updateTable('broadcasts')
      .set({ recording_ready: false, recording_seconds: 0 })
      .where('id', '=', broadcastId)
      .execute();
    expect((await about(owner, slug)).recording.ready).toBe(false);
    ({ port } = await startLiveEngine(settings));
    await expect.poll(async () => (await about(owner, slug)).recording).toEqual(ended.recording);
    expect(await storage().read(`${files}/master.m3u8`)).toEqual(master);
  });

  it('was interrupted when nothing was kept of it, and stays live while storage cannot say', async () => {
    await stopLiveEngine();
    const lost = await aShow({ air: 'live' });
    const unread = await aShow({ air: 'live' });
    const { read } = storage();
    const lastMedia = { last_media_at: nowText() };
    await db().updateTable('broadcasts').set(lastMedia).where('state', '=', 'live').execute();
    useStorage({
      ...storage(),
      read: (key) =>
        key.includes(unread.broadcastId ?? '') ? Promise.reject(new Error('no answer')) : read(key),
    });
    ({ port } = await startLiveEngine(settings));
    expect(await about(lost.owner, lost.slug)).toMatchObject({
      state: 'ended',
      endReason: 'interrupted',
    });
    const { state, streamKey } = await about(unread.owner, unread.slug);
    expect(state).toBe('live');
    expect((await encode(streamKey, 3).gone).said).toContain('The server is starting.');
    useStorage(null);
    await expect
      .poll(async () => (await about(unread.owner, unread.slug)).endReason)
      .toBe('interrupted');
  });

  it('ends with its recording when nobody comes back in time', async () => {
    const { owner, slug, broadcastId, encoder } = await onAir();
    await untilKept(broadcastId);
    await stopLiveEngine();
    await encoder.gone;
    ({ port } = await startLiveEngine({ ...settings, idleCloseMs: 500 }));
    await vi.waitFor(async () => expect((await about(owner, slug)).recording.ready).toBe(true), {
      timeout: 20_000,
      interval: 200,
    });
    expect(await about(owner, slug)).toMatchObject({ state: 'ended', endReason: 'idle' });
  });
});
