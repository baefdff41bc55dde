import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LiveEngine } from '#server/live/engine/live-engine.ts';
import { startLoneEngine } from './lone-engine.ts';
import { openScreen, prepareObs, type Screen } from './obs.ts';
import { firstPair } from './rtmps-certificates.ts';

const run = promisify(execFile);

/** What was seen of one encoder; `fault` null: everything that was wanted. */
export type Outcome = { name: string; liveAfterMs: number; decoded: string; fault: string | null };

type Addresses = { plain: string; secure: string };
type Program = {
  name: string;
  command: (to: Addresses, at: Place) => string[] | Promise<string[]>;
  /** What it prints when its key is not known; undefined: it is not asked. */
  refusedWith?: RegExp;
  /** It asks its user what to do when its key is not known, rather than to leave. */
  asks?: boolean;
  /** What ends it; SIGINT else. */
  endedBy?: NodeJS.Signals;
};
/** Where a program can keep its settings and open its windows. */
type Place = { folder: string; screen: Screen };

const size = { width: 640, height: 360 };
const rate = 25;
const wantedSegments = 3;

/** ffmpeg as the product's page proposes it. */
const ffmpeg = (address: string): string[] => [
  ...['ffmpeg', '-hide_banner', '-nostdin', '-loglevel', 'error'],
  ...['-re', '-f', 'lavfi', '-i', `testsrc2=size=${size.width}x${size.height}:rate=${rate}`],
  ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-bf', '2'],
  ...['-sc_threshold', '0', '-b:v', '800k', '-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
  ...['-f', 'flv', address],
];

const gstreamer = (sink: string): string[] => [
  ...['gst-launch-1.0', '-e', 'flvmux', 'name=mux', 'streamable=true', '!', ...sink.split(' ')],
  ...['videotestsrc', 'is-live=true', '!'],
  ...[`video/x-raw,width=${size.width},height=${size.height},framerate=${rate}/1`, '!'],
  ...[
    'x264enc',
    'speed-preset=ultrafast',
    'tune=zerolatency',
    'key-int-max=50',
    'bitrate=800',
    '!',
  ],
  ...['h264parse', '!', 'queue', '!', 'mux.', 'audiotestsrc', 'is-live=true', '!'],
  ...['audio/x-raw,rate=48000,channels=2', '!', 'voaacenc', 'bitrate=96000', '!'],
  ...['aacparse', '!', 'queue', '!', 'mux.'],
];

const programs: Program[] = [
  {
    name: 'ffmpeg',
    command: ({ plain }) => ffmpeg(plain),
    refusedWith: /This stream key is not known\./,
  },
  { name: 'ffmpeg, RTMPS', command: ({ secure }) => ffmpeg(secure) },
  {
    name: 'GStreamer rtmp2sink',
    command: ({ plain }) => gstreamer(`rtmp2sink location=${plain}`),
    refusedWith: /ERROR/,
  },
  {
    name: 'GStreamer rtmp2sink, RTMPS',
    command: ({ secure }) =>
      gstreamer(`rtmp2sink location=${secure} tls-validation-flags=generic-error`),
  },
  {
    name: 'librtmp (GStreamer rtmpsink)',
    command: ({ plain }) => gstreamer(`rtmpsink location=${plain}`),
    refusedWith: /This stream key is not known\./,
  },
  {
    name: 'OBS Studio',
    command: ({ plain }, { folder, screen }) => {
      const [server = '', key = ''] = plain.split(/\/(?=[^/]+$)/);
      return prepareObs(folder, screen, { server, key, ...size });
    },
    refusedWith: /NetStream\.Publish\.BadName \(This stream key is not known\.\)/,
    asks: true,
    endedBy: 'SIGTERM',
  },
];

/** The engine alone, with a memory for storage, and each encoder in turn against it. */
export async function tryEncoders(tell: (outcome: Outcome) => void): Promise<boolean> {
  const starts = new Set<string>();
  const ends = new Map<string, number>();
  const engine = await startLoneEngine({
    rtmp: { port: 0, secure: { port: 0, certificate: pem() } },
    settings: { handoverMs: 1_500 },
    eventsOf: (id) => ({
      started: () => void starts.add(id),
      ended: ({ recording }) => void ends.set(id, recording?.seconds ?? 0),
    }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'platea-encoders-'));
  const screen = await openScreen();
  let isGood = true;
  for (const [index, program] of programs.entries()) {
    const id = `show${index}`;
    const outcome = await tryOne({ engine, program, id, folder, screen, starts, ends });
    isGood &&= outcome.fault === null;
    tell(outcome);
  }
  await engine.stop();
  screen.close();
  await rm(folder, { recursive: true });
  return isGood;
}

const pem = () => ({ cert: firstPair.certificate, key: firstPair.key });

type Attempt = {
  engine: LiveEngine;
  program: Program;
  id: string;
  folder: string;
  screen: Screen;
  starts: Set<string>;
  ends: Map<string, number>;
};

async function tryOne(attempt: Attempt): Promise<Outcome> {
  const { engine, program, id, starts, ends } = attempt;
  const outcome: Outcome = { name: program.name, liveAfterMs: 0, decoded: '', fault: null };
  const encoder = start(await program.command(addressesOf(engine, `${id}-main`), attempt));
  const began = performance.now();
  try {
    await until('it goes live', encoder, () => starts.has(id));
    outcome.liveAfterMs = Math.round(performance.now() - began);
    const renditions = () => engine.find(id)?.renditions ?? [];
    await until(`all renditions have ${wantedSegments} segments`, encoder, () =>
      renditions().every(({ segments }) => segments.length >= wantedSegments),
    );
    outcome.decoded = await decodeAll(attempt);
    encoder.child.kill(program.endedBy ?? 'SIGINT');
    await until('its leaving is noticed', null, () => engine.find(id)?.isFed === false);
    await engine.end(id, 'stopped');
    if ((ends.get(id) ?? 0) < 2 * wantedSegments) throw new Error('the recording is too short');
    await tryRefusal(attempt);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    outcome.fault = `${why}\n${encoder.said()}`.trim();
  } finally {
    encoder.child.kill('SIGKILL');
    await engine.end(id, 'stopped');
  }
  return outcome;
}

function addressesOf({ port, securePort }: LiveEngine, key: string): Addresses {
  return {
    plain: `rtmp://127.0.0.1:${port}/live/${key}`,
    secure: `rtmps://127.0.0.1:${securePort}/live/${key}`,
  };
}

/** The same encoder with a key that nobody knows: it gives up, and says why as well as it can. */
async function tryRefusal(attempt: Attempt): Promise<void> {
  const { engine, program } = attempt;
  const { refusedWith, asks } = program;
  if (!refusedWith) return;
  // librtmp shows what it hears by way of GStreamer's log.
  const env = { GST_DEBUG: 'rtmp:5', GST_DEBUG_NO_COLOR: '1' };
  const encoder = start(await program.command(addressesOf(engine, 'bad'), attempt), env);
  const said = () => refusedWith.test(encoder.said());
  const gaveUp = asks
    ? until('it says why', encoder, said).then(() => true)
    : Promise.race([encoder.gone.then(() => true), pause(10_000, false)]);
  const isOver = await gaveUp.finally(() => encoder.child.kill('SIGKILL'));
  if (!isOver) throw new Error('it stays although its key is not known');
  if (!said()) throw new Error('it does not say why it was refused');
}

type Started = { child: ChildProcess; gone: Promise<unknown>; said: () => string };

function start([name = '', ...given]: string[], more: Record<string, string> = {}): Started {
  const env = { ...process.env, ...more };
  const child = spawn(name, given, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-8_000);
    });
  }
  return { child, gone: once(child, 'close'), said: () => said };
}

