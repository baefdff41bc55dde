/**
 * How long an uploaded film takes until all its sizes are there, against plain ffmpeg that makes the
 * same files with the same settings: the picture copied, and three sizes below it from one decoding.
 * The twin writes its segments by itself, so the ratio is what the engine costs: looking at the file,
 * cutting, measuring, storing, niceness and limits. Still and storyboard are extra work, and are not
 * counted; both sides take turns, and the median of three counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyArguments, ladderArguments } from '#server/media/encoding/encode-arguments.rules.ts';
import { type AssetStep, encodeAsset, inspectMedia } from '#server/media/encoding/index.ts';
import { inspectSource } from '#server/media/encoding/inspect-media.ts';
import { chooseLadder } from '#server/media/encoding/ladder.rules.ts';
import { threads } from '#server/media/encoding/run-ffmpeg.ts';
import { folderSink } from '#test/made-media.ts';
import { percentile, report, untilQuiet } from './kit.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'platea-vod-'));
const source = join(folder, 'source.mp4');

/** As nice to others as ours is: what counts is the work. */
function ffmpeg(args: string[]): void {
  const { status, stderr } = spawnSync('nice', ['-n', '10', 'ffmpeg', ...args], {
    encoding: 'utf8',
    cwd: folder,
  });
  if (status !== 0) throw new Error(stderr);
}

function makeSource(): void {
  ffmpeg([
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=25,noise=alls=12:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(seconds)],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '6M', '-pix_fmt', 'yuv420p', '-g', '50'],
    ...['-c:a', 'aac', '-b:a', '128k', source],
  ]);
}

/** The same command lines with the same limits on threads, but whole files in the place of pipes, and ffmpeg's own list of segments. */
async function runTwin(): Promise<number> {
  const facts = await inspectSource(source);
  const options = { path: source, source: facts, threads, hasToneMapping: false };
  const rungs = chooseLadder(facts.video ?? { width: 0, height: 0, frameRate: 25 }, {
    bandwidth: 6_200_000,
  });
  const cuts = Array.from({ length: Math.ceil(seconds / 4) - 1 }, (_, at) => (at + 1) * 4);
  const startedAt = performance.now();
  for (const args of [copyArguments(options), ladderArguments(options, rungs, cuts)]) {
    ffmpeg(args.map((one) => one.replace(/^pipe:([3-9])$/, `${folder}/twin-$1.mp4`)).concat('-y'));
  }
  return performance.now() - startedAt;
}

/** Milliseconds of the steps that the twin does, too. */
async function runOurs(round: number): Promise<number> {
  const out = join(folder, `asset-${round}`);
  const spent: Partial<Record<AssetStep, number>> = {};
  let latest: { step: AssetStep; at: number } | null = null;
  const startedAt = performance.now();
  const facts = await inspectMedia(source);
  const inspected = performance.now() - startedAt;
  await encodeAsset({
    path: source,
    facts,
    scratch: join(folder, 'scratch'),
    limits: { seconds: 900, memoryBytes: 3 * 1024 ** 3, outputBytes: 4 * 1024 ** 3 },
    signal: new AbortController().signal,
    sink: folderSink(out),
    report: {
      playable: () => undefined,
      progress: (_share, step) => {
        const now = performance.now();
        if (latest?.step !== step) latest = { step, at: now };
        spent[step] = now - latest.at;
      },
    },
  });
  return inspected + (spent.first ?? 0) + (spent.ladder ?? 0);
}

try {
  makeSource();
  if (process.env.BENCH_BUSY !== 'yes') await untilQuiet();
  const ours: number[] = [];
  const twin: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await runOurs(round));
    twin.push(await runTwin());
    console.log(
      `round ${round + 1}: ours ${ours.at(-1)?.toFixed(0)} ms, plain ${twin.at(-1)?.toFixed(0)} ms`,
    );
  }
  report({
    name: 'vod',
    value: Math.round(percentile(ours, 0.5)),
    unit: `ms for ${seconds} s of 1080p`,
    twin: Math.round(percentile(twin, 0.5)),
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
