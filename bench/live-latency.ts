import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { clockCamera, readDelay } from '#test/clock-camera.ts';
import { freePort } from '#test/free-port.ts';
import { ended } from '#test/running-product.ts';
import { openBrowser } from '../e2e/browser.ts';
import { filmClock, loopMs, sendFilm } from './filmed-camera.ts';
import { percentile, report } from './kit.ts';
import { renditionOf, renditionsOf, seatCrowd, setLiveStage } from './live-stage.ts';
import { servePlayer } from './plain-player.ts';

// From the camera to the screen, with four renditions and two hundred other viewers: the picture
// carries the time at which it was taken, chromium plays it by our player's source, the time is read
// off the screen. Camera and viewers would be other machines; here the camera is filmed beforehand.
// Twin: ffmpeg's own HLS of one picture, with segments of one second and nobody else.
const viewers = Number(process.env.LIVE_VIEWERS ?? 200);
// How long the show has lasted when the figure is taken.
const minutes = Number(process.env.LIVE_MINUTES ?? 0);

const figures = (delays: number[]) => ({
  p50: Math.round(percentile(delays, 0.5)),
  p95: Math.round(percentile(delays, 0.95)),
});

/** Waits until the first picture of the camera is on the screen. */
async function untilPicture(screen: Page): Promise<void> {
  const from = performance.now();
  while ((await screen.evaluate(readDelay)) === null) {
    if (performance.now() - from > 40_000) throw new Error('no picture within 40 s');
    await pause(100);
  }
}

/** Opens the page and gives its player 25 seconds to catch up. */
async function openPlayer(screen: Page, url: string): Promise<void> {
  await screen.goto(url);
  await untilPicture(screen);
  await pause(25_000);
}

/** Reads the delay four times a second for twenty seconds. */
async function look(screen: Page, delayOf = (read: number) => read): Promise<number[]> {
  const from = performance.now();
  const delays: number[] = [];
  while (performance.now() - from < 20_000) {
    const delay = await screen.evaluate<number | null>(readDelay);
    if (delay !== null) delays.push(delayOf(delay));
    await pause(250);
  }
  return delays;
}

/** Lets the page play on, and tells how often its picture stood still meanwhile. */
async function playOn(screen: Page, forMinutes: number): Promise<string> {
  await screen.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const from = { played: video.currentTime, at: performance.now(), stalls: 0 };
    video.addEventListener('waiting', () => {
      from.stalls += 1;
    });
    Object.assign(window, { sincePlayed: from });
  });
  await pause(forMinutes * 60_000);
  return screen.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const { sincePlayed: from } = window as unknown as {
      sincePlayed: { played: number; at: number; stalls: number };
    };
    const drift = (performance.now() - from.at) / 1000 - (video.currentTime - from.played);
    const { droppedVideoFrames, totalVideoFrames } = video.getVideoPlaybackQuality();
    return `${from.stalls} stalls, drift ${drift.toFixed(2)} s, ${droppedVideoFrames} of ${totalVideoFrames} pictures dropped`;
  });
}

async function ours(screen: Page): Promise<number[]> {
  const film = await filmClock();
  const stage = await setLiveStage({ LIVE_LADDER: '720,540,360' }, (door) => sendFilm(film, door));
  const [master = '', ...others] = await stage.seats(viewers + 1);
  const names = await renditionsOf(master);
  console.log(`renditions: ${names.join(', ')}; ${viewers} other viewers`);
  const urls = others.map((one, index) => renditionOf(one, names[index % names.length] ?? ''));
  const crowd = seatCrowd({ urls, seconds: 50 + minutes * 60 });
  const player = await servePlayer({ source: master });
  // A picture carries its place in the loop: which round it is follows, since no delay is as long.
  const delayOf = (read: number) => (read - stage.camera.startedAt) % loopMs;
  await openPlayer(screen, player.url);
  let delays = await look(screen, delayOf);
  if (minutes > 0) {
    const { p50, p95 } = figures(delays);
    const told = await playOn(screen, minutes);
    console.log(`at first: p50 ${p50} ms, p95 ${p95} ms; ${minutes} minutes later: ${told}`);
    delays = await look(screen, delayOf);
  }
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
  await pause(1000);
  const camera = clockCamera(`rtmp://127.0.0.1:${port}/live/key`, { keyframeSeconds: 1 });
  await pause(6000);
  const player = await servePlayer({ source: '/hls/live.m3u8', folder });
  await openPlayer(screen, player.url);
  const delays = await look(screen);
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
const [us, bare] = [figures(first), figures(second)];
console.log(`ours: p50 ${us.p50} ms, p95 ${us.p95} ms behind the camera (${first.length} looks)`);
console.log(`twin: p50 ${bare.p50} ms, p95 ${bare.p95} ms`);
report({ name: 'live-latency', value: us.p50, unit: 'ms p50', twin: bare.p50 });
process.exit(0);
