import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');

/** A server under measurement. `readyMs`: from its spawn to the first page it served. */
export type Running = { baseUrl: string; readyMs: number; stop: () => Promise<void> };

export type Start = {
  /** The script and its arguments, from the root. */
  script: string[];
  /** The page whose first good answer counts as served. */
  page: string;
  env: Record<string, string>;
};

/** Starts a program of ours on a free port and waits for its first page. */
export async function startServer({ script, page, env }: Start): Promise<Running> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, script, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(tmpdir(), `platea-bench-${port}.log`));
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  await untilServed(`${baseUrl}${page}`, child);
  return { baseUrl, readyMs: performance.now() - began, stop: () => stopChild(child) };
}

/** The product as people start it, without the limits that would refuse a load. */
export const startProduct = async (dataDir: string, env: Record<string, string> = {}) =>
  startServer({
    script: ['scripts/start.mjs'],
    page: '/',
    env: {
      DATA_DIR: dataDir,
      RTMP_PORT: String(await freePort()),
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });

/** A folder for one benchmark, gone when `work` is done. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'platea-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilServed(page: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 12_000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(page).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(10);
  }
  throw new Error(`${page} was not served in time`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