async function until(what: string, encoder: Started | null, holds: () => boolean): Promise<void> {
  const began = performance.now();
  while (!holds()) {
    const isGone =
      encoder && (encoder.child.exitCode !== null || encoder.child.signalCode !== null);
    if (isGone) throw new Error(`the encoder ended before ${what}:`);
    if (performance.now() - began > 40_000) throw new Error(`waited in vain until ${what}`);
    await pause(50);
  }
}

/** Decodes what is closed of each rendition; throws when ffprobe warns of anything. */
async function decodeAll({ engine, id, folder }: Attempt): Promise<string> {
  const found: string[] = [];
  for (const { name, segments, maps } of engine.find(id)?.renditions ?? []) {
    const closed = segments.slice(0, wantedSegments);
    const file = join(folder, `${id}-${name}.mp4`);
    const parts = [maps.get(closed[0]?.mapName ?? ''), ...closed.map(({ bytes }) => bytes)];
    await writeFile(file, Buffer.concat(parts.flatMap((part) => part ?? [])));
    const shown = 'stream=codec_name,width,height,nb_read_frames';
    const { stdout, stderr } = await run('ffprobe', [
      ...['-v', 'warning', '-count_frames', '-show_entries', shown, '-of', 'json', file],
    ]);
    if (stderr) throw new Error(`${name}: ${stderr}`);
    const { streams } = JSON.parse(stdout) as { streams: Record<string, string | number>[] };
    const [picture, sound] = streams;
    const seconds = closed.reduce((sum, segment) => sum + segment.seconds, 0);
    const missing = Math.round(seconds * rate) - Number(picture?.nb_read_frames);
    if (Math.abs(missing) > 1) throw new Error(`${name}: ${missing} pictures are missing`);
    if (sound?.codec_name !== 'aac') throw new Error(`${name}: there is no sound`);
    found.push(`${picture?.width}x${picture?.height} ${picture?.nb_read_frames} frames`);
  }
  return found.join(', ');
}
