import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { playerContract } from '#contract/player.ts';
import { config } from '#server/platform/config.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { type Encoder, rtmpBytes, sendRaw, startEncoder } from '#test/encoder.ts';
import { aGuestOf, aShow, type SomeShow } from '#test/factories/player.ts';
import { type Running, startProduct } from '#test/running-product.ts';
import { app, call } from '#test/story.ts';
import { listFreeBroadcasts } from './broadcasts.queries.ts';
import {
  claimPlace,
  claimPlaces,
  findNodeOf,
  type Place,
  removeNode,
  writeNode,
} from './nodes.store.ts';

// This process answers people and takes no encoder; two others take encoders and answer nobody else.
const nodes: Running[] = [];
const encoders: Encoder[] = [];

beforeAll(async () => {
  await app();
  const { DATABASE_URL = '', DATA_DIR } = config();
  const env = { ROLES: 'media', DATABASE_URL, DATA_DIR };
  nodes.push(...(await Promise.all([startProduct(env), startProduct(env)])));
  // A process answers that it is well before its door for encoders is open.
  const isOpen = async (node: Running) => (await knock(node)).includes('is not known');
  const open = (node: Running) =>
    vi.waitUntil(() => isOpen(node), { timeout: 30_000, interval: 100 });
  await Promise.all(nodes.map(open));
}, 120_000);
afterAll(async () => {
  for (const encoder of encoders) encoder.kill();
  await Promise.all(nodes.map((node) => node.stop()));
});

/** What an encoder with a key of nobody is told; nothing where it cannot come in yet. */
async function knock({ rtmpPort }: Running): Promise<string> {
  const { greeting, reply, connect, publish } = rtmpBytes;
  const bytes = Buffer.concat([greeting(), reply(), connect(), publish('nobody')]);
  return (await sendRaw(rtmpPort, bytes, 5_000, 'is not known')).toString('latin1');
}

function encode(node: Running | undefined, key: string): Encoder {
  const url = `rtmp://127.0.0.1:${node?.rtmpPort}/live/${key}`;
  const encoder = startEncoder(url, { size: '320x180' });
  encoders.push(encoder);
  return encoder;
}

const about = ({ owner, slug }: SomeShow) =>
  call(liveContract.getBroadcast, { as: owner, params: { slug } });

const get = async (url: string) => (await app()).inject({ method: 'GET', url });

describe('a show whose encoder comes to another process', () => {
  let show: SomeShow;
  let media = '';
  const playlist = () => get(media.replace('master.m3u8', '180p/index.m3u8'));

  it('is on air for people who ask here, with its health and its picture', async () => {
    show = await aShow({ air: 'nothing' });
    encode(nodes[0], (await about(show)).streamKey);
    await vi.waitFor(async () => expect((await about(show)).health?.receiving).toBe(true), {
      timeout: 20_000,
      interval: 200,
    });
    const { preview, health } = await about(show);
    expect(health?.encoders).toMatchObject([{ role: 'main', onAir: true }]);
    expect((await get(preview?.url ?? '')).statusCode).toBe(200);

    const viewer = await aGuestOf(show);
    const { media: found } = await call(playerContract.openPlayback, {
      ...{ as: viewer, params: { slug: show.slug }, body: {} },
    });
    media = found?.url ?? '';
    expect((await get(media)).body).toContain('180p/index.m3u8');
    const { body } = await playlist();
    const [, part] = /#EXT-X-PART:.*URI="([^"]+)"/.exec(body) ?? [];
    const parts = Array.from({ length: 3 }, () =>
      get(media.replace('master.m3u8', `180p/${part}`)),
    );
    const answers = await Promise.all(parts);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers[0]?.rawPayload.length).toBeGreaterThan(500);
    expect(answers[0]?.headers['cache-control']).toContain('immutable');
    const number = Number(/MEDIA-SEQUENCE:(\d+)/.exec(body)?.[1]);
    const segments = body.split('#EXTINF').length - 1;
    const next = `?_HLS_msn=${number + segments}&_HLS_part=0`;
    expect((await get(media.replace('master.m3u8', `180p/index.m3u8${next}`))).statusCode).toBe(
      200,
    );
    expect((await get(media.replace('master.m3u8', '180p/seg-9-9.m4s'))).statusCode).toBe(404);
  });

  it('takes no second encoder at a third process', async () => {
    const { backupKey } = await about(show);
    expect((await encode(nodes[1], backupKey).gone).said).toContain(
      'Another server receives this show',
    );
  });

  it('goes on at the other one within thirty seconds when its process dies, as one recording', async () => {
    const { streamKey, id } = await about(show);
    await nodes[0]?.kill();
    const died = performance.now();
    const node = () => findNodeOf(db(), id ?? '');
    await vi.waitFor(
      async () => expect(await node()).toBe(nodes[1]?.url.replace('127.0.0.1', 'localhost')),
      {
        timeout: 30_000,
        interval: 250,
      },
    );
    expect(performance.now() - died).toBeLessThan(30_000);
    encode(nodes[1], streamKey);
    await vi.waitFor(async () => expect((await about(show)).health?.receiving).toBe(true), {
      timeout: 20_000,
      interval: 200,
    });
    await vi.waitFor(async () => expect((await playlist()).body).toContain('seg-1-'), {
      timeout: 20_000,
      interval: 200,
    });
    const given = { as: show.owner, params: { slug: show.slug } };
    const over = await call(liveContract.stopBroadcast, given);
    expect(over.state).toBe('ended');
    // Whoever watches sees its end, also from here.
    const last = await playlist();
    expect([last.statusCode, last.body.includes('#EXT-X-ENDLIST')]).toEqual([200, true]);
    await vi.waitFor(async () => expect((await about(show)).recording.ready).toBe(true), {
      timeout: 20_000,
      interval: 200,
    });
    // To be missed takes a node twelve seconds or more; the rest is what a busy machine needs.
  }, 90_000);
});

