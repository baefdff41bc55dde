import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import Fastify from 'fastify';
import type { Page } from 'playwright-core';
import { clockCamera, readDelay } from '#test/clock-camera.ts';
import { people, shows } from '#test/rows.ts';
import { ended, freePort } from '#test/running-product.ts';
import { openBrowser } from '../e2e/browser.ts';
import { percentile, report } from './kit.ts';
import { setStage } from './stage.ts';

// From the camera to the screen: the picture carries the time at which it was taken, chromium
// plays it, the time is read off the screen. Twin: ffmpeg's own HLS with segments of one second.
const page = (source: string) =>
  `<!doctype html><video muted autoplay playsinline></video><script src="/hls.js"></script><script>
  const hls = new Hls({ lowLatencyMode: true }); hls.loadSource(${JSON.stringify(source)});
  hls.attachMedia(document.querySelector('video'));
  const video = document.querySelector('video'); setInterval(() => video.play().catch(() => {}), 500);</script>`;

async function servePlayer(options: {
  source: string;
  folder?: string;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const app = Fastify();
  const hls = readFileSync('node_modules/hls.js/dist/hls.min.js');
  app.get('/hls.js', (_request, reply) => reply.type('text/javascript').send(hls));
  app.get('/', (_request, reply) => reply.type('text/html').send(page(options.source)));
  if (options.folder)
    await app.register(serveStatic, { root: options.folder, prefix: '/hls/', cacheControl: false });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => app.close() };
}

/** Waits until the first picture of the camera is on the screen. */
async function untilPicture(screen: Page): Promise<void> {
  const from = performance.now();
  while ((await screen.evaluate(readDelay)) === null) {
    if (performance.now() - from > 40_000) throw new Error('no picture within 40 s');
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** Reads the delay four times a second for some seconds, after the player has settled. */
async function measure(screen: Page, url: string): Promise<number[]> {
  await screen.goto(url);
  await untilPicture(screen);
  const from = performance.now();
  const delays: number[] = [];
  while (performance.now() - from < 20_000) {
    const delay = await screen.evaluate<number | null>(readDelay);
    if (delay !== null && performance.now() - from > 6000) delays.push(delay);
    await new Promise((next) => setTimeout(next, 250));
  }
  return delays;
}

async function ours(screen: Page): Promise<number[]> {
  let slug = '';
  const stage = await setStage(async (pool) => {
    await people(pool, 1, '{USER,ADMIN}');
    [slug = ''] = await shows(pool, { count: 1 });
  });
  const [token = ''] = await people(stage.pool, 1, '{USER,ADMIN}');
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(stage.product.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  };
  const broadcast = await ask(`/api/desk/products/${slug}/broadcast`);
  const camera = clockCamera(
    `rtmp://127.0.0.1:${stage.product.rtmpPort}/live/${broadcast.streamKey}`,
  );
  let source = '';
  for (let tries = 0; tries < 60 && !source; tries += 1) {
    const playback = (await ask(`/api/products/${slug}/playback`, 'POST')) as {
      media?: { url?: string } | null;
    };
    source = playback.media?.url ?? '';
    if (!source) await new Promise((next) => setTimeout(next, 500));
  }
  const player = await servePlayer({ source: stage.product.url + source });
  const delays = await measure(screen, player.url);
  await player.close();
  await camera.stop();
  await stage.close();
  return delays;
}

async function twin(screen: Page): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platea-hls-'));
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const packager = spawn(
    'ffmpeg',
    [
      ...[
        '-hide_banner',
        '-loglevel',
        'error',
        '-listen',
        '1',
        '-i',
        `rtmp://127.0.0.1:${port}/live/key`,
      ],
      ...[
        '-c',
        'copy',
        '-f',
        'hls',
        '-hls_time',
        '1',
        '-hls_list_size',
        '8',
        join(folder, 'live.m3u8'),
      ],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await new Promise((next) => setTimeout(next, 1000));
  const camera = clockCamera(`rtmp://127.0.0.1:${port}/live/key`, { keyframeSeconds: 1 });
  await new Promise((next) => setTimeout(next, 6000));
  const player = await servePlayer({ source: '/hls/live.m3u8', folder });
  const delays = await measure(screen, player.url);
  await player.close();
  await camera.stop();
  await ended(packager, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  return delays;
}

const browser = await openBrowser();
const first = await ours(await browser.newPage());
const second = await twin(await browser.newPage());
await browser.close();
const figures = (delays: number[]) => ({
  p50: Math.round(percentile(delays, 0.5)),
  p95: Math.round(percentile(delays, 0.95)),
});
const [us, bare] = [figures(first), figures(second)];
console.log(`ours: p50 ${us.p50} ms, p95 ${us.p95} ms behind the camera (${first.length} looks)`);
console.log(`twin: p50 ${bare.p50} ms, p95 ${bare.p95} ms`);
report({ name: 'live-latency', value: us.p50, unit: 'ms p50', twin: bare.p50 });
process.exit(0);
