import type { Page } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';
import { filmClock, sendFilm } from './filmed-camera.ts';
import { percentile, report } from './kit.ts';
import { setLiveStage } from './live-stage.ts';
import { recordedClip, servePlayer } from './plain-player.ts';

// From opening a page with hls.js to the first picture of a live show on it; ten times each. The
// scripts are in the browser's store, as for whoever has been here before. Twin: a recording of the
// same camera from ffmpeg's own HLS, all of which is there already.
const times = 10;

/** Milliseconds from the navigation to the first picture that was put on the screen. */
async function firstPicture(screen: Page, url: string): Promise<number> {
  await screen.goto(url, { waitUntil: 'commit' });
  return screen.evaluate<number>(
    `new Promise((done) => { const look = () => { const video = document.querySelector('video');
       if (!video) return setTimeout(look, 1);
       video.requestVideoFrameCallback((now) => done(now)); }; look(); })`,
  );
}

async function measure(screen: Page, url: string): Promise<number[]> {
  await firstPicture(screen, url);
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) found.push(await firstPicture(screen, url));
  return found;
}

const browser = await openBrowser();
const film = await filmClock();
const stage = await setLiveStage({ LIVE_LADDER: '360' }, (door) => sendFilm(film, door));
const [master = ''] = await stage.seats(1);
const player = await servePlayer({ source: master });
const ours = await measure(await browser.newPage(), player.url);
await player.close();
await stage.close();

const folder = recordedClip();
const plain = await servePlayer({ source: '/hls/clip.m3u8', folder: folder.path, live: false });
const bare = await measure(await browser.newPage(), plain.url);
await plain.close();
folder.remove();
await browser.close();

const [us, twin] = [ours, bare].map((found) => Math.round(percentile(found, 0.5)));
console.log(
  `ours: p50 ${us} ms, p95 ${Math.round(percentile(ours, 0.95))} ms; twin: p50 ${twin} ms`,
);
report({ name: 'join', value: us ?? 0, unit: 'ms to the first picture', twin: twin ?? 1 });
process.exit(0);
