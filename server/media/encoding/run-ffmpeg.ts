import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { MediaRefused } from './refusals.rules.ts';

export type FfmpegRun = {
  program: 'ffmpeg' | 'ffprobe';
  arguments: string[];
  /** Where it runs, and the only folder that it may be told to write to. */
  folder: string;
  limits: { seconds: number; memoryBytes: number; fileBytes: number };
  signal?: AbortSignal | undefined;
  /** Readers of the pipes from 3 on, in order; the run is over when all of them are. */
  outputs?: ((pipe: Readable) => Promise<void>)[];
  /** Seconds of the result so far; ffmpeg is asked for it twice a second. */
  progress?: (seconds: number) => void;
  /** Ends a run that says the same for so long although nobody keeps it waiting. */
  stall?: { seconds: number; isWaiting: () => boolean };
};

/** The file wants more memory than it may have, or the machine has none: nobody can tell which. */
export class ShortOfMemory extends Error {
  override name = 'ShortOfMemory';
}

export type FfmpegEnd = { stdout: string; complaints: string };

/** Threads that one decoder, filter or encoder may have. */
export const threads = Math.min(8, Math.max(1, availableParallelism()));

const mostStdout = 8 * 1024 * 1024;
const kibibyte = 1024;
const block = 512;

/**
 * Limits by the shell, which every system has: address space, processor time, size of a file, no
 * core. Where it can be had, the kernel ends ffmpeg together with us; a killed server leaves nobody
 * behind who goes on writing.
 */
const limited = [
  'ulimit -c 0; ulimit -v "$1" 2>/dev/null; ulimit -t "$2"; ulimit -f "$3"; shift 3',
  'if setpriv --pdeathsig KILL true 2>/dev/null; then',
  '  exec setpriv --pdeathsig KILL nice -n 10 "$@"',
  'fi',
  'exec nice -n 10 "$@"',
].join('\n');

/**
 * Runs one ffmpeg or ffprobe under limits. Throws MediaRefused when the file is to blame (it
 * crashed, took too long, wrote too much, or said that the file is broken), ShortOfMemory, the
 * signal's reason when it was called off, what a reader of a pipe threw, and other errors for what
 * may work later.
 */
export async function runFfmpeg(run: FfmpegRun): Promise<FfmpegEnd> {
  run.signal?.throwIfAborted();
  const child = start(run);
  const said = { stdout: '', complaints: '' };
  const stop = stopOnce(child);
  const abort = () => stop(run.signal?.reason);
  run.signal?.addEventListener('abort', abort, { once: true });
  const watch = watchTime(run, said, stop);
  try {
    listen(child, run, { said, stop });
    const reading = (run.outputs ?? []).map((read, index) =>
      read(child.stdio[index + 3] as Readable).catch(stop),
    );
    const end = await ended(child);
    await Promise.all(reading);
    if (stop.reason !== undefined) throw stop.reason;
    if (end.code !== 0) throw blame(end, said.complaints);
    return said;
  } finally {
    watch();
    run.signal?.removeEventListener('abort', abort);
  }
}

function start(run: FfmpegRun): ChildProcess {
  const { limits, outputs = [] } = run;
  const sizes = [
    Math.ceil(limits.memoryBytes / kibibyte),
    Math.ceil(limits.seconds * threads) + 5,
    Math.ceil(limits.fileBytes / block),
  ];
  const command = [run.program, ...run.arguments];
  return spawn('/bin/sh', ['-c', limited, 'limited', ...sizes.map(String), ...command], {
    cwd: run.folder,
    stdio: ['ignore', 'pipe', 'pipe', ...outputs.map(() => 'pipe' as const)],
    // Nothing of ours: no addresses of proxies, no secrets, no home. Two arenas keep the address
    // space that is merely reserved for each thread below the limit.
    env: { PATH: process.env.PATH, LANG: 'C', MALLOC_ARENA_MAX: '2' },
  });
}

type Stop = { (reason: unknown): void; reason: unknown };

