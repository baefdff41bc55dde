import HLS from 'hls-parser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { playerContract } from '#contract/player.ts';
import { recordingsContract } from '#contract/recordings.ts';
import { setPlaybackCheck } from '#server/media/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { storage } from '#server/platform/storage/index.ts';
import { endTicket } from '#server/tickets/index.ts';
import { anOrganizer, type Someone } from '#test/factories/accounts.ts';
import {
  aGuestOf,
  aPlayout,
  aRecording,
  showIsAt as at,
  beside,
  filmSegments,
  fetchMedia as get,
  openPlayer as open,
  segmentSeconds,
  statusOf,
  watching,
} from '#test/factories/playouts.ts';
import { call, refusal } from '#test/story.ts';
import { registerWatchCheck } from './watch-check.ts';

HLS.setOptions({ strictMode: true });
const length = filmSegments * segmentSeconds;

// Verdicts live some seconds: each story begins without any.
beforeEach(() => {
  setPlaybackCheck(null);
  registerWatchCheck();
});
afterEach(() => {
  vi.restoreAllMocks();
  useClock(null);
});

describe('a show that is played by the clock', () => {
  it('waits, is on air from its hour on, and is over with its film', async () => {
    const show = await aPlayout();
    const guest = await aGuestOf(show);
    const states: [number, string][] = [
      [-90_000, 'not_yet_available'],
      [-60, 'countdown'],
      [-0.001, 'countdown'],
      [0, 'live'],
      [length - 0.001, 'live'],
      [length, 'finished'],
      [length + 100_000, 'finished'],
    ];
    for (const [seconds, state] of states) {
      await at(seconds);
      const playback = await open(show, guest);
      expect([seconds, playback.state]).toEqual([seconds, state]);
      expect(playback.media?.kind).toBe(state === 'live' ? 'playout' : undefined);
      if (playback.id) {
        const params = { id: playback.id };
        await call(playerContract.closePlayback, { as: guest, params });
      }
    }
  });

  it('says when it ends, and opens one showing for one view', async () => {
    const { show, playback, url } = await watching();
    expect(playback).toMatchObject({
      ...{ state: 'live', startsAt: null, endsAt: '2031-03-01T20:03:00.000Z' },
      ...{ chat: { read: true, write: true }, media: { kind: 'playout', beside: null } },
    });
    const path = `/media/\\d{10}\\.${playback.id}\\.[\\w-]{43}/playout/${show.sessionId}/master.m3u8$`;
    expect(url).toMatch(new RegExp(`^${path}`));
    expect(await statusOf(url.replace('/playout/', '/vod/'), 'master.m3u8')).toBe(403);
    const row = await db().selectFrom('playbacks').select('broadcast_id').executeTakeFirst();
    expect(row).toEqual({ broadcast_id: null });
  });

  it('shows whoever comes late what everybody sees, in every rendition', async () => {
    const { url } = await watching();
    const lists = await Promise.all(
      ['360p', '180p'].map((name) => get(beside(url, `${name}/index.m3u8`))),
    );
    for (const { body, headers } of lists) {
      expect(headers['content-type']).toBe('application/vnd.apple.mpegurl');
      expect(headers['cache-control']).toBe('no-store');
      const list = HLS.parse(body) as HLS.types.MediaPlaylist;
      expect([list.mediaSequenceBase, list.endlist, list.playlistType]).toEqual([
        3,
        false,
        undefined,
      ]);
      expect(list.segments.map(({ uri }) => uri)).toEqual(
        Array.from({ length: 10 }, (_, number) => `seg-${number + 3}.m4s`),
      );
      expect(list.segments[0]?.programDateTime).toEqual(new Date('2031-03-01T20:00:18.000Z'));
    }
    const master = await get(url);
    expect(master.body).toContain('#EXT-X-START:TIME-OFFSET=-18.000,PRECISE=YES');
    expect((await get(beside(url, '180p/seg-10.m4s'))).body).toBe('180p 10');
    expect((await get(beside(url, '180p/init.mp4'))).body).toBe('head of 180p');
  });

  it('gives its captions with the picture', async () => {
    const { url } = await watching();
    await at(8);
    expect((await get(url)).body).toContain('LANGUAGE="es",DEFAULT=NO');
    const list = HLS.parse((await get(beside(url, 'captions-es/index.m3u8'))).body);
    expect((list as HLS.types.MediaPlaylist).segments[1]?.uri).toBe('seg-1.vtt');
    const caption = await get(beside(url, 'captions-es/seg-1.vtt'));
    expect(caption.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(caption.body).toContain('X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000');
    expect(caption.body).toContain('Buenas noches');
    expect((await get(beside(url, 'captions-es/seg-2.vtt'))).body).not.toContain('Buenas');
    expect(await statusOf(url, 'captions-es/seg-20.vtt')).toBe(404);
    expect(await statusOf(url, 'captions-pt/index.m3u8')).toBe(404);
  });

  it('costs no look at the storage while it goes on', async () => {
    const { url } = await watching();
    await get(url);
    await get(beside(url, '360p/index.m3u8'));
    const reads = vi.spyOn(storage(), 'read');
    for (const seconds of [60, 64, 100, 170]) {
      await at(seconds);
      expect((await get(beside(url, '360p/index.m3u8'))).statusCode).toBe(200);
      expect((await get(url)).statusCode).toBe(200);
    }
    expect(reads).not.toHaveBeenCalled();
  });

  it('is counted, and stands on air for everybody, from its hour to its end', async () => {
    const { show } = await watching();
    const card = async () => {
      const params = { slug: show.slug };
      const { live, past } = await call(catalogContract.getProduct, { params });
      const query = { when: 'live' as const };
      const { items } = await call(catalogContract.searchProducts, { query });
      return { live, past, found: items.some(({ id }) => id === show.id) };
    };
    expect(await card()).toEqual({ live: { viewers: 1 }, past: null, found: true });
    await at(-1);
    expect(await card()).toEqual({ live: null, past: null, found: false });
    await at(length - 0.001);
    expect(await card()).toMatchObject({ past: null, found: true });
    await at(length);
    expect(await card()).toEqual({ live: null, past: 'ended', found: false });
  });
});

describe('the files of a show that is played by the clock', () => {
  it('are there in their time alone, whoever has the address', async () => {
    const { url } = await watching();
    // The list runs three target durations ahead of the clock, and so far it is served.
    expect(await statusOf(url, '360p/seg-12.m4s')).toBe(200);
    expect(await statusOf(url, '360p/seg-13.m4s')).toBe(404);
    expect(await statusOf(url, '360p/seg-29.m4s')).toBe(404);
    await at(61);
    expect(await statusOf(url, '360p/seg-13.m4s')).toBe(200);
    await at(170);
    expect(await statusOf(url, '360p/seg-0.m4s')).toBe(404);
    expect(await statusOf(url, '360p/seg-10.m4s')).toBe(404);
    expect(await statusOf(url, '360p/seg-11.m4s')).toBe(200);
    const files = ['master.m3u8', '360p/index.m3u8', '360p/init.mp4', '360p/seg-0.m4s'];
    for (const outside of [-0.001, length + 60]) {
      await at(outside);
      for (const file of files) expect([file, await statusOf(url, file)]).toEqual([file, 404]);
    }
  });

  it('end with their list when the show ends', async () => {
    const { url } = await watching();
    const isEnded = async () =>
      (await get(beside(url, '180p/index.m3u8'))).body.includes('#EXT-X-ENDLIST');
    await at(length - 0.001);
    expect(await isEnded()).toBe(false);
    await at(length);
    expect(await isEnded()).toBe(true);
  });

  it('are those that a list names, however others are asked for', async () => {
    const { url } = await watching();
    const names = [
      ...['original', '../original', '360p/../../original', '360p%2Fseg-10.m4s'],
      ...['%2e%2e/original', '%252e%252e%252foriginal', '360p/notes.m4s', '720p/index.m3u8'],
      ...['captions/es.vtt', '360p/seg-010.m4s', '360p/master.m3u8', 'index.m3u8'],
    ];
    for (const name of names) expect([name, await statusOf(url, name)]).toEqual([name, 404]);
  });

  it('answer questions of players: the head alone, and a part', async () => {
    const { url } = await watching();
    const head = await get(beside(url, '360p/seg-10.m4s'), 'HEAD');
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '7']);
    const part = await get(beside(url, '360p/seg-10.m4s'), 'GET', { range: 'bytes=5-6' });
    expect([part.statusCode, part.body]).toEqual([206, '10']);
    expect(part.headers['cache-control']).toBe('private, max-age=60');
  });

  it('close when the ticket has ended', async () => {
    const { url, guest } = await watching();
    expect(await statusOf(url, '360p/seg-10.m4s')).toBe(200);
    await inTransaction((tx) => endTicket(tx, guest.ticketId, 'refunded'));
    for (const file of ['master.m3u8', '360p/index.m3u8', '360p/seg-10.m4s']) {
      expect(await statusOf(url, file)).toBe(403);
    }
  });

  it('close when the showing is cancelled, also while it is on', async () => {
    const { show, url, guest } = await watching();
    const params = { slug: show.slug, sessionId: show.sessionId };
    const body = { reason: 'The wrong film.' };
    await call(catalogContract.cancelSession, { as: show.owner, params, body });
    await at(62);
    expect(await statusOf(url, '360p/index.m3u8')).not.toBe(200);
    expect(await open(show, guest)).toMatchObject({ state: 'cancelled', media: null });
    expect(await open(show, show.owner)).toMatchObject({ state: 'cancelled', media: null });
  });
});

