import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BroadcastOutput, liveContract } from '#contract/live.ts';
import { setPlaybackCheck } from '#server/media/index.ts';
import { nowMs } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { membersOf } from '#server/platform/live.ts';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { minutesFromNow } from '#test/factories/player.ts';
import { type Receiver, startReceiver } from '#test/rtmp-receiver.ts';
import { connected, useSockets } from '#test/sockets.ts';
import { app, call, refusal } from '#test/story.ts';
import { startLiveEngine, stopLiveEngine } from './start-engine.ts';

const { windowOf } = useSockets();
let port = 0;
const encoders: Encoder[] = [];
const receivers: Receiver[] = [];

beforeAll(async () => {
  await app();
  setPlaybackCheck(null);
  // Far servers of tests stand on this machine.
  overrideConfig({ LIVE_OUTPUTS_PRIVATE: true });
  // Nothing takes over, not even the slate, while a busy machine is slow to send.
  ({ port } = await startLiveEngine({ port: 0, watchMs: 300, handoverMs: 60_000 }));
});
afterAll(async () => {
  for (const encoder of encoders) encoder.kill();
  for (const receiver of receivers) await receiver.close();
  await stopLiveEngine();
  overrideConfig({ LIVE_OUTPUTS_PRIVATE: false });
});

async function aFarServer(options?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(options);
  receivers.push(receiver);
  return { ...receiver, url: `rtmp://127.0.0.1:${receiver.port}/live` };
}

const until = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 20_000, interval: 50 });

describe('a show that is on air', () => {
  it('is sent on from its hour on, a rehearsal only where that is wanted, and obeys at once', async () => {
    const { owner, slug, id } = await aProduct();
    const given = { as: owner, params: { slug } };
    const about = () => call(liveContract.getBroadcast, given);
    const outputOf = async (name: string): Promise<BroadcastOutput | undefined> =>
      (await about()).outputs.find((output) => output.name === name);
    const add = async (name: string, url: string, duringRehearsals = false) => {
      const body = { name, url, key: `the-key-of-${name}`, duringRehearsals };
      await call(liveContract.addOutput, { ...given, body });
      return { slug, id: (await outputOf(name))?.id ?? '' };
    };
    const [calm, eager] = [await aFarServer(), await aFarServer()];
    const params = await add('calm', calm.url);
    await add('eager', eager.url, true);
    const { streamKey } = await about();
    const encoder = startEncoder(`rtmp://127.0.0.1:${port}/live/${streamKey}`, { size: '320x180' });
    encoders.push(encoder);

    // Its session is years away: a rehearsal.
    await until(() => expect(eager.taken[0]?.tags.length).toBeGreaterThan(100));
    expect(await outputOf('eager')).toMatchObject({ state: 'sending', reason: null });
    expect(await outputOf('calm')).toMatchObject({ state: 'waiting', reason: null });
    expect(calm.asked).toEqual([]);

    // Its hour comes.
    await db()
      .updateTable('product_sessions')
      .set({ starts_at: minutesFromNow(-1) })
      .where('product_id', '=', id)
      .execute();
    await until(() => expect(calm.taken[0]?.tags.length).toBeGreaterThan(10));
    expect(calm.asked).toMatchObject([{ app: 'live', streamKey: 'the-key-of-calm' }]);
    const sending = await outputOf('calm');
    expect(sending?.since && sending.since <= new Date(nowMs()).toISOString()).toBe(true);

    // Off, on, and with another key, while the others go on.
    const change = (body: object) => call(liveContract.changeOutput, { as: owner, params, body });
    await change({ enabled: false });
    expect(await outputOf('calm')).toMatchObject({ state: 'off', since: null });
    await until(() => expect(calm.taken[0]?.isOver).toBe(true));
    await change({ enabled: true });
    await until(() => expect(calm.taken[1]?.tags.length).toBeGreaterThan(4));
    await change({ key: 'another-key' });
    await until(() => expect(calm.taken[2]?.tags.length).toBeGreaterThan(4));
    expect(calm.asked.at(-1)?.streamKey).toBe('another-key');
    expect(eager.taken).toHaveLength(1);

    // A server that refuses is told with its words, and when it is asked again.
    const strict = await aFarServer({ refusal: () => 'No such stream.' });
    const panel = windowOf(owner);
    const heard: string[] = [];
    panel.on('broadcast:changed', () => heard.push('changed'));
    await connected(panel);
    panel.emit('broadcast:follow', { slug });
    await until(() => expect(membersOf(`broadcast:${id}`)).toHaveLength(1));
    await add('strict', strict.url);
    // It was added; then, some time later, all that came of it.
    await until(() => expect(heard.length).toBeGreaterThan(1));
    await until(async () => expect((await outputOf('strict'))?.state).toBe('refused'));
    const refused = await outputOf('strict');
    expect(refused?.reason).toEqual({ code: 'refused', said: 'No such stream.' });
    expect(refused?.nextTryAt && refused.nextTryAt > (refused.since ?? '')).toBe(true);

    // Back to our own door is never allowed, not even here.
    const body = { name: 'loop', url: `rtmp://127.0.0.1:${port}/live`, key: streamKey };
    expect(await refusal(liveContract.addOutput, { ...given, body })).toMatchObject({
      code: 'OUTPUT_ADDRESS_REFUSED',
    });

    // What is removed is left, and the end is the end everywhere.
    await call(liveContract.removeOutput, { as: owner, params });
    await until(() => expect(calm.taken[2]?.isOver).toBe(true));
    expect(eager.taken[0]?.isOver).toBe(false);
    const ended = await call(liveContract.stopBroadcast, given);
    await until(() => expect(eager.taken[0]?.isOver).toBe(true));
    expect(ended.outputs.map(({ name, state }) => [name, state])).toEqual([
      ['eager', 'waiting'],
      ['strict', 'waiting'],
    ]);
  });
});
