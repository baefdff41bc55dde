import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { liveContract } from '#contract/live.ts';
import { playerContract } from '#contract/player.ts';
import { forgetShow } from '#server/chat/show.ts';
import { db } from '#server/platform/database/index.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aGuestOf, aShow } from '#test/factories/player.ts';
import { call, refusal } from '#test/story.ts';
import { findBroadcast } from './broadcasts.queries.ts';
import { moveBroadcast, openBroadcast, removeIdleBroadcast } from './broadcasts.store.ts';
import { listGoodKeys } from './stream-keys.store.ts';

const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

describe('the transmission of a product', () => {
  it('has two keys of its own, which stay the same', async () => {
    const { owner, slug } = await aProduct();
    const first = await call(liveContract.getBroadcast, { as: owner, params: { slug } });
    expect(first).toMatchObject({
      id: null,
      state: 'idle',
      health: null,
      refusal: null,
      viewers: 0,
      recording: { ready: false, seconds: 0 },
      can: { start: false, stop: false, rotateKeys: true },
    });
    expect(first.streamKey).toMatch(/^live_[0-9a-f]{40}$/);
    expect(first.backupKey).toMatch(/^back_[0-9a-f]{40}$/);
    expect(first.rtmpUrl).toMatch(/^rtmp:\/\/[\w.-]+:\d+\/live$/);
    expect(await call(liveContract.getBroadcast, { as: owner, params: { slug } })).toEqual(first);
  });

  it('gives two windows that ask for the first time the same keys', async () => {
    const { owner, slug } = await aProduct();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call(liveContract.getBroadcast, { as: owner, params: { slug } }),
      ),
    );
    expect(new Set(answers.map((one) => `${one.streamKey} ${one.backupKey}`)).size).toBe(1);
  });

  it('keeps its keys only as digest and sealed', async () => {
    const { owner, slug, id } = await aProduct();
    const { streamKey } = await call(liveContract.getBroadcast, { as: owner, params: { slug } });
    const rows = await db()
      .selectFrom('stream_keys')
      .selectAll()
      .where('product_id', '=', id)
      .execute();
    expect(rows).toHaveLength(2);
    const stored = rows.flatMap((row) => [
      row.digest.toString('latin1'),
      row.sealed_key.toString('latin1'),
    ]);
    expect(stored.some((text) => text.includes(streamKey))).toBe(false);
  });

  it('gets new keys when the old ones cannot be opened any more', async () => {
    const { owner, slug, id } = await aProduct();
    const given = { as: owner, params: { slug } };
    const before = await call(liveContract.getBroadcast, given);
    // As after a new SECRET_KEY.
    await db()
      .updateTable('stream_keys')
      .set({ sealed_key: Buffer.alloc(80, 1) })
      .where('product_id', '=', id)
      .execute();
    const answers = await Promise.all([1, 2, 3].map(() => call(liveContract.getBroadcast, given)));
    const keys = new Set(answers.flatMap((one) => [one.streamKey, one.backupKey]));
    expect(keys.size).toBe(2);
    expect(keys.has(before.streamKey)).toBe(false);
    expect(await listGoodKeys(db(), id)).toEqual(
      new Set([...keys].map((key) => digestOf(key).toString('hex'))),
    );
  });

  it('is seen by an administrator, by no other organizer, by no viewer', async () => {
    const { slug } = await aProduct();
    const params = { slug };
    expect((await call(liveContract.getBroadcast, { as: await anAdmin(), params })).state).toBe(
      'idle',
    );
    expect(await refusal(liveContract.getBroadcast, { as: await anOrganizer(), params })).toEqual(
      notFound,
    );
    const forbidden = { status: 403, code: 'FORBIDDEN' };
    expect(await refusal(liveContract.getBroadcast, { as: await aViewer(), params })).toEqual(
      forbidden,
    );
    expect(await refusal(liveContract.getBroadcast, { params })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });

  it('does not exist for products of another type', async () => {
    const { owner, slug } = await aProduct({ type: 'vod' });
    expect(await refusal(liveContract.getBroadcast, { as: owner, params: { slug } })).toEqual(
      notFound,
    );
  });

  it('says why an encoder would be sent away', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const answer = await call(liveContract.getBroadcast, { as: owner, params: { slug } });
    expect(answer.refusal).toBe('not_published');
  });

  it('gets one new key and keeps the other', async () => {
    const { owner, slug } = await aProduct();
    const params = { slug };
    const before = await call(liveContract.getBroadcast, { as: owner, params });
    const after = await call(liveContract.rotateKey, { as: owner, params, body: { role: 'main' } });
    expect(after.streamKey).not.toBe(before.streamKey);
    expect(after.backupKey).toBe(before.backupKey);
    const other = await anOrganizer();
    expect(
      await refusal(liveContract.rotateKey, { as: other, params, body: { role: 'main' } }),
    ).toEqual(notFound);
  });
});

