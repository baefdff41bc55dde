import { setTimeout as pause } from 'node:timers/promises';
import HLS from 'hls-parser';
import type { LiveEngine } from '#server/live/engine/live-engine.ts';
import { type Encoder, type EncoderOptions, startEncoder } from '#test/encoder.ts';
import { startLoneEngine } from '#test/lone-engine.ts';
import { type MediaPlaylist, readMediaPlaylist } from './media-playlist.ts';
import { serveOrigin } from './origin-server.ts';
import { ask } from './watch.ts';

export type Show = Awaited<ReturnType<typeof openShow>>;

/**
 * A show on an engine of its own, by a real encoder and a plain server. The stream key is the name of
 * the broadcast, and everybody is let in. The broadcast `slateless` shows nothing without an encoder.
 */
export async function openShow(
  sides: readonly number[],
  options: EncoderOptions,
  { slateless }: { slateless?: string } = {},
) {
  const engine = await openEngine(sides, slateless);
  const server = await serveOrigin(engine);
  const encoders: Encoder[] = [];
  const encode = (key: string, more: EncoderOptions = {}): Encoder => {
    const url = `rtmp://127.0.0.1:${engine.port}/live/${key}`;
    const encoder = startEncoder(url, { ...options, ...more });
    encoders.push(encoder);
    return encoder;
  };
  const base = `${server.url}/show`;
  const encoder = encode('show');
  const names = await namesOf(`${base}/master.m3u8`);
  const url = (name: string, query = '') => `${base}/${name}/index.m3u8${query}`;
  const current = async (name = names[0] ?? '', query = ''): Promise<MediaPlaylist> => {
    const { status, body } = await ask(url(name, query));
    if (status !== 200) throw new Error(`${name}${query} was answered with ${status}`);
    return readMediaPlaylist(body.toString());
  };
  const close = async () => {
    for (const one of encoders) one.kill();
    await engine.stop();
    await server.stop();
  };
  return { engine, server, base, names, encoder, encode, url, current, close };
}

/** Once it is on air. */
async function namesOf(master: string): Promise<string[]> {
  for (const until = performance.now() + 40_000; performance.now() < until; await pause(50)) {
    const { status, body } = await ask(master);
    if (status !== 200) continue;
    const { variants } = HLS.parse(body.toString()) as HLS.types.MasterPlaylist;
    return variants.map(({ uri }) => uri.split('/')[0] ?? '');
  }
  throw new Error('the show does not go on air');
}

function openEngine(sides: readonly number[], slateless?: string): Promise<LiveEngine> {
  return startLoneEngine({
    settings: { ladder: { cores: 2, sides: [...sides] }, handoverMs: 1_500 },
    ownerOf: async ({ streamKey }) => ({
      ok: true,
      broadcastId: streamKey,
      role: 'main',
      pass: streamKey,
      isLive: false,
    }),
    slateOf: (id) =>
      id === slateless ? new Promise<never>(() => undefined) : Promise.resolve(null),
  });
}
