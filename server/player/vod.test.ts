import { beforeEach, describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { type Playback, playerContract } from '#contract/player.ts';
import { setPlaybackCheck } from '#server/media/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { storage } from '#server/platform/storage/index.ts';
import { endTicket } from '#server/tickets/index.ts';
import { anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { app, call, refusal } from '#test/story.ts';
import { registerWatchCheck } from './watch-check.ts';

type Vod = SomeProduct & { assetId: string };

const files: Record<string, string> = {
  'master.m3u8': '#EXTM3U',
  '720p/index.m3u8': '#EXTM3U',
  '720p/init.mp4': 'init',
  '720p/seg-0.m4s': '0123456789',
  'storyboard.vtt': 'WEBVTT',
  'storyboard/0.jpg': 'jpeg',
  'captions/es.vtt': 'WEBVTT',
};
const hidden = ['original', 'progress.json', 'audio.m4a', '720p/notes.m3u8'];

/** A published video with its files, and captions in Spanish. */
async function aVod({ playable = true, hours = null as number | null } = {}): Promise<Vod> {
  const owner = await anOrganizer();
  const channel = await aChannel({ owner });
  const chapters = [{ startSeconds: 0, title: 'Overture' }];
  const state = playable ? 'ready' : 'processing';
  const assetId = await anAsset(owner, { state, chapters });
  const product = await aProduct({
    ...{ channel, type: 'vod', sessions: [], plan: 'free', expirationHours: hours },
  });
  await db()
    .updateTable('products')
    .set({ asset_id: assetId })
    .where('id', '=', product.id)
    .execute();
  await db()
    .insertInto('asset_captions')
    .values({ asset_id: assetId, language: 'es', cues: 1 })
    .execute();
  for (const [name, text] of Object.entries(files)) {
    await storage().put(`assets/${assetId}/${name}`, Buffer.from(text));
  }
  for (const name of hidden) await storage().put(`assets/${assetId}/${name}`, Buffer.from('no'));
  return { ...product, assetId };
}

async function aGuestOf(vod: Vod, grantedAt = nowText()): Promise<Someone & { ticketId: string }> {
  const viewer = await aViewer();
  const { id } = await db()
    .insertInto('tickets')
    .values({ user_id: viewer.id, product_id: vod.id, source: 'free', granted_at: grantedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...viewer, ticketId: id };
}

const open = (vod: Vod, as: Someone): Promise<Playback> =>
  call(playerContract.openPlayback, { as, params: { slug: vod.slug }, body: {} });
const fetchFile = async (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  (await app()).inject({ method, url, headers });
const beside = (url: string, name: string) => url.replace('master.m3u8', name);

// Verdicts live some seconds: each story begins without any.
beforeEach(() => {
  setPlaybackCheck(null);
  registerWatchCheck();
});

describe('the player of a video on demand', () => {
  it('plays it to whoever has a ticket, at any hour, with captions, chapters and pictures', async () => {
    const vod = await aVod();
    const guest = await aGuestOf(vod);
    const playback = await open(vod, guest);
    expect(playback).toMatchObject({ state: 'ready', startsAt: null, session: null });
    const { media } = playback;
    const base = `/vod/${vod.assetId}/`;
    expect(media?.url).toMatch(new RegExp(`^/media/\\d{10}\\.${playback.id}\\.[\\w-]{43}${base}`));
    const start = (media?.url ?? '').replace('master.m3u8', '');
    expect(media).toMatchObject({
      kind: 'recording',
      beside: {
        captions: [{ language: 'es', url: `${start}captions/es.vtt` }],
        chapters: [{ startSeconds: 0, title: 'Overture' }],
        storyboard: null,
      },
    });
    const answers = await Promise.all(
      Object.keys(files).map((name) => fetchFile(beside(media?.url ?? '', name))),
    );
    expect(answers.map(({ body }) => body)).toEqual(Object.values(files));
    expect(answers.map(({ headers }) => headers['content-type'])).toEqual([
      ...['application/vnd.apple.mpegurl', 'application/vnd.apple.mpegurl'],
      ...['video/mp4', 'video/mp4', 'text/vtt; charset=utf-8', 'image/jpeg'],
      'text/vtt; charset=utf-8',
    ]);
    const part = await fetchFile(beside(media?.url ?? '', '720p/seg-0.m4s'), {
      range: 'bytes=2-4',
    });
    expect([part.statusCode, part.body]).toEqual([206, '234']);
    const head = await fetchFile(media?.url ?? '', {}, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('shows the newest playlist and captions, and lets segments be kept', async () => {
    const vod = await aVod();
    const { media } = await open(vod, await aGuestOf(vod));
    const url = media?.url ?? '';
    await fetchFile(url);
    await storage().put(`assets/${vod.assetId}/master.m3u8`, Buffer.from('#EXTM3U more'));
    const again = await fetchFile(url);
    expect([again.body, again.headers['cache-control']]).toEqual([
      '#EXTM3U more',
      'private, no-cache',
    ]);
    const segment = await fetchFile(beside(url, '720p/seg-0.m4s'));
    expect(segment.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/);
  });

  it('opens nothing but what is listed, however it is asked for', async () => {
    const vod = await aVod();
    const other = await aVod();
    const { media } = await open(vod, await aGuestOf(vod));
    const url = media?.url ?? '';
    const names = [
      ...hidden,
      '../original',
      '..%2foriginal',
      '%2e%2e/original',
      '%252e%252e%252foriginal',
      'captions/../original',
      '720p/../original',
      'master.m3u8/',
      '720p//init.mp4',
      'captions/ES.vtt',
    ];
    const statuses = await Promise.all(
      names.map(async (name) => (await fetchFile(beside(url, name))).statusCode),
    );
    expect(statuses).toEqual(names.map(() => 404));
    const stolen = [
      url.replace(vod.assetId, other.assetId),
      url.replace('/vod/', '/recordings/'),
      url.replace(/\.[\w-]{43}\//, `.${'x'.repeat(43)}/`),
    ];
    for (const theirs of stolen) expect((await fetchFile(theirs)).statusCode).toBe(403);
  });

  it('has nothing for whoever has no ticket, and sells one', async () => {
    const vod = await aVod();
    expect(await open(vod, await aViewer())).toMatchObject({
      ...{ state: 'no_ticket', id: null, media: null },
      can: { buy: true },
    });
    expect(
      await refusal(playerContract.openPlayback, { params: { slug: vod.slug }, body: {} }),
    ).toMatchObject({ status: 401 });
  });

  it('plays to its organizer before anybody else, as soon as a part of it plays', async () => {
    const vod = await aVod({ playable: false });
    expect(await open(vod, vod.owner)).toMatchObject({ state: 'misconfigured', media: null });
    await db()
      .updateTable('assets')
      .set({ playable: true, seconds: 61 })
      .where('id', '=', vod.assetId)
      .execute();
    const again = await aVod();
    expect(await open(again, again.owner)).toMatchObject({
      ...{ state: 'ready', media: { kind: 'recording' } },
    });
  });

  it('ends when the hours of a ticket are over', async () => {
    const vod = await aVod({ hours: 48 });
    const early = await aGuestOf(vod, '2026-01-01T00:00:00Z');
    expect(await open(vod, early)).toMatchObject({ state: 'expired', media: null });
    expect(await open(vod, await aGuestOf(vod))).toMatchObject({ state: 'ready' });
  });
});

describe('the files of a video on demand close', () => {
  it.each([
    [
      'when the ticket has ended',
      ({ ticketId }: Someone & { ticketId: string }) =>
        inTransaction((tx) => endTicket(tx, ticketId, 'refunded')),
    ],
    ['when its holder logs out', (guest: Someone) => call(accountsContract.logOut, { as: guest })],
    [
      'when its holder is blocked',
      (guest: Someone) =>
        db()
          .updateTable('users')
          .set({ blocked_at: nowText() })
          .where('id', '=', guest.id)
          .execute()
          .then(() => setPlaybackCheck(null))
          .then(registerWatchCheck),
    ],
  ])('%s', async (_when, end: (guest: Someone & { ticketId: string }) => Promise<unknown>) => {
    const vod = await aVod();
    const guest = await aGuestOf(vod);
    const url = (await open(vod, guest)).media?.url ?? '';
    const names = Object.keys(files);
    const ask = () =>
      Promise.all(names.map(async (name) => (await fetchFile(beside(url, name))).statusCode));
    expect(await ask()).toEqual(names.map(() => 200));
    await end(guest);
    expect(await ask()).toEqual(names.map(() => 403));
  });
});
