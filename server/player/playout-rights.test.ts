import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountsContract, usersContract } from '#contract/accounts.ts';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { playerContract } from '#contract/player.ts';
import { playoutsContract } from '#contract/playouts.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { setPlaybackCheck } from '#server/media/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { aLogIn, anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import {
  aGuestOf,
  aPlayout,
  aRecording,
  showIsAt as at,
  fetchMedia as get,
  openPlayer as open,
  statusOf,
  watching,
} from '#test/factories/playouts.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { registerWatchCheck } from './watch-check.ts';

beforeEach(() => {
  setPlaybackCheck(null);
  registerWatchCheck();
});
afterEach(() => {
  vi.useRealTimers();
  useClock(null);
});

const files = [
  ...['master.m3u8', '360p/index.m3u8', '360p/init.mp4', '360p/seg-10.m4s'],
  ...['captions-es/index.m3u8', 'captions-es/seg-10.vtt'],
];
const answers = async (url: string) =>
  new Set(await Promise.all(files.map((file) => statusOf(url, file))));
const good = new Set([200]);
const closed = new Set([403]);
const nothing = new Set([404]);

describe('a view of what the clock plays', () => {
  it('ends with the log-in, and not with another one of the same person', async () => {
    const { show, guest, url } = await watching();
    const elsewhere = { ...guest, token: await aLogIn(guest.id) };
    await at(60);
    const other = await open(show, elsewhere);
    expect(await answers(url)).toEqual(good);
    await call(accountsContract.logOut, { as: guest });
    expect(await answers(url)).toEqual(closed);
    expect(await answers(other.media?.url ?? '')).toEqual(good);
  });

  it('ends with a person who is blocked', async () => {
    const { guest, url } = await watching();
    expect(await answers(url)).toEqual(good);
    const params = { id: guest.id };
    await call(usersContract.moveUser, { as: await anAdmin(), params, body: { move: 'block' } });
    expect(await answers(url)).toEqual(closed);
  });

  it('ends when the money goes back', async () => {
    const show = await aPlayout();
    await db()
      .updateTable('products')
      .set({ plan: 'paid', tax_rate: 2100, net: 1000, tax: 210, total: 1210 })
      .where('id', '=', show.id)
      .execute();
    const { order, buyer } = await aPaidOrder({ product: show });
    await at(60);
    const { media } = await open(show, buyer);
    expect(await answers(media?.url ?? '')).toEqual(good);
    const asked = { as: show.owner, params: { id: order.id }, body: { reason: 'Asked for it' } };
    await call(refundsContract.refundOrder, asked);
    expect(await answers(media?.url ?? '')).toEqual(closed);
    expect(await open(show, buyer)).toMatchObject({ state: 'no_ticket', media: null });
  });

  it.each(['person', 'ticket', 'log-in'])(
    'ends within ten seconds also where another process says so: %s',
    async (what) => {
      const { guest, url } = await watching();
      vi.useFakeTimers({ toFake: ['performance'] });
      expect(await answers(url)).toEqual(good);
      const change: Record<string, () => Promise<unknown>> = {
        person: () =>
          db()
            .updateTable('users')
            .set({ blocked_at: '2031-03-01T20:01:00Z' })
            .where('id', '=', guest.id)
            .execute(),
        ticket: () =>
          db()
            .updateTable('tickets')
            .set({ ended_at: '2031-03-01T20:01:00Z' })
            .where('id', '=', guest.ticketId)
            .execute(),
        'log-in': () => db().deleteFrom('auth_tokens').where('user_id', '=', guest.id).execute(),
      };
      await change[what]?.();
      vi.advanceTimersByTime(9_999);
      expect(await answers(url)).toEqual(closed);
    },
  );

  it('ends when it was not heard of for two minutes, and when its window was closed', async () => {
    const { show, guest, playback, url } = await watching();
    const second = (await open(show, guest)).media?.url ?? '';
    const params = { id: playback.id ?? '' };
    await call(playerContract.closePlayback, { as: guest, params });
    expect([await answers(url), await answers(second)]).toEqual([closed, good]);
    setPlaybackCheck(null);
    registerWatchCheck();
    await db().updateTable('playbacks').set({ last_seen_at: '2031-03-01T19:58:59Z' }).execute();
    expect(await answers(second)).toEqual(closed);
  });

  it('opens its own showing, with its own signature, and nothing else', async () => {
    const { show, playback, url } = await watching();
    const other = await watching({ owner: show.owner });
    const assetId = show.assetId ?? '';
    const swaps: [string, string][] = [
      [show.sessionId, other.show.sessionId],
      [playback.id ?? '', other.playback.id ?? ''],
      [`/playout/${show.sessionId}`, `/vod/${assetId}`],
      [`/playout/${show.sessionId}`, `/vod/${show.sessionId}`],
      [`/playout/${show.sessionId}`, `/playout/${assetId}`],
      [`/playout/${show.sessionId}`, `/recordings/${assetId}`],
      [`/playout/${show.sessionId}`, `/desk/${assetId}`],
      ['/media/1', '/media/2'],
    ];
    for (const [from, to] of swaps) {
      const forged = url.replace(from, to);
      expect(forged).not.toBe(url);
      expect([to, (await get(forged)).statusCode]).toEqual([to, 403]);
    }
    expect(await answers(url)).toEqual(good);
  });

  it('is of the showing of its ticket: that of another evening opens nothing tonight', async () => {
    const show = await aPlayout();
    const { id: tomorrow } = await db()
      .insertInto('product_sessions')
      .values({
        ...{ product_id: show.id, starts_at: '2031-03-02T20:00:00Z' },
        ...{ duration_minutes: 3, plays_ms: 180_000 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const guest = await aGuestOf(show, tomorrow);
    await at(60);
    expect(await open(show, guest)).toMatchObject({ state: 'countdown', id: null, media: null });
  });

  it('never learns what is played by any other name', async () => {
    const { show, guest, playback } = await watching();
    const params = { slug: show.slug };
    const said = JSON.stringify([
      playback,
      await call(playerContract.keepPlayback, { as: guest, params: { id: playback.id ?? '' } }),
      await call(catalogContract.getProduct, { as: guest, params }),
      await call(salesContract.getMine, { as: guest, params }),
    ]);
    expect(said).toContain(show.id);
    expect(said).not.toContain(show.assetId ?? '');
    expect(said).not.toMatch(/\/media\/[^"]*\/(?:vod|recordings|desk|previews)\//);
    expect(said).not.toContain('storyboard.vtt');
  });
});

describe('a showing whose channel is not public any more', () => {
  const reason = { reason: 'Not ours to show.' };
  const ways: Record<string, (owner: Someone, slug: string) => Promise<unknown>> = {
    'the team bans it': async (_, slug) =>
      call(channelsContract.banChannel, { as: await anAdmin(), params: { slug }, body: reason }),
    'its organizer takes it back': (owner, slug) =>
      call(channelsContract.deactivateChannel, { as: owner, params: { slug } }),
    'its organizer is blocked': async ({ id }) =>
      call(usersContract.moveUser, {
        ...{ as: await anAdmin(), params: { id }, body: { move: 'block' as const } },
      }),
  };

  it.each(Object.keys(ways))('stops, as what an encoder sends does: %s', async (way) => {
    const { show, guest, playback, url } = await watching();
    expect(await answers(url)).toEqual(good);
    await ways[way]?.(show.owner, show.channel.slug);
    await at(62);
    expect(await answers(url)).toEqual(nothing);
    const params = { id: playback.id ?? '' };
    expect(await call(playerContract.keepPlayback, { as: guest, params })).toMatchObject({
      ...{ state: 'misconfigured', media: null },
    });
    expect(await open(show, guest)).toMatchObject({ state: 'misconfigured', media: null });
  });

  it('does not begin, be it a film or a recording, and its panel says why', async () => {
    const owner = await anOrganizer();
    const { id: recordingId } = await aRecording(owner);
    for (const show of [await aPlayout(), await aPlayout({ owner, recordingId })]) {
      const guest = await aGuestOf(show);
      const set = (state: string) =>
        db().updateTable('channels').set({ state }).where('id', '=', show.channel.id).execute();
      const panel = () =>
        call(playoutsContract.getPlayout, { as: show.owner, params: { slug: show.slug } });
      await set('draft');
      await at(-60);
      expect([(await open(show, guest)).state, (await panel()).state]).toEqual([
        ...['countdown', 'hidden'],
      ]);
      await at(60);
      expect((await open(show, guest)).state).toBe('misconfigured');
      expect(await panel()).toMatchObject({ state: 'hidden', preview: null });
      await set('published');
      await at(62);
      const { state, media } = await open(show, guest);
      expect([state, (await get(media?.url ?? '')).statusCode]).toEqual(['live', 200]);
      await set('draft');
      await at(180);
      expect((await panel()).state).toBe('over');
    }
  });

  it('is nobody’s but its organizer’s to look at while the product is a draft', async () => {
    const show = await aPlayout();
    await db().updateTable('products').set({ status: 'draft' }).where('id', '=', show.id).execute();
    await db()
      .updateTable('channels')
      .set({ state: 'draft' })
      .where('id', '=', show.channel.id)
      .execute();
    await at(60);
    const { media } = await open(show, show.owner);
    expect(await answers(media?.url ?? '')).toEqual(good);
    const params = { slug: show.slug };
    const stranger = { as: await anOrganizer(), params, body: {} };
    expect(await refusal(playerContract.openPlayback, stranger)).toMatchObject({ status: 404 });
  });
});

describe('a product that is made private, or withdrawn, while it plays', () => {
  it.each(['makeProductPrivate', 'withdrawProduct'] as const)(
    'goes on for whoever has a ticket: %s',
    async (act) => {
      const { show, guest, url } = await watching();
      const params = { slug: show.slug };
      await call(catalogContract[act], { as: show.owner, params });
      await at(62);
      expect(await answers(url)).toEqual(good);
      expect((await open(show, guest)).state).toBe('live');
    },
  );
});

describe('what its organizer sees of it on the desk', () => {
  it('is closed half a minute after the panel was last there', async () => {
    const show = await aPlayout();
    await at(60);
    vi.useFakeTimers({ toFake: ['performance'] });
    const params = { slug: show.slug };
    const { preview } = await call(playoutsContract.getPlayout, { as: show.owner, params });
    expect(await answers(preview?.url ?? '')).toEqual(good);
    vi.advanceTimersByTime(30_000);
    expect(await answers(preview?.url ?? '')).toEqual(closed);
  });
});