/** Kills at once; the first reason counts. */
function stopOnce(child: ChildProcess): Stop {
  const stop: Stop = Object.assign(
    (reason: unknown) => {
      stop.reason ??= reason ?? new Error('stopped');
      child.kill('SIGKILL');
      for (const pipe of child.stdio) if (pipe && 'destroy' in pipe) pipe.destroy();
    },
    { reason: undefined as unknown },
  );
  return stop;
}

function listen(
  child: ChildProcess,
  run: FfmpegRun,
  { said, stop }: { said: FfmpegEnd; stop: Stop },
): void {
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.complaints = (said.complaints + text).slice(-4000);
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
    if (run.program === 'ffprobe') {
      if (said.stdout.length > mostStdout) stop(new MediaRefused('too_large', 'description'));
      return;
    }
    said.stdout = said.stdout.slice(-2000);
    const seconds = latestSeconds(said.stdout);
    if (seconds !== null) run.progress?.(seconds);
  });
}

/** The last `out_time_us` of what `-progress` wrote. */
function latestSeconds(text: string): number | null {
  const at = text.lastIndexOf('out_time_us=');
  const value = at < 0 ? Number.NaN : Number.parseInt(text.slice(at + 12, at + 32), 10);
  return Number.isFinite(value) && value >= 0 ? value / 1e6 : null;
}

/** Ends the run when its time is over or nothing moves any more. Answers how to stop watching. */
function watchTime(run: FfmpegRun, said: FfmpegEnd, stop: Stop): () => void {
  const over = () => stop(new MediaRefused('took_too_long'));
  const limit = setTimeout(over, Math.min(run.limits.seconds * 1000, 2 ** 31 - 1));
  const { stall } = run;
  if (!stall) return () => clearTimeout(limit);
  let seen = '';
  let movedAt = performance.now();
  const tick = setInterval(() => {
    const now = where(said.stdout);
    if (now !== seen || stall.isWaiting()) movedAt = performance.now();
    seen = now;
    if (performance.now() - movedAt > stall.seconds * 1000) over();
  }, 500);
  return () => {
    clearTimeout(limit);
    clearInterval(tick);
  };
}

/** What changes in the latest report while work goes on: pictures, bytes, time. */
function where(stdout: string): string {
  const found = stdout.match(/^(?:frame|total_size|out_time_us)=.*$/gm) ?? [];
  return found.slice(-3).join();
}

type End = { code: number | null; signal: NodeJS.Signals | null };

function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}

const crashes = ['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGSYS'];
/** As ffmpeg, its filters, x264 and threads say it: of our limit and of a full machine in the same words. */
const isShortOfMemory =
  /Cannot allocate memory|malloc of size|Out of memory|pthread_create\(\) failed|submitting video frame|encoding failed/i;
/** Said of `-max_streams`, before it complains of memory for it. */
const hasTooManyStreams = /exceeds max_streams/;
/** The machine's fault, or of whoever took the file away. */
const mayWorkLater =
  /No space left|Input\/output error|Permission denied|No such file|Too many open|Resource temporarily/;

function blame({ code, signal }: End, complaints: string): Error {
  const last = complaints.trim().split('\n').at(-1) ?? '';
  if (signal === 'SIGXCPU') return new MediaRefused('took_too_long');
  if (signal === 'SIGXFSZ') return new MediaRefused('too_large');
  if (signal && crashes.includes(signal)) return new MediaRefused('damaged', signal);
  if (signal) return new Error(`ffmpeg was ended by ${signal}`);
  if (code === 126 || code === 127) return new Error(`ffmpeg cannot be run: ${last}`);
  if (hasTooManyStreams.test(complaints)) return new MediaRefused('too_large', 'streams');
  if (isShortOfMemory.test(complaints)) return new ShortOfMemory(last);
  if (mayWorkLater.test(complaints)) return new Error(`ffmpeg failed: ${last}`);
  return new MediaRefused('damaged', last);
}
