import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assetsContract } from '#contract/assets.ts';
import { catalogContract } from '#contract/catalog.ts';
import { setPlaybackCheck } from '#server/media/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { closeDatabase, db } from '#server/platform/database/index.ts';
import { storage } from '#server/platform/storage/index.ts';
import { anAsset } from '#test/factories/assets.ts';
import { anUpload } from '#test/factories/media.ts';
import {
  aFilm,
  aGuestOf,
  aPlayout,
  showIsAt as at,
  atShow,
  beside,
  fetchMedia as get,
  openPlayer as open,
  statusOf,
  watching,
} from '#test/factories/playouts.ts';
import { call, refusal, send } from '#test/story.ts';

// Every signature is good here: what is asked is what it opens.
beforeEach(() => setPlaybackCheck(null));
afterEach(() => useClock(null));

const length = 180;
/** A minute in, the list ends with segment 12: the next begins at 78, three target durations ahead. */
const ahead = [13, 14, 29];
const gone = 0;

describe('what lies ahead of the clock', () => {
  it('cannot be had by any way of asking', async () => {
    const { url } = await watching();
    const names = ahead.flatMap((number) => {
      const name = `seg-${number}.m4s`;
      return [
        ...[`360p/${name}`, `180p/${name}`, `captions-es/seg-${number}.vtt`, name],
        ...[`360p/${name}?`, `360p/${name}?_HLS_skip=YES`, `360p/${name}#`, `360p/${name}/`],
        ...[`360p//${name}`, `./360p/${name}`, `360p/./${name}`, `180p/../360p/${name}`],
        ...[`360p/%73eg-${number}.m4s`, `360p%2F${name}`, `360p%5C${name}`, `360p\\${name}`],
        ...[`360P/${name}`, `360p/SEG-${number}.m4s`, `360p/seg-${number}.M4S`],
        ...[
          `360p/seg-0${number}.m4s`,
          `360p/seg-${number}.mp4`,
          `360p/${name}%00`,
          `360p/${name};`,
        ],
        ...[`360p/${name}.m4s`, `360p/seg-10.m4s/../${name}`, `360p/seg-10.m4s%2f..%2f${name}`],
      ];
    });
    const headers: Record<string, string>[] = [
      {},
      { range: 'bytes=0-' },
      { range: 'bytes=-1' },
      { 'if-none-match': '*' },
    ];
    for (const name of names) {
      for (const more of headers) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { statusCode } = await get(beside(url, name), method, more);
          expect([name, method, statusCode]).toEqual([name, method, 404]);
        }
      }
    }
    // What may be had is one segment, however much of it is asked for.
    const whole = await get(beside(url, '360p/seg-12.m4s'), 'GET', { range: 'bytes=0-99999999' });
    expect([whole.statusCode, whole.body]).toEqual([206, '360p 12']);
    const several = { range: 'bytes=0-1,3-99' };
    expect((await get(beside(url, '360p/seg-12.m4s'), 'GET', several)).body).toBe('360p 12');
  });

  it('cannot be had from what else stands beside the film', async () => {
    const { show, url } = await watching();
    const left = ['original', 'progress.json', 'storyboard.vtt', 'storyboard/0.jpg', 'audio.m4a'];
    for (const name of left) {
      await storage().put(`assets/${show.assetId}/${name}`, Buffer.from('much of it'));
    }
    for (const name of [...left, 'captions/es.vtt', 'captions-es/es.vtt', 'chapters.vtt']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode } = await get(beside(url, name), method);
        expect([name, method, statusCode]).toEqual([name, method, 404]);
      }
    }
  });

  it('is everything before the start, and what was shown long ago is gone', async () => {
    const { url } = await watching();
    const files = ['master.m3u8', '360p/index.m3u8', '360p/init.mp4', '360p/seg-0.m4s'];
    const late = ['captions-es/index.m3u8', 'captions-es/seg-0.vtt'];
    const answers = (method: 'GET' | 'HEAD') =>
      Promise.all(
        [...files, ...late].map(async (file) => (await get(beside(url, file), method)).statusCode),
      );
    const all = (status: number) => [...files, ...late].map(() => status);
    for (const seconds of [-86_400, -1, -0.001]) {
      await at(seconds);
      expect([await answers('GET'), await answers('HEAD')]).toEqual([all(404), all(404)]);
    }
    await at(0);
    expect([await answers('GET'), await answers('HEAD')]).toEqual([all(200), all(200)]);
    // Forty seconds in the list, and a minute more for whoever has an old list.
    for (const [seconds, status] of [
      [105.999, 200],
      [106, 404],
    ] as const) {
      await at(seconds);
      for (const file of [`360p/seg-${gone}.m4s`, `captions-es/seg-${gone}.vtt`]) {
        expect([seconds, file, await statusOf(url, file)]).toEqual([seconds, file, status]);
      }
    }
  });

  it('is never more than three target durations and what is left of a segment', async () => {
    const { url } = await watching();
    const numbers = Array.from({ length: 30 }, (_, number) => number);
    for (const seconds of [0, 5.999, 6, 60, 89.5, 179.999, 239.999]) {
      await at(seconds);
      const found = await Promise.all(
        numbers.map((number) => statusOf(url, `360p/seg-${number}.m4s`)),
      );
      const had = numbers.filter((number) => found[number] === 200);
      const newest = Math.max(...had);
      expect([seconds, newest]).toEqual([seconds, Math.min(29, Math.ceil(seconds / 6 + 3) - 1)]);
      expect((newest + 1) * 6 - seconds).toBeLessThan(4 * 6);
      expect(had.length).toBe(newest - (had[0] ?? 0) + 1);
    }
  });
});

