/** A live show as strict parsers and other people's players see it: see `scripts/conformance.mjs`. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import HLS from 'hls-parser';
import { openShow, type Show } from './show.ts';
import { type Watched, watch } from './watch.ts';
import { fileOf, secondsOf, wholeOf } from './watched.ts';

HLS.setOptions({ strictMode: true });
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const seconds = Number(values.seconds);
/** Players look at the middle of the show: they must be there before it ends. */
const watchedSeconds = Math.max(5, Math.round(seconds / 2));
const rate = 25;

type Verdict = { what: string; isGood: boolean; said: string };
type Ran = { code: number | string; out: string; err: string };

/** Ends by itself or after so many seconds. */
function execute(program: string, given: string[], endAfter = watchedSeconds + 30): Promise<Ran> {
  const env = { ...process.env, SDL_VIDEODRIVER: 'dummy', SDL_AUDIODRIVER: 'dummy' };
  const options = { env, timeout: endAfter * 1000, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(program, given, options, (error, out, err) => {
      resolve({ code: error ? (error.code ?? 'ended by us') : 0, out, err });
    });
  });
}

/**
 * What is said of every live show of this kind, or of a machine without a screen: ffmpeg 5 reads the
 * head anew after each reload and wonders at finding it twice; a dummy screen has no accelerator.
 */
const known = /Found duplicated MOOV Atom|hardware accelerated renderer/;
/** Where ffplay stands, again and again. */
const clock = /([\d.]+|nan) +(?:A-V|M-V|M-A|:) *:? .*?fd= *(\d+)/;
const complaintsIn = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '' && !known.test(line) && !clock.test(line))
    .join('\n');

const firstOf = (complaints: string): string => complaints.split('\n')[0] || 'no warning';

/** All frames that there were to see in the time, give or take those of the start. */
const enough = watchedSeconds * rate * 0.98;

async function byFfmpeg(master: string, name: string, index: number): Promise<Verdict> {
  const { code, err, out } = await execute('ffmpeg', [
    ...['-hide_banner', '-nostats', '-v', 'repeat+warning', '-i', master],
    ...['-map', `0:v:${index}`, '-map', `0:a:${index}`, '-t', String(watchedSeconds)],
    ...['-f', 'null', '-progress', 'pipe:1', '-'],
  ]);
  const frames = Number([...out.matchAll(/^frame=(\d+)/gm)].at(-1)?.[1] ?? 0);
  const complaints = complaintsIn(err);
  return {
    what: `ffmpeg watches ${name} live`,
    isGood: code === 0 && complaints === '' && frames >= enough,
    said: `${frames} frames in ${watchedSeconds} s; ${firstOf(complaints)}`,
  };
}

/** It never ends by itself: how far its clock has come, and what it dropped, is what it says. */
async function byFfplay(master: string): Promise<Verdict> {
  const given = ['-hide_banner', '-v', 'repeat+warning', '-stats', '-framedrop', master];
  const { err } = await execute('ffplay', given, watchedSeconds);
  const clocks = [...err.matchAll(new RegExp(clock, 'g'))].filter(([, at]) => at !== 'nan');
  const shown = Number(clocks.at(-1)?.[1] ?? 0) - Number(clocks[0]?.[1] ?? 0);
  const dropped = Number(clocks.at(-1)?.[2] ?? 0);
  const complaints = complaintsIn(err);
  return {
    what: 'ffplay watches it live',
    isGood:
      complaints === '' && shown > watchedSeconds * 0.8 && dropped < watchedSeconds * rate * 0.1,
    said: `${shown.toFixed(1)} s in ${watchedSeconds} s, ${dropped} frames dropped; ${firstOf(complaints)}`,
  };
}

/** Ends after so many pictures, shown by the clock: a player that stalls does not get there. */
async function byGstreamer(master: string): Promise<Verdict> {
  const began = performance.now();
  const sink = (buffers: number) => `fakesink sync=true num-buffers=${Math.floor(buffers)}`;
  const frames = watchedSeconds * rate;
  const { code, err } = await execute('gst-launch-1.0', [
    ...['-q', 'playbin3', `uri=${master}`, `video-sink=${sink(frames)}`],
    `audio-sink=${sink((watchedSeconds * 48_000) / 1024)}`,
  ]);
  const took = (performance.now() - began) / 1000;
  const complaints = complaintsIn(err);
  return {
    what: 'GStreamer (hlsdemux2) watches it live',
    isGood: code === 0 && complaints === '' && took < watchedSeconds + 10,
    said: `${frames} frames in ${took.toFixed(1)} s, ended with ${code}; ${firstOf(complaints)}`,
  };
}

function byParser(player: Watched, name: string): Verdict {
  const faults = player.seen.flatMap(({ list, delta }) =>
    [list.text, delta].flatMap((text) => {
      try {
        HLS.parse(text);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    }),
  );
  const said = [...faults, ...player.failures];
  return {
    what: `hls-parser reads every playlist of ${name} strictly`,
    isGood: said.length === 0 && player.seen.length > seconds * 2,
    said: `${player.seen.length * 2} playlists; ${said[0] ?? 'no fault'}`,
  };
}

async function byFfprobe(player: Watched, name: string, folder: string): Promise<Verdict> {
  const segments = wholeOf(player);
  const file = join(folder, `${name}.mp4`);
  const pieces = [segments[0]?.map ?? null, ...segments.map(({ uri }) => uri)];
  await writeFile(file, Buffer.concat(pieces.map((piece) => fileOf(player, piece))));
  const { code, out, err } = await execute('ffprobe', [
    ...['-v', 'warning', '-count_frames', '-select_streams', 'v'],
    ...['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', file],
  ]);
  const length = segments.reduce((sum, segment) => sum + secondsOf(player, segment), 0);
  const frames = Number.parseInt(out, 10);
  const complaints = complaintsIn(err);
  return {
    what: `ffprobe reads all of ${name}`,
    isGood:
      code === 0 && err === '' && Math.abs(frames - length * rate) < 1 && length > seconds / 2,
    said: `${frames} frames in ${length.toFixed(2)} s; ${firstOf(complaints)}`,
  };
}

async function judge(show: Show): Promise<Verdict[]> {
  const { names, base } = show;
  const master = `${base}/master.m3u8`;
  const watching = names.map((name) =>
    watch(show.url(name), ({ seen }) => !!seen.at(-1)?.list.isEnded),
  );
  // A player begins three target durations from the edge: so much must be there.
  await pause(14_000);
  const players = Promise.all([
    ...names.map((name, index) => byFfmpeg(master, name, index)),
    byFfplay(master),
    byGstreamer(master),
  ]);
  const verdicts = await players;
  await pause(Math.max(0, (seconds - watchedSeconds - 14) * 1000));
  await show.engine.end('show', 'stopped');
  const seen = await Promise.all(watching);
  const folder = await mkdtemp(join(tmpdir(), 'platea-conformance-'));
  try {
    for (const [index, name] of names.entries()) {
      const player = seen[index];
      if (player) verdicts.push(byParser(player, name), await byFfprobe(player, name, folder));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return verdicts;
}

const show = await openShow([360, 180], { size: '640x360', rate });
try {
  const verdicts = await judge(show);
  const width = Math.max(...verdicts.map(({ what }) => what.length));
  for (const { what, isGood, said } of verdicts)
    console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${what.padEnd(width)}  ${said}`);
  process.exitCode = verdicts.every(({ isGood }) => isGood) ? 0 : 1;
} finally {
  await show.close();
}
