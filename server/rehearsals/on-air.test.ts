import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { playerContract } from '#contract/player.ts';
import { recordingsContract } from '#contract/recordings.ts';
import { rehearsalsContract } from '#contract/rehearsals.ts';
import { followBroadcast } from '#server/live/follow-broadcast.ts';
import { startLiveEngine, stopLiveEngine } from '#server/live/index.ts';
import { welcomeEncoder } from '#server/live/welcome-encoder.ts';
import { nowText } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aShow } from '#test/factories/player.ts';
import { aGuestIn, aRoom, type SomeRoom } from '#test/factories/rehearsals.ts';
import { somebodyWaits } from '#test/meeting.ts';
import { startReceiver } from '#test/rtmp-receiver.ts';
import { app, call } from '#test/story.ts';
import { shut } from './close-room.ts';

let port = 0;
const encoders: Encoder[] = [];

beforeAll(async () => {
  await app();
  // Nothing takes over, not even the slate, while a busy machine is slow to send.
  ({ port } = await startLiveEngine({ port: 0, watchMs: 300, handoverMs: 60_000 }));
});
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill();
});
afterAll(() => stopLiveEngine());

const about = ({ owner: as, slug }: SomeRoom) =>
  call(liveContract.getBroadcast, { as, params: { slug } });

async function encode(room: SomeRoom, key?: string): Promise<Encoder> {
  const { streamKey } = key ? { streamKey: key } : await about(room);
  const encoder = startEncoder(`rtmp://127.0.0.1:${port}/live/${streamKey}`, { size: '320x180' });
  encoders.push(encoder);
  return encoder;
}

const soon = { timeout: 20_000, interval: 200 };

async function onAir(room: SomeRoom) {
  const encoder = await encode(room);
  await vi.waitFor(async () => expect((await about(room)).state).toBe('live'), soon);
  return { encoder, broadcastId: (await about(room)).id ?? '' };
}

const statusOf = async (url: string) => (await (await app()).inject({ url })).statusCode;
const filesOf = (broadcastId: string) => storage().list(`recordings/${broadcastId}/`);

describe('an encoder in a rehearsal room', () => {
  it('comes before the channel is published, and its guests see the picture until they are sent out', async () => {
    const room = await aRoom({ channel: await aChannel({ state: 'draft' }) });
    expect(await about(room)).toMatchObject({
      room: true,
      refusal: null,
      trial: null,
      state: 'idle',
    });
    const guest = await aGuestIn(room);
    await onAir(room);
    const params = { slug: room.slug };
    const watched = await vi.waitFor(async () => {
      const opened = await call(playerContract.openPlayback, { as: guest, params, body: {} });
      expect(opened.state).toBe('live');
      return opened;
    }, soon);
    const url = watched.media?.url ?? '';
    expect(await statusOf(url)).toBe(200);
    const { guests } = await call(rehearsalsContract.getRoom, { as: room.owner, params });
    const id = guests[0]?.id ?? '';
    await call(rehearsalsContract.removeGuest, { as: room.owner, params: { ...params, id } });
    expect(await statusOf(url)).toBe(403);
  });

  it('begins anew each time it comes, also right after its organizer has ended it', async () => {
    const room = await aRoom();
    const { encoder, broadcastId } = await onAir(room);
    encoder.stop();
    await encoder.gone;
    const params = { slug: room.slug };
    const over = await call(liveContract.stopBroadcast, { as: room.owner, params });
    expect([over.state, over.refusal, over.can.start]).toEqual(['ended', null, false]);
    const next = await onAir(room);
    expect(next.broadcastId).not.toBe(broadcastId);
    const listed = await call(recordingsContract.listRecordings, { as: room.owner, params });
    const [first] = listed;
    const days = Temporal.Instant.from(first?.endedAt ?? '').until(first?.goesAt ?? '');
    expect([listed.length, first?.id, days.total('hours')]).toEqual([1, broadcastId, 7 * 24]);
    const given = { as: room.owner, params: { ...params, id: broadcastId } };
    expect(await call(recordingsContract.getRecording, given)).toMatchObject({
      state: 'ready',
      goesAt: first?.goesAt,
      can: { download: true },
    });
  });

  it('is sent on to where its organizer wants rehearsals, and to nowhere else', async () => {
    const { LIVE_OUTPUTS_PRIVATE } = config();
    overrideConfig({ LIVE_OUTPUTS_PRIVATE: true });
    const far = await startReceiver();
    onTestFinished(async () => {
      overrideConfig({ LIVE_OUTPUTS_PRIVATE });
      await far.close();
    });
    const room = await aRoom();
    const given = { as: room.owner, params: { slug: room.slug } };
    const url = `rtmp://127.0.0.1:${far.port}/live`;
    const shows = { name: 'Shows', url, key: 'key-of-shows' };
    const rehearsals = {
      name: 'Rehearsals',
      url,
      key: 'key-of-rehearsals',
      duringRehearsals: true,
    };
    await call(liveContract.addOutput, { ...given, body: shows });
    await call(liveContract.addOutput, { ...given, body: rehearsals });
    await onAir(room);
    const states = async () => (await about(room)).outputs.map(({ state }) => state);
    await vi.waitFor(async () => expect(await states()).toEqual(['waiting', 'sending']), soon);
  });

  it('is cut off when the channel is banned', async () => {
    const room = await aRoom();
    const { encoder } = await onAir(room);
    await db()
      .updateTable('channels')
      .set({ state: 'banned' })
      .where('id', '=', room.channelId)
      .execute();
    expect((await encoder.gone).code).not.toBe(0);
    expect((await about(room)).refusal).toBe('channel_not_published');
  });

  it('is cut off when the room is closed, its key is unknown, and what was recorded goes', async () => {
    const room = await aRoom();
    const { encoder, broadcastId } = await onAir(room);
    const { streamKey } = await about(room);
    await vi.waitFor(async () => expect(await filesOf(broadcastId)).not.toEqual([]), soon);
    const closing = { as: room.owner, params: { slug: room.slug } };
    await call(rehearsalsContract.closeRoom, closing);
    expect((await encoder.gone).code).not.toBe(0);
    expect((await (await encode(room, streamKey)).gone).said).toContain('not known');
    const rowOf = () =>
      db()
        .selectFrom('broadcasts')
        .select(['state', 'recording_ready', 'storage_prefix'])
        .where('id', '=', broadcastId)
        .executeTakeFirst();
    // What was being kept is finished first.
    await vi.waitFor(
      async () => expect(await rowOf()).toMatchObject({ recording_ready: true }),
      soon,
    );
    await runKeptJobs();
    expect(await filesOf(broadcastId)).toEqual([]);
    expect(await rowOf()).toEqual({ state: 'ended', recording_ready: false, storage_prefix: '' });
  });
});