describe('the transmission of a draft', () => {
  const keysOf = (productId: string) =>
    db().selectFrom('stream_keys').select('role').where('product_id', '=', productId).execute();

  it('goes with the draft, replaced keys and a broadcast that waits included', async () => {
    const { owner, slug, id, sessions } = await aProduct({ status: 'draft' });
    const given = { as: owner, params: { slug } };
    await call(liveContract.getBroadcast, given);
    await call(liveContract.rotateKey, { ...given, body: { role: 'backup' } });
    await openBroadcast(db(), { productId: id, sessionId: sessions[0]?.id ?? null });
    expect(await keysOf(id)).toHaveLength(3);
    await call(catalogContract.deleteProduct, given);
    expect(await keysOf(id)).toEqual([]);
    expect((await refusal(catalogContract.getOwnProduct, given)).status).toBe(404);
  });

  it('stays when the draft cannot go', async () => {
    const { owner, slug, id } = await aProduct();
    const given = { as: owner, params: { slug } };
    await call(liveContract.getBroadcast, given);
    expect(await refusal(catalogContract.deleteProduct, given)).toEqual({
      status: 409,
      code: 'PRODUCT_STATE',
    });
    expect(await keysOf(id)).toHaveLength(2);
  });

  it('of another product is left alone', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const other = await aProduct({ status: 'draft', owner });
    for (const one of [slug, other.slug]) {
      await call(liveContract.getBroadcast, { as: owner, params: { slug: one } });
    }
    await call(catalogContract.deleteProduct, { as: owner, params: { slug } });
    expect(await keysOf(other.id)).toHaveLength(2);
  });
});

describe('stopping and starting', () => {
  it('ends what is on air for good, once', async () => {
    const show = await aShow({ air: 'live' });
    const given = { as: show.owner, params: { slug: show.slug } };
    const answer = await call(liveContract.stopBroadcast, given);
    expect(answer).toMatchObject({
      state: 'ended',
      endReason: 'stopped',
      can: { start: true, stop: false },
    });
    expect(await refusal(liveContract.stopBroadcast, given)).toEqual({
      status: 409,
      code: 'BROADCAST_STATE',
    });
  });

  it('makes a new transmission after the end, and none while one is on air', async () => {
    const show = await aShow({ air: 'recorded' });
    const given = { as: show.owner, params: { slug: show.slug } };
    expect((await call(liveContract.getBroadcast, given)).refusal).toBe('ended');
    const next = await call(liveContract.startBroadcast, given);
    expect(next).toMatchObject({ state: 'idle', refusal: null, can: { start: false, stop: true } });
    expect(next.id).not.toBe(show.broadcastId);
    const live = await aShow({ air: 'live' });
    expect(
      await refusal(liveContract.startBroadcast, { as: live.owner, params: { slug: live.slug } }),
    ).toEqual({ status: 409, code: 'BROADCAST_STATE' });
  });

  it('leaves the recording to its viewers until there is a new one', async () => {
    const show = await aShow({ air: 'recorded' });
    const guest = await aGuestOf(show);
    const watch = () =>
      call(playerContract.openPlayback, { as: guest, params: { slug: show.slug }, body: {} });
    const given = { as: show.owner, params: { slug: show.slug } };
    const recording = { ready: true, seconds: 540 };
    expect((await call(liveContract.startBroadcast, given)).recording).toEqual(recording);
    forgetShow(show.id);
    const playback = await watch();
    expect(playback.state).toBe('ready');
    expect(playback.media?.url).toContain(`/recordings/${show.broadcastId}/`);
  });

  it('calls off what waits for its encoder: everything is as it was', async () => {
    const show = await aShow({ air: 'recorded' });
    const given = { as: show.owner, params: { slug: show.slug } };
    const before = await call(liveContract.getBroadcast, given);
    await call(liveContract.startBroadcast, given);
    expect(await call(liveContract.stopBroadcast, given)).toEqual(before);
    expect(await refusal(liveContract.stopBroadcast, given)).toEqual({
      status: 409,
      code: 'BROADCAST_STATE',
    });
  });

  it('is not undone by calling off what has gone on air meanwhile', async () => {
    const show = await aShow({ air: 'recorded' });
    const given = { as: show.owner, params: { slug: show.slug } };
    const { id } = await call(liveContract.startBroadcast, given);
    const move = { broadcastId: id ?? '', from: 'idle', to: 'live' } as const;
    await moveBroadcast(db(), move, { started_at: '2026-01-01T00:00:00Z' });
    expect(await removeIdleBroadcast(db(), show.id)).toBe(false);
    expect((await call(liveContract.getBroadcast, given)).state).toBe('live');
  });

  it('moves a broadcast that waits to the session that its encoder comes for', async () => {
    const show = await aShow({ air: 'nothing' });
    const first = await openBroadcast(db(), { productId: show.id, sessionId: null });
    const again = await openBroadcast(db(), { productId: show.id, sessionId: show.sessionId });
    expect(again).toEqual(first);
    expect((await findBroadcast(db(), first.id))?.sessionId).toBe(show.sessionId);
  });

  it('is for the owner and administrators', async () => {
    const show = await aShow({ air: 'live' });
    const params = { slug: show.slug };
    const other = await anOrganizer();
    expect(await refusal(liveContract.stopBroadcast, { as: other, params })).toEqual(notFound);
    expect(await refusal(liveContract.startBroadcast, { as: other, params })).toEqual(notFound);
    expect((await call(liveContract.stopBroadcast, { as: await anAdmin(), params })).state).toBe(
      'ended',
    );
  });
});
