import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { filmClock, sendFilm } from './filmed-camera.ts';
import { report } from './kit.ts';
import { renditionOf, renditionsOf, seatCrowd, setLiveStage, usageOf } from './live-stage.ts';

// A long show before five hundred viewers: memory and open files must stay where they are. Minutes
// by SOAK_MINUTES (30). Twin: the same process after its first two minutes.
const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const viewers = 500;

const film = await filmClock();
const stage = await setLiveStage({ LIVE_LADDER: '360' }, (door) => sendFilm(film, door));
const { pid } = stage.product.process;
const seats = await stage.seats(viewers);
const [smallest = ''] = (await renditionsOf(seats[0] ?? '')).slice(-1);
const urls = seats.map((one) => renditionOf(one, smallest));
const crowd = seatCrowd({ urls, seconds: minutes * 60 });

const look = () => ({ ...usageOf(pid), open: readdirSync(`/proc/${pid}/fd`).length });
await pause(120_000);
const early = look();
let late = early;
for (let minute = 3; minute <= minutes; minute += 1) {
  await pause(58_000);
  late = look();
  console.log(`minute ${minute}: ${Math.round(late.memory)} MB, ${late.open} files open`);
}
const seen = await crowd.gone;
const after = look();
console.log(
  `${seen.playlists + seen.parts} requests, ${seen.failed} failed; files open: ${early.open} → ${late.open} → ${after.open} when they have gone`,
);
await stage.close();
report({
  name: 'soak',
  value: Math.round(late.memory),
  unit: `MB after ${minutes} minutes (${seen.failed} requests failed)`,
  twin: Math.round(early.memory),
});
process.exit(0);
