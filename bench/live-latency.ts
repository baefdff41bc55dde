import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { clockCamera, readDelay } from '#test/clock-camera.ts';
import { ended, freePort } from '#test/running-product.ts';
import { openBrowser } from '../e2e/browser.ts';
import { filmClock, loopMs, sendFilm } from './filmed-camera.ts';
import { percentile, report } from './kit.ts';
import { renditionOf, renditionsOf, seatCrowd, setLiveStage } from './live-stage.ts';
import { servePlayer } from './plain-player.ts';

// From the camera to the screen, with four renditions and two hundred other viewers: the picture
// carries the time at which it was taken, chromium plays it by our player's source, the time is read
// off the screen. Camera and viewers would be other machines; here the camera is filmed beforehand.
// Twin: ffmpeg's own HLS of one picture, with segments of one second and nobody else.
const viewers = 200;
/** Waits until the first picture of the camera is on the screen. */
async function untilPicture(screen: Page): Promise<void> {
  const from = performance.now();
  while ((await screen.evaluate(readDelay)) === null) {
    if (performance.now() - from > 40_000) throw new Error('no picture within 40 s');
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** Reads the delay four times a second for twenty seconds, after the player has caught up. */
async function measure(
  screen: Page,
  url: string,
  delayOf = (read: number) => read,
): Promise<number[]> {
  await screen.goto(url);
  await untilPicture(screen);
  const from = performance.now();
  const delays: number[] = [];
  while (performance.now() - from < 45_000) {
    const delay = await screen.evaluate<number | null>(readDelay);
    if (delay !== null && performance.now() - from > 25_000) delays.push(delayOf(delay));
    await new Promise((next) => setTimeout(next, 250));
  }
  return delays;
}

async function ours(screen: Page): Promise<number[]> {
  const film = await filmClock();
  const stage = await setLiveStage({ LIVE_LADDER: '720,540,360' }, (door) => sendFilm(film, door));
  const [master = '', ...others] = await stage.seats(viewers + 1);
  const names = await renditionsOf(master);
  console.log(`renditions: ${names.join(', ')}; ${viewers} other viewers`);
  const urls = others.map((one, index) => renditionOf(one, names[index % names.length] ?? ''));
  const crowd = seatCrowd({ urls, seconds: 70 });
  const player = await servePlayer({ source: master });
  // A picture carries its place in the loop: which round it is follows, since no delay is as long.
  const delays = await measure(
    screen,
    player.url,
    (read) => (read - stage.camera.startedAt) % loopMs,
  );
  const { failed, playlists, parts } = await crowd.gone;
  console.log(`others: ${playlists} playlists, ${parts} parts, ${failed} failed`);
  await player.close();
  await stage.close();
  return delays;
}

async function twin(screen: Page): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platea-hls-'));
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