describe('an encoder that comes at the instant in which the room is closed', () => {
  const log = { info: () => undefined, error: () => undefined };
  const open = ({ id }: SomeRoom) =>
    db()
      .selectFrom('broadcasts')
      .select('state')
      .where('product_id', '=', id)
      .where('state', '<>', 'ended')
      .execute();
  const knock = async (room: SomeRoom) => {
    const { streamKey } = await about(room);
    return () => welcomeEncoder({ app: 'live', streamKey, address: '127.0.0.1' });
  };

  it('is sent away once it is closed, and leaves no broadcast open', async () => {
    const room = await aRoom();
    const come = await knock(room);
    let welcomed: ReturnType<typeof come> | null = null;
    await inTransaction(async (tx) => {
      await shut(tx, room.id);
      welcomed = come();
      await somebodyWaits(welcomed);
    });
    expect(await welcomed).toMatchObject({ ok: false, reason: 'denied' });
    expect(await open(room)).toEqual([]);
  });

  it('and was let in just before does not go on air', async () => {
    const room = await aRoom();
    const welcomed = await (await knock(room))();
    expect(await open(room)).toEqual([{ state: 'idle' }]);
    await call(rehearsalsContract.closeRoom, { as: room.owner, params: { slug: room.slug } });
    const events = followBroadcast(welcomed.ok ? welcomed.broadcastId : '', log);
    events.started({ startedAtMs: Temporal.Now.instant().epochMilliseconds });
    // Reports are written one after the other: when this one is, the start is.
    await events.recorded({ seconds: 0, segments: 0, isComplete: true });
    expect(await open(room)).toEqual([]);
  });
});

describe('recordings of rehearsals', () => {
  const aRecording = async (productId: string, endedHoursAgo: number) => {
    const ended = Temporal.Now.instant().subtract({ hours: endedHoursAgo });
    const { id } = await db()
      .insertInto('broadcasts')
      .values({
        product_id: productId,
        state: 'ended',
        started_at: nowText(),
        ended_at: ended.toString({ fractionalSecondDigits: 3 }),
        recording_ready: true,
        recording_seconds: 60,
        storage_prefix: 'kept',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await storage().put(`recordings/${id}/master.m3u8`, Buffer.from('#EXTM3U'));
    return id;
  };

  it('go in the night after seven days; those of shows stay', async () => {
    const { eraseRehearsals } = await import('#server/live/end-rehearsal.ts');
    const [room, show] = [await aRoom(), await aShow({ air: 'nothing' })];
    const week = 7 * 24;
    const [old, young] = [await aRecording(room.id, week + 1), await aRecording(room.id, week - 1)];
    const kept = await aRecording(show.id, week + 1);
    await enqueueNow(eraseRehearsals, {});
    await runKeptJobs();
    expect(await filesOf(old)).toEqual([]);
    expect(await filesOf(young)).toHaveLength(1);
    expect(await filesOf(kept)).toHaveLength(1);
    const params = { slug: room.slug };
    const listed = await call(recordingsContract.listRecordings, { as: room.owner, params });
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [young, 'ready'],
      [old, 'none'],
    ]);
  });

  it('go all in one night, however many, and one that cannot be deleted keeps back no other', async () => {
    const { eraseRehearsals } = await import('#server/live/end-rehearsal.ts');
    const { id: roomId } = await aRoom();
    const stuck = await aRecording(roomId, 8 * 24);
    const fault = sql.raw(`check (id <> '${stuck}' or recording_ready)`);
    await sql`alter table broadcasts add constraint stays ${fault}`.execute(db());
    onTestFinished(async () => {
      await sql`alter table broadcasts drop constraint stays`.execute(db());
    });
    const ended = { started_at: nowText(), ended_at: '2026-01-01T00:00:00Z', state: 'ended' };
    const old = { ...ended, product_id: roomId, recording_ready: true, recording_seconds: 60 };
    await db()
      .insertInto('broadcasts')
      .values(Array.from({ length: 120 }, () => old))
      .execute();
    await enqueueNow(eraseRehearsals, {});
    await expect(runKeptJobs()).rejects.toThrow('are left');
    const left = db().selectFrom('broadcasts').select('id').where('recording_ready', '=', true);
    expect(await left.where('product_id', '=', roomId).execute()).toEqual([{ id: stuck }]);
  });
});