describe('the recording of an earlier show', () => {
  it('is played by the clock like a film', async () => {
    const owner = await anOrganizer();
    const { id } = await aRecording(owner);
    const { url, playback } = await watching({ owner, recordingId: id });
    expect(playback).toMatchObject({ state: 'live', media: { kind: 'playout' } });
    const { body } = await get(beside(url, '360p/index.m3u8'));
    const list = HLS.parse(body) as HLS.types.MediaPlaylist;
    expect(list.segments[0]).toMatchObject({ uri: 'seg-0-3.m4s', map: { uri: 'init-0-1.mp4' } });
    expect((await get(beside(url, '360p/seg-0-10.m4s'))).body).toBe('360p 10');
    expect(await statusOf(url, '360p/seg-0-13.m4s')).toBe(404);
  });

  it('stays as it is around a showing, and sets its length before', async () => {
    const owner = await anOrganizer();
    const recording = await aRecording(owner);
    const show = await aPlayout({ owner, recordingId: recording.id });
    const params = { slug: recording.slug, id: recording.id };
    await at(-14 * 60);
    const restore = { as: owner, params };
    await db()
      .updateTable('broadcasts')
      .set({ trim_first: 2, trim_last: 11, trim_start_ms: 12_000, trim_end_ms: 72_000 })
      .where('id', '=', recording.id)
      .execute();
    const meta = { variants: [], rungs: [], target: 6, partTarget: 1, epoch: 0, runs: 1 };
    const put = (name: string, content: unknown) =>
      storage().put(`recordings/${recording.id}/${name}`, Buffer.from(JSON.stringify(content)));
    await put('meta.json', meta);
    await put(
      'index-0.json',
      Array.from({ length: filmSegments }, (_, sequence) => ({
        ...{ sequence, epoch: 0, map: 'init-0-1.mp4', startsAtMs: sequence * 6000 },
        ...{ isDiscontinuous: false, files: { '360p': { seconds: 6, bytes: 7 } } },
      })),
    );
    expect(await refusal(recordingsContract.restoreRecording, restore)).toMatchObject({
      ...{ status: 409, code: 'SOURCE_LOCKED' },
    });
    await at(-16 * 60);
    await call(recordingsContract.restoreRecording, restore);
    const session = () =>
      db()
        .selectFrom('product_sessions')
        .select(['plays_ms', 'duration_minutes'])
        .where('id', '=', show.sessionId)
        .executeTakeFirst();
    expect(await session()).toEqual({ plays_ms: length * 1000, duration_minutes: 3 });
    const body = { startSeconds: 12, endSeconds: 77 };
    await call(recordingsContract.trimRecording, { ...restore, body });
    expect(await session()).toEqual({ plays_ms: 66_000, duration_minutes: 2 });
    const guest = await aGuestOf(show);
    await at(10);
    const { media, endsAt } = await open(show, guest);
    expect(endsAt).toBe('2031-03-01T20:01:06.000Z');
    const list = HLS.parse((await get(beside(media?.url ?? '', '180p/index.m3u8'))).body);
    expect((list as HLS.types.MediaPlaylist).segments[0]?.uri).toBe('seg-0-2.m4s');
  });

  it('is offered to the organizer of the show alone', async () => {
    const owner = await anOrganizer();
    const { id } = await aRecording(owner);
    const listed = (as: Someone) => call(recordingsContract.listOwnRecordings, { as });
    expect((await listed(owner)).map((one) => [one.id, one.seconds])).toEqual([[id, length]]);
    expect(await listed(await anOrganizer())).toEqual([]);
  });
});
