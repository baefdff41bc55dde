import HLS from 'hls-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { liveContract } from '#contract/live.ts';
import { playerContract } from '#contract/player.ts';
import { signMediaPath } from '#server/media/index.ts';
import { now } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { startReceiver } from '#test/rtmp-receiver.ts';
import { app, call, refusal } from '#test/story.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';

let port = 0;
const encoders: Encoder[] = [];
const kept: string[] = [];

beforeAll(async () => {
  await app();
  const real = storage();
  useStorage({
    ...real,
    put: (key, bytes) => {
      kept.push(key);
      return real.put(key, bytes);
    },
  });
  // Nothing takes over, not even the slate, while a busy machine is slow to send.
  ({ port } = await startLiveEngine({ port: 0, watchMs: 300, handoverMs: 60_000 }));
});
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill();
});
afterAll(async () => {
  await stopLiveEngine();
  useStorage(null);
});

const about = (owner: Someone, slug: string) =>
  call(liveContract.getBroadcast, { as: owner, params: { slug } });
const statusOf = async (url: string) => (await (await app()).inject({ url })).statusCode;

async function tryOut(given: Parameters<typeof aProduct>[0] = {}) {
  const product = await aProduct({ status: 'draft', ...given });
  const { owner, slug } = product;
  const { streamKey } = await about(owner, slug);
  const encoder = startEncoder(`rtmp://127.0.0.1:${port}/live/${streamKey}`, { size: '320x180' });
  encoders.push(encoder);
  await vi.waitFor(async () => expect((await about(owner, slug)).preview).not.toBeNull(), {
    timeout: 20_000,
    interval: 200,
  });
  return { ...product, encoder, url: (await about(owner, slug)).preview?.url ?? '' };
}

/** A server of others that outputs of tests may lead to. */
async function aFarServer() {
  const { LIVE_OUTPUTS_PRIVATE } = config();
  overrideConfig({ LIVE_OUTPUTS_PRIVATE: true });
  const far = await startReceiver();
  onTestFinished(async () => {
    overrideConfig({ LIVE_OUTPUTS_PRIVATE });
    await far.close();
  });
  return { ...far, url: `rtmp://127.0.0.1:${far.port}/live` };
}

const rowsOf = (productId: string) =>
  db().selectFrom('broadcasts').selectAll().where('product_id', '=', productId).execute();

