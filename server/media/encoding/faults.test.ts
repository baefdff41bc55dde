import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  aac,
  folderSink,
  h264,
  makeMedia,
  mediaFolder,
  moving,
  silentReport,
  tone,
  wideLimits,
} from '#test/made-media.ts';
import { type EncodingJob, encodeAsset, inspectMedia, MediaRefused } from './index.ts';
import { ShortOfMemory } from './run-ffmpeg.ts';

const run = promisify(execFile);
const folder = mediaFolder();
const at = (name: string) => join(folder.path, name);
const path = process.env.PATH;
afterAll(() => {
  process.env.PATH = path;
  folder.remove();
});

/** Its ladder is one size, and takes a second or two. */
const long = makeMedia(
  at('long.mp4'),
  [...moving('432x408'), ...tone(), '-t', '14'],
  h264(50, ['-crf', '32']),
  aac(),
);
const short = makeMedia(at('short.mp4'), [...moving(), ...tone(), '-t', '4'], h264(), aac());

async function encode(file: string, name: string, more: Partial<EncodingJob> = {}) {
  return encodeAsset({
    path: file,
    facts: await inspectMedia(file),
    sink: folderSink(at(name)),
    scratch: at(`${name}-scratch`),
    limits: wideLimits,
    signal: new AbortController().signal,
    report: silentReport,
    ...more,
  });
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof MediaRefused ? error.why : error),
  );

/** Programs of ffmpeg that work on files below our folder. */
async function working(): Promise<string[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    numbers.map((number) => readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes('-filter_complex') && line.includes(folder.path));
}

describe('an asset that is called off', () => {
  it('leaves no ffmpeg behind, and an empty scratch folder', async () => {
    const calledOff = new AbortController();
    const work = encode(await long, 'off', {
      signal: calledOff.signal,
      report: {
        ...silentReport,
        progress: (share, step) => {
          if (step === 'ladder' && share > 0.2) calledOff.abort(new Error('called off'));
        },
      },
    });
    await expect(work).rejects.toThrow('called off');
    expect(await working()).toEqual([]);
    expect(await readdir(at('off-scratch'))).toEqual([]);
  });
});

describe('limits', () => {
  it('end what takes too long', async () => {
    const limits = { ...wideLimits, seconds: 1 };
    const sink = folderSink(at('slow'));
    const began = performance.now();
    // However fast the machine is: the rest of the film waits until its time is over.
    const put: typeof sink.put = async (name, content) => {
      await vi.waitUntil(() => performance.now() > began + 1_500, { timeout: 15_000 });
      await sink.put(name, content);
    };
    const slow = encode(await long, 'slow', { limits, sink: { ...sink, put } });
    expect(await refusalOf(slow)).toBe('took_too_long');
    expect(await working()).toEqual([]);
  });

  it('end what makes too much, before it is all made', async () => {
    const limits = { ...wideLimits, outputBytes: 200_000 };
    const sink = folderSink(at('much'));
    expect(await refusalOf(encode(await long, 'much', { limits, sink }))).toBe('too_large');
    expect(sink.names).not.toContain('master.m3u8');
  });

  it('end what needs too much memory, and do not blame the file: the machine may have none', async () => {
    const file = await makeMedia(at('wide.mkv'), [
      ...moving('3840x2160', 25),
      '-t',
      '0.2',
      '-c:v',
      'mjpeg',
    ]);
    const limits = { ...wideLimits, memoryBytes: 400 * 1024 ** 2 };
    expect(await refusalOf(encode(file, 'wide', { limits }))).toBeInstanceOf(ShortOfMemory);
  });

  it('refuse a picture of more pixels than 8K', async () => {
    const file = await makeMedia(at('huge.mkv'), [
      '-f',
      'lavfi',
      '-i',
      'color=size=7700x4400:duration=0.04',
      '-c:v',
      'mjpeg',
    ]);
    expect(await refusalOf(inspectMedia(file))).toBe('too_large');
  });

  it('refuse more than 64 streams, and do not take it for a want of memory', async () => {
    const streams = Array.from({ length: 65 }, () => ['-map', '0:a']).flat();
    const file = await makeMedia(at('many.mkv'), tone(), ['-t', '0.1', ...streams]);
    expect(await refusalOf(inspectMedia(file))).toBe('too_large');
  });
});

