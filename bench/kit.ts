import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

/** What a benchmark prints as its last line. `ratio` is ours over the bare twin's, same run. */
export type Figure = { name: string; value: number; unit: string; twin: number; ratio: number };

/** Prints the figure; everything before it is for people. */
export function report(figure: Omit<Figure, 'ratio'>): void {
  const ratio = Math.round((figure.value / figure.twin) * 1000) / 1000;
  console.log(JSON.stringify({ ...figure, ratio }));
}

export type Running = {
  url: string;
  rtmpPort: number;
  dataDir: string;
  pid: number;
  stop: () => Promise<void>;
};

/** Starts a process of ours and waits until it answers; its folder goes when it stops. */
export async function startProduct(env: Record<string, string> = {}): Promise<Running> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'platea-bench-'));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const rtmpPort = port + 1;
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEMO: 'off',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      RTMP_PORT: String(rtmpPort),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/api/health/live`, child);
  return {
    url,
    rtmpPort,
    dataDir,
    pid: child.pid ?? 0,
    stop: async () => {
      await ended(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks an address until it answers 200; fails when the process ends first or after a minute. */
export async function untilAnswers(url: string, child: ChildProcess, seconds = 60): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode} before it answered`);
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`${url} did not answer within ${seconds} s`);
}

/** Asks a process to end and waits until it has. */
export function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}

export type Load = { perSecond: number; p50: number; p99: number; failed: number };

/** Loads one address with 64 connections for some seconds, after a short warm-up. */
export async function load(url: string, options: Partial<autocannon.Options> = {}): Promise<Load> {
  await autocannon({ url, connections: 16, duration: 2, ...options, amount: undefined as never });
  const result = await autocannon({ url, connections: 64, duration: 6, ...options });
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

/** The value below which `share` (0–1) of the numbers lie. */
export function percentile(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