describe('the place of an encoder', () => {
  it('goes to one of two nodes that ask at once, and to the other when the first is dead or gone', async () => {
    const { id: productId } = await aShow({ air: 'nothing' });
    const urls = ['http://one.example', 'http://two.example'];
    await Promise.all(urls.map((url) => writeNode(db(), url)));
    const broadcastId = crypto.randomUUID();
    const claim = (nodeUrl: string, mayInherit = true) =>
      claimPlace(db(), { productId, broadcastId, nodeUrl }, mayInherit);
    const won = await Promise.all(urls.map((url) => claim(url)));
    expect(won.toSorted()).toEqual([false, true]);
    const [winner = '', loser = ''] = won[0] ? urls : urls.toReversed();
    expect(await claim(winner)).toBe(true);
    expect(await findNodeOf(db(), broadcastId)).toBe(winner);
    expect(await claim(loser)).toBe(false);
    // Not heard of for long enough; but whoever may not inherit takes nothing.
    const longAgo = '2026-01-01T00:00:00Z';
    await db()
      .updateTable('media_nodes')
      .set({ heard_at: longAgo })
      .where('url', '=', winner)
      .execute();
    expect(await claim(loser, false)).toBe(false);
    expect(await claim(loser)).toBe(true);
    await removeNode(db(), loser);
    expect(await findNodeOf(db(), broadcastId)).toBeNull();
    expect(await claim(winner)).toBe(true);
  });

  it('is kept in one statement for all that a node has, and only what is free is looked at', async () => {
    const nodeUrl = 'http://many.example';
    await writeNode(db(), nodeUrl);
    const places: Place[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { id: productId, broadcastId } = await aShow({ air: 'live' });
      places.push({ productId, broadcastId: broadcastId ?? '' });
    }
    const claim = (url: string, of = places) =>
      claimPlaces(db(), url, { places: of, mayInherit: false });
    const [first, ...rest] = places;
    const theirs = 'http://theirs.example';
    await writeNode(db(), theirs);
    await claim(theirs, places.slice(0, 1));
    const held = rest.map(({ productId }) => productId);
    expect(await claim(nodeUrl)).toEqual(new Set(held));
    expect(await countQueries(() => claim(nodeUrl))).toBe(1);
    expect(await findNodeOf(db(), first?.broadcastId ?? '')).toBe(theirs);
    expect(await claim(nodeUrl, [])).toEqual(new Set());
    const free = async (url: string) => {
      const listed = await listFreeBroadcasts(db(), { nodeUrl: url, mayInherit: false });
      const ids = places.map(({ productId }) => productId);
      return listed.map(({ productId }) => productId).filter((id) => ids.includes(id));
    };
    expect(new Set(await free(nodeUrl))).toEqual(new Set(held));
    expect(await free(theirs)).toEqual([first?.productId]);
  });
});