describe('a server that is killed', () => {
  it('goes on with the steps that are not whole, and nothing goes on without it', async () => {
    const file = await long;
    const killed = spawn(
      process.execPath,
      ['--input-type=module-typescript', '-e', program(file)],
      {
        cwd: process.cwd(),
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    for await (const said of killed.stdout) if (String(said).includes('ladder')) break;
    const gone = new Promise((resolve) => killed.on('close', resolve));
    killed.kill('SIGKILL');
    await gone;
    await expect.poll(working).toEqual([]);
    await writeFile(join(at('kept-scratch'), 'left'), 'x');
    const sink = folderSink(at('kept'));
    const steps = new Set<string>();
    const asset = await encode(file, 'kept', {
      sink,
      report: { ...silentReport, progress: (share, step) => void (share < 1 && steps.add(step)) },
    });
    expect(asset.renditions.map(({ name }) => name)).toEqual(['source', '360p']);
    expect(asset.poster?.length).toBeGreaterThan(1000);
    const again = sink.names.filter((name) => /^source|^poster|^storyboard/.test(name));
    expect(again).toEqual([]);
    expect(await readdir(at('kept-scratch'))).toEqual([]);
  });

  /** Encodes in a process of its own, and says when the ladder is under way. */
  const program = (file: string) => `
    import { encodeAsset, inspectMedia } from '${import.meta.dirname}/index.ts';
    import { folderSink, wideLimits } from '${process.cwd()}/test/made-media.ts';
    await encodeAsset({
      path: '${file}', facts: await inspectMedia('${file}'), sink: folderSink('${at('kept')}'),
      scratch: '${at('kept-scratch')}', limits: wideLimits, signal: new AbortController().signal,
      report: { playable() {}, progress: (share, step) => { if (share >= 0.2) console.log(step); } },
    });`;
});

describe('a file on which ffmpeg breaks', () => {
  it('ends in a reason, while others go on', async () => {
    // No file that breaks this ffmpeg is known: it is made to break where the name says so.
    const { stdout } = await run('/bin/sh', ['-c', 'command -v ffmpeg']);
    await mkdir(at('bin'));
    const breaking = [
      '#!/bin/sh',
      'case "$*" in',
      '*crash.mp4*) kill -SEGV $$ ;;',
      '*hang.mp4*) exec sleep 600 ;;',
      'esac',
      `exec ${stdout.trim()} "$@"`,
    ].join('\n');
    await writeFile(at('bin/ffmpeg'), breaking);
    await chmod(at('bin/ffmpeg'), 0o755);
    const [crash, hang] = [at('crash.mp4'), at('hang.mp4')];
    for (const copy of [crash, hang]) await writeFile(copy, await readFile(await short));
    process.env.PATH = `${at('bin')}:${path}`;
    const limits = { ...wideLimits, seconds: 3 };
    const ends = await Promise.all([
      refusalOf(encode(crash, 'crash')),
      refusalOf(encode(hang, 'hang', { limits })),
      refusalOf(encode(await short, 'sound')),
    ]);
    process.env.PATH = path;
    expect(ends).toEqual(['damaged', 'took_too_long', 'taken']);
  });

  it('is damaged when it breaks off in its first half, and a shorter film when later', async () => {
    const whole = await makeMedia(at('whole.mkv'), [...moving(), '-t', '8'], h264(25));
    const bytes = await readFile(whole);
    await writeFile(at('third.mkv'), bytes.subarray(0, bytes.length / 3));
    await writeFile(at('most.mkv'), bytes.subarray(0, bytes.length * 0.8));
    expect(await refusalOf(encode(at('third.mkv'), 'third'))).toBe('damaged');
    const { seconds } = await encode(at('most.mkv'), 'most');
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(7.5);
  });

  it('is damaged when nothing behind its head makes sense', async () => {
    const bytes = await readFile(await short);
    const index = bytes.indexOf('moov');
    bytes.fill(0xa5, index + 200);
    await writeFile(at('noise.mp4'), bytes);
    expect(['damaged', 'no_streams']).toContain(await refusalOf(inspectMedia(at('noise.mp4'))));
  });
});

describe('storage that fails', () => {
  it('is no fault of the file: the same asset may be tried again', async () => {
    const full = new Error('disk is full');
    const sink = folderSink(at('full'));
    const put: typeof sink.put = (name, content) =>
      name.endsWith('seg-1.m4s') ? Promise.reject(full) : sink.put(name, content);
    expect(await refusalOf(encode(await long, 'full', { sink: { ...sink, put } }))).toBe(full);
    expect(await working()).toEqual([]);
  });
});