describe('what is played in a showing', () => {
  it('is not what comes next, as long as its end can be fetched', async () => {
    const { show, url } = await watching();
    await at(length);
    const next = await aFilm(show.owner, { segments: 60 });
    const given = { as: show.owner, params: { slug: show.slug }, body: { assetId: next } };
    expect(await refusal(catalogContract.saveProduct, given)).toEqual({
      ...{ status: 409, code: 'SOURCE_LOCKED' },
    });
    await at(length + 59.999);
    expect(await refusal(catalogContract.saveProduct, given)).toMatchObject({
      code: 'SOURCE_LOCKED',
    });
    expect(await statusOf(url, '360p/seg-29.m4s')).toBe(200);
    await at(length + 60);
    await call(catalogContract.saveProduct, given);
    for (const file of ['master.m3u8', '360p/index.m3u8', '360p/seg-29.m4s', '360p/seg-30.m4s']) {
      expect([file, await statusOf(url, file)]).toEqual([file, 404]);
    }
  });

  it('is read again for the next one: captions and sizes may have come since', async () => {
    const { show, guest, url } = await watching();
    expect((await get(url)).body).not.toContain('LANGUAGE="pt"');
    const later = { startsAt: '2031-03-02T21:00', durationMinutes: 3, capacity: null };
    const params = { slug: show.slug };
    await call(catalogContract.addSession, { as: show.owner, params, body: later });
    await at(length + 60);
    const { headers, body } = anUpload(
      Buffer.from('WEBVTT\n\n00:07.000 --> 00:09.000\nBoa noite\n'),
    );
    const file = { params: { id: show.assetId ?? '', language: 'pt' }, headers };
    await send(assetsContract.putCaptions, { as: show.owner, ...file, body: body as never });
    await at(86_400 + 10);
    const { media } = await open(show, guest);
    expect((await get(media?.url ?? '')).body).toContain('LANGUAGE="pt"');
    expect((await get(beside(media?.url ?? '', 'captions-pt/seg-1.vtt'))).body).toContain('Boa');
  });

  it('is in a draft whatever was chosen last, and lasts as long as that', async () => {
    const show = await aPlayout();
    const set = (status: string) =>
      db().updateTable('products').set({ status }).where('id', '=', show.id).execute();
    await set('draft');
    await at(60);
    const { media } = await open(show, show.owner);
    expect(await statusOf(media?.url ?? '', '360p/seg-10.m4s')).toBe(200);
    // It is published in the middle of its own showing, after another film was chosen.
    const longer = await aFilm(show.owner, { segments: 60 });
    const params = { slug: show.slug };
    const saved = await call(catalogContract.saveProduct, {
      ...{ as: show.owner, params, body: { assetId: longer } },
    });
    expect(saved.sessions.map(({ endsAt }) => endsAt)).toEqual(['2031-03-01T20:06:00.000Z']);
    await call(catalogContract.publishProduct, { as: show.owner, params });
    const guest = await aGuestOf(show);
    await at(350);
    const late = await open(show, guest);
    expect(late).toMatchObject({ state: 'live', endsAt: '2031-03-01T20:06:00.000Z' });
    expect((await get(beside(late.media?.url ?? '', '360p/seg-58.m4s'))).body).toBe('360p 58');
  });

  it('is nothing where its files are gone, and the film again once they are back', async () => {
    const { show, url } = await watching();
    const key = `assets/${show.assetId}/360p/seg-10.m4s`;
    const list = `assets/${show.assetId}/master.m3u8`;
    const [bytes, text] = [await storage().read(key), await storage().read(list)];
    await storage().delete(key);
    await storage().delete(list);
    expect([(await get(url)).statusCode, await statusOf(url, '360p/seg-10.m4s')]).toEqual([
      ...[404, 404],
    ]);
    await storage().put(list, text);
    await storage().put(key, bytes);
    expect([(await get(url)).statusCode, await statusOf(url, '360p/seg-10.m4s')]).toEqual([
      ...[200, 200],
    ]);
  });

  it('goes on for a minute while the database is away, and then says that it is busy', async () => {
    const { url } = await watching();
    await get(url);
    await get(beside(url, '360p/index.m3u8'));
    const { DATABASE_URL = '' } = config();
    const clock = (seconds: number) => useClock(atShow(seconds));
    overrideConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    await closeDatabase();
    const answers: [number, number][] = [];
    for (const seconds of [62, 66, 119.5, 121]) {
      clock(seconds);
      answers.push([seconds, await statusOf(url, '360p/index.m3u8')]);
    }
    overrideConfig({ DATABASE_URL });
    await closeDatabase();
    expect(answers).toEqual([
      [62, 200],
      [66, 200],
      [119.5, 200],
      [121, 503],
    ]);
    clock(122);
    expect(await statusOf(url, '360p/index.m3u8')).toBe(200);
  });

  it('is nothing without anything chosen, or while nothing of it is whole', async () => {
    const { show, url } = await watching();
    await db().updateTable('products').set({ asset_id: null }).where('id', '=', show.id).execute();
    await at(62);
    expect((await get(url)).statusCode).toBe(404);
    const growing = await anAsset(show.owner, { state: 'processing', playable: true, seconds: 60 });
    await db()
      .updateTable('products')
      .set({ asset_id: growing })
      .where('id', '=', show.id)
      .execute();
    await at(64);
    expect((await get(url)).statusCode).toBe(404);
  });
});