describe('a private test of a draft', () => {
  it('is offered before it is begun', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    expect(await about(owner, slug)).toMatchObject({
      trial: 'possible',
      refusal: 'not_published',
      preview: null,
      preflight: { verdict: 'not_yet' },
    });
    const shown = await aProduct();
    expect((await about(shown.owner, shown.slug)).trial).toBeNull();
  });

  it('shows its organizer picture and health, also while the channel is in review', async () => {
    const { owner, slug, url } = await tryOut({ channel: await aChannel({ state: 'in_review' }) });
    const master = await (await app()).inject({ url });
    expect((HLS.parse(master.body) as HLS.types.MasterPlaylist).variants).toHaveLength(1);
    const base = url.replace(/[^/]+$/, '');
    const media = HLS.parse((await (await app()).inject({ url: `${base}180p/index.m3u8` })).body);
    expect((media as HLS.types.MediaPlaylist).targetDuration).toBe(4);
    await expect.poll(async () => (await about(owner, slug)).health?.receiving).toBe(true);
    const { health, trial, state, preflight } = await about(owner, slug);
    expect([trial, state]).toEqual(['running', 'idle']);
    expect(health?.source).toEqual({
      width: 320,
      height: 180,
      framesPerSecond: 25,
      sound: { channels: 2, sampleRate: 48_000 },
    });
    expect(preflight.checks.slice(0, 2)).toEqual([
      { check: 'encoder', state: 'good' },
      { check: 'picture', state: 'warn' },
    ]);
  });

  it('keeps nothing, is sent nowhere, and there is no broadcast that anybody could find', async () => {
    const { id, slug, owner } = await tryOut();
    const far = await aFarServer();
    const body = { name: 'Far', url: far.url, key: 'a-key-of-theirs', duringRehearsals: true };
    await call(liveContract.addOutput, { as: owner, params: { slug }, body });
    await vi.waitFor(
      async () => expect((await about(owner, slug)).preflight.steadySeconds).toBeGreaterThan(2),
      { timeout: 20_000 },
    );
    expect(await rowsOf(id)).toEqual([]);
    expect(kept).toEqual([]);
    expect((await about(owner, slug)).outputs).toMatchObject([{ state: 'waiting', reason: null }]);
    expect(far.asked).toEqual([]);
    const as = await aViewer();
    expect((await refusal(catalogContract.getProduct, { as, params: { slug } })).status).toBe(404);
    expect(
      (await refusal(playerContract.openPlayback, { as, params: { slug }, body: {} })).status,
    ).toBe(404);
    // Not even its organizer has something to watch in the player.
    const own = await call(playerContract.openPlayback, { as: owner, params: { slug }, body: {} });
    expect(own.media).toBeNull();
  });

  it('is closed to every address but the one that its organizer was given', async () => {
    const { url, slug } = await tryOut();
    const id = /previews\/([^/]+)/.exec(url)?.[1] ?? '';
    expect(await statusOf(url)).toBe(200);
    const expiresAt = now().add({ hours: 1 });
    const signed = (kind: 'live' | 'recordings' | 'previews') =>
      signMediaPath({ playbackId: crypto.randomUUID(), resource: { kind, id }, expiresAt });
    expect(
      await Promise.all(
        (['live', 'recordings', 'previews'] as const).map((kind) => statusOf(signed(kind))),
      ),
    ).toEqual([403, 403, 403]);
    expect(await statusOf(url.replace('/previews/', '/live/'))).toBe(403);
    expect(
      (await refusal(liveContract.getBroadcast, { as: await anOrganizer(), params: { slug } }))
        .status,
    ).toBe(404);
    expect(
      (await refusal(liveContract.getBroadcast, { as: await aViewer(), params: { slug } })).status,
    ).toBe(403);
    const team = await call(liveContract.getBroadcast, { as: await anAdmin(), params: { slug } });
    expect(team.preview?.url).not.toBe(url);
  });

  it('ends when the show is published, and what comes then is for viewers', async () => {
    const { id, owner, slug, encoder, url } = await tryOut();
    await db()
      .updateTable('products')
      .set({ status: 'published', published_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute();
    expect((await encoder.gone).code).not.toBe(0);
    await expect.poll(async () => (await about(owner, slug)).trial).toBeNull();
    const after = await about(owner, slug);
    expect([after.preview, after.state, after.trialCut]).toEqual([null, 'idle', true]);
    expect(await statusOf(url)).toBe(404);
    const { streamKey } = await about(owner, slug);
    encoders.push(startEncoder(`rtmp://127.0.0.1:${port}/live/${streamKey}`, { size: '320x180' }));
    await vi.waitFor(async () => expect((await rowsOf(id))[0]?.state).toBe('live'), {
      timeout: 20_000,
    });
    expect((await about(owner, slug)).trialCut).toBe(false);
  });

  it('ends when the key is replaced, and when its organizer is blocked', async () => {
    const one = await tryOut();
    await call(liveContract.rotateKey, {
      as: one.owner,
      params: { slug: one.slug },
      body: { role: 'main' },
    });
    expect((await one.encoder.gone).code).not.toBe(0);
    const other = await tryOut();
    await db()
      .updateTable('users')
      .set({ blocked_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', other.owner.id)
      .execute();
    expect((await other.encoder.gone).code).not.toBe(0);
  });

  it('is remembered as a fact: an encoder came, and it was good for twenty seconds', async () => {
    const { id, owner, slug } = await tryOut();
    const check = () =>
      db().selectFrom('encoder_checks').selectAll().where('product_id', '=', id).executeTakeFirst();
    await expect.poll(async () => (await check())?.seen_at).toBeTruthy();
    expect((await check())?.healthy_at).toBeNull();
    await vi.waitFor(async () => expect((await check())?.healthy_at).toBeTruthy(), {
      // Twenty seconds in a row, of an encoder that a busy machine may keep from its pace for a while.
      timeout: 150_000,
    });
    expect((await about(owner, slug)).preflight.steadySeconds).toBeGreaterThanOrEqual(20);
    await call(catalogContract.deleteProduct, { as: owner, params: { slug } });
    expect(await check()).toBeUndefined();
  }, 180_000);
});
