import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { recordingsContract } from '#contract/recordings.ts';
import { setPlaybackCheck, signMediaPath } from '#server/media/index.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { relayedHeader } from '#server/platform/http/relayed.ts';
import { aShow, type SomeShow } from '#test/factories/player.ts';
import { freePort } from '#test/free-port.ts';
import { holdClock } from '#test/held-clock.ts';
import { app, call, refusal } from '#test/story.ts';
import { claimPlace, writeNode } from './nodes.store.ts';

const megabyte = 1024 * 1024;
const asked: IncomingMessage[] = [];
let server: Server;
let url = '';

// What another process answers to this one: parts and playlists of some size, and the panel.
beforeAll(async () => {
  await app();
  setPlaybackCheck(null);
  server = createServer((request, response) => {
    asked.push(request);
    const path = request.url ?? '';
    if (path.startsWith('/api/')) {
      response.setHeader('content-type', 'application/json');
      return void response.end('{"from":"the other"}');
    }
    const isPart = path.endsWith('.m4s');
    response.setHeader('content-type', isPart ? 'video/mp4' : 'application/vnd.apple.mpegurl');
    response.setHeader('cache-control', isPart ? 'private, max-age=60, immutable' : 'no-store');
    response.end(path.includes('large') ? Buffer.alloc(10 * megabyte) : 'a part of the show');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

/** A show on air whose encoder comes to the process at this address. */
async function aShowAt(nodeUrl: string): Promise<SomeShow & { id: string; broadcastId: string }> {
  const show = await aShow({ air: 'live' });
  const broadcastId = show.broadcastId ?? '';
  await writeNode(db(), nodeUrl);
  await db().updateTable('media_nodes').set({ heard_at: '2099-01-01T00:00:00Z' }).execute();
  await claimPlace(db(), { productId: show.id, broadcastId, nodeUrl }, false);
  return { ...show, broadcastId };
}

/** What so many viewers are answered who ask for a file at the same time, each under their own address. */
async function watch(broadcastId: string, file: string, viewers = 1) {
  const http = await app();
  const one = () => {
    const address = signMediaPath({
      playbackId: crypto.randomUUID(),
      resource: { kind: 'live', id: broadcastId },
      expiresAt: Temporal.Now.instant().add({ minutes: 1 }),
      file: file.split('?')[0] ?? '',
    });
    const search = file.includes('?') ? `?${file.split('?')[1]}` : '';
    return http.inject({ method: 'GET', url: address + search });
  };
  const answers = await Promise.all(Array.from({ length: viewers }, one));
  return answers.map(({ statusCode }) => statusCode);
}
const all = (viewers: number, status = 200) => Array.from({ length: viewers }, () => status);
const times = (file: string) => asked.filter((one) => one.url?.includes(file)).length;

describe('the node of a show', () => {
  it('is asked once, however many viewers want the same playlist or part', async () => {
    const { broadcastId } = await aShowAt(url);
    const next = '180p/index.m3u8?_HLS_msn=7&_HLS_part=0';
    expect(await watch(broadcastId, next, 20)).toEqual(all(20));
    expect(times('_HLS_msn=7&_HLS_part=0')).toBe(1);
    expect(await watch(broadcastId, '180p/seg-0-7.m4s', 20)).toEqual(all(20));
    expect(await watch(broadcastId, '180p/seg-0-7.m4s', 20)).toEqual(all(20));
    expect(times('seg-0-7.m4s')).toBe(1);
    // A playlist changes: whoever comes later has it asked for anew.
    await watch(broadcastId, next);
    expect(times('_HLS_msn=7&_HLS_part=0')).toBe(2);
  });

  it('is asked again for parts that are more than are kept, the oldest alone', async () => {
    const { broadcastId } = await aShowAt(url);
    const part = (number: number) => `180p/large-${number}.m4s`;
    for (let number = 1; number <= 7; number += 1) await watch(broadcastId, part(number));
    await watch(broadcastId, part(7));
    expect(times('large-7.m4s')).toBe(1);
    await watch(broadcastId, part(1));
    expect(times('large-1.m4s')).toBe(2);
  });

  it('that cannot be reached is said to be busy, to viewers and to its organizer', async () => {
    const { broadcastId, owner, slug } = await aShowAt(`http://127.0.0.1:${await freePort()}`);
    expect(await watch(broadcastId, '180p/index.m3u8')).toEqual([503]);
    const given = { as: owner, params: { slug } };
    const busy = { status: 503, code: 'BUSY' };
    expect(await refusal(liveContract.getBroadcast, given)).toEqual(busy);
    expect(await refusal(liveContract.stopBroadcast, given)).toEqual(busy);
  });

  it('is known for a moment, and told on whose call it is asked', async () => {
    const { owner, slug } = await aShowAt(url);
    const given = { as: owner, params: { slug } };
    // All of it in one moment, however long it takes.
    holdClock();
    // Who is asking is known for a moment, too.
    await call(recordingsContract.listRecordings, given);
    const look = () => call(liveContract.getBroadcast, given);
    expect([await countQueries(look), await countQueries(look)]).toEqual([1, 0]);
    const relayed = asked.filter((one) => one.url?.includes(slug));
    expect(relayed).toHaveLength(2);
    expect(relayed[0]?.headers[relayedHeader]).toContain(' 127.0.0.1 ');
    expect(relayed[0]?.headers.authorization).toBe(`Bearer ${owner.token}`);
  });
});
