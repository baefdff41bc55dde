import { fork } from 'node:child_process';
import { freePort } from '#test/free-port.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import { report } from './kit.ts';
import { renditionOf, renditionsOf, seatCrowd, setLiveStage, usageOf } from './live-stage.ts';

// A thousand low-latency viewers of one show, a view and a signature each, on this machine together
// with the encoder and themselves. Their lines carry 360 lines of picture. Twin: a bare server that
// answers as many requests of the same sizes without waiting for anything.
const viewers = 1000;
const seconds = 30;

const stage = await setLiveStage({ LIVE_LADDER: '360' });
const seats = await stage.seats(viewers);
const [smallest = ''] = (await renditionsOf(seats[0] ?? '')).slice(-1);
const before = usageOf(stage.product.process.pid);
const from = performance.now();
const crowd = seatCrowd({ urls: seats.map((one) => renditionOf(one, smallest)), seconds });
const seen = await crowd.gone;
const after = usageOf(stage.product.process.pid);
const wall = (performance.now() - from) / 1000;
const cores = (after.cpu - before.cpu) / wall;
const perSecond = Math.round((seen.playlists + seen.parts) / wall);
console.log(
  `${viewers} viewers: ${seen.playlists} playlists, ${seen.parts} parts, ${seen.failed} failed ${JSON.stringify(seen.failures)}`,
);
console.log(`${perSecond} requests/s, ${Math.round((seen.bytes * 8) / wall / 1e6)} Mbit/s`);
console.log(
  `origin: ${cores.toFixed(2)} cores for ${viewers} viewers, ${Math.round(after.memory)} MB`,
);
await stage.close();

const twinPort = await freePort();
const twin = fork('bench/twins/parts.ts', { env: { ...process.env, PORT: String(twinPort) } });
await untilAnswers(`http://127.0.0.1:${twinPort}/live/index.m3u8`, twin);
const bareBefore = usageOf(twin.pid);
const bareFrom = performance.now();
const urls = seats.map(() => `http://127.0.0.1:${twinPort}/live/index.m3u8`);
const bareSeen = await seatCrowd({ urls, seconds }).gone;
const bareWall = (performance.now() - bareFrom) / 1000;
const bareCores = (usageOf(twin.pid).cpu - bareBefore.cpu) / bareWall;
console.log(
  `bare: ${Math.round((bareSeen.playlists + bareSeen.parts) / bareWall)} requests/s, ${bareCores.toFixed(2)} cores, ${bareSeen.failed} failed`,
);
await ended(twin, 'SIGTERM');
report({
  name: 'live-crowd',
  value: Math.round(cores * 100) / 100,
  unit: `cores of the origin per ${viewers} viewers (${seen.failed} failed)`,
  twin: Math.round(bareCores * 100) / 100,
});
process.exit(0);
