import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AssetSink,
  type EncodingJob,
  type EncodingReport,
  encodeAsset,
  inspectMedia,
} from '#server/media/encoding/index.ts';

const run = promisify(execFile);

/** A folder of its own for the files of one test file. */
export function mediaFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'platea-media-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Sources for ffmpeg: a moving picture and a tone. */
export const moving = (size = '320x180', rate: number | string = 25): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`],
];
export const tone = (rate = 48_000): string[] => [
  ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${rate}`],
];
/** H.264 with a keyframe every `keyframes` pictures. */
export const h264 = (keyframes = 50, more: string[] = []): string[] => [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...more],
  ...['-g', String(keyframes), '-keyint_min', String(keyframes), '-sc_threshold', '0'],
];
export const aac = (channels = 2): string[] => ['-c:a', 'aac', '-b:a', '64k', '-ac', `${channels}`];

/** Writes a file with ffmpeg and answers its path. */
export async function makeMedia(file: string, ...parts: (string | string[])[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...parts.flat(), file]);
  return file;
}

/** What ffprobe says of a file or playlist, and what it complained about. */
export async function probeMedia(
  path: string,
  ...asked: string[]
): Promise<{ said: Record<string, unknown>; complaints: string }> {
  const { stdout, stderr } = await run(
    'ffprobe',
    ['-v', 'warning', '-of', 'json', ...asked, path],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return { said: JSON.parse(stdout) as Record<string, unknown>, complaints: stderr };
}

/** A sink in a folder, and the names in the order in which they came. */
export function folderSink(folder: string): AssetSink & { names: string[] } {
  const names: string[] = [];
  return {
    names,
    async put(name, content) {
      names.push(name);
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    },
    read: (name) => readFile(join(folder, name)).catch(() => null),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

export const silentReport: EncodingReport = {
  progress: () => undefined,
  playable: () => undefined,
};

/** Limits of a job that comes nowhere near them. */
export const wideLimits: EncodingJob['limits'] = {
  seconds: 60,
  memoryBytes: 3 * 1024 ** 3,
  outputBytes: 1024 ** 3,
};

/** Everything that is made of a file, in a folder beside it unless another sink is given. */
export async function encodeBeside(
  path: string,
  { sink, report = silentReport }: { sink?: AssetSink; report?: EncodingReport } = {},
) {
  const out = `${path}.asset`;
  const facts = await inspectMedia(path);
  const asset = await encodeAsset({
    path,
    facts,
    sink: sink ?? folderSink(out),
    scratch: `${path}.scratch`,
    limits: wideLimits,
    signal: new AbortController().signal,
    report,
  });
  return { facts, asset, out };
}
