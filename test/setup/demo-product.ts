import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const readyWithinMs = 180_000;
const wholeWithinMs = 300_000;

export type DemoProduct = {
  /** Where it answers, without a slash at the end. */
  baseUrl: string;
  rtmpPort: number;
  /** The file that it writes its log to. */
  log: string;
  /** Ends it in good order; its folder goes too. */
  stop: () => Promise<void>;
};

/**
 * The whole product as a person starts it, on an empty folder with the demo, when it is ready. `made`:
 * on a copy of this folder, in which `makeDemo` has made all of the demo.
 */
export async function startDemoProduct(made = ''): Promise<DemoProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'platea-journeys-'));
  if (made) await copyData(made, folder);
  const { stop: end, ...product } = await startIn(folder);
  const stop = async () => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...product, stop };
}

/** Fills a folder with all of the demo, by the product itself, which is ended again in good order. */
export async function makeDemo(folder: string): Promise<void> {
  const product = await startIn(folder);
  try {
    await untilDemoIsWhole(product);
  } finally {
    await product.stop();
  }
}

/** With their owners: the database is not ours. Its port is that of the other, which may run too. */
async function copyData(made: string, folder: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', join(made, 'data'), folder]);
  await rm(join(folder, 'data', 'postgres.port'), { force: true });
}

async function startIn(folder: string): Promise<DemoProduct> {
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const baseUrl = `http://localhost:${port}`;
  const log = join(folder, 'product.log');
  const product = startProduct({ folder, port, rtmpPort, log });
  try {
    await untilReady(baseUrl, product, log);
  } catch (failure) {
    await stop(product);
    throw failure;
  }
  return { baseUrl, rtmpPort, log, stop: () => stop(product) };
}

type Start = { folder: string; port: number; rtmpPort: number; log: string };

function startProduct({ folder, port, rtmpPort, log }: Start): ChildProcess {
  const { VITEST: _, ...env } = process.env;
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...env,
      PORT: String(port),
      RTMP_PORT: String(rtmpPort),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
      DEMO: 'on',
      PREVIEWS: 'on',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'info',
      TZ: 'UTC',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  product.stdout?.pipe(file, { end: false });
  product.stderr?.pipe(file, { end: false });
  return product;
}

async function untilReady(baseUrl: string, product: ChildProcess, log: string): Promise<void> {
  const limit = performance.now() + readyWithinMs;
  while (performance.now() < limit) {
    if (product.exitCode !== null) throw new Error(`the product ended at its start; see ${log}`);
    const answer = await fetch(`${baseUrl}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error(`the product was not ready within three minutes; see ${log}`);
}

/** Until nothing of the demo is missing any more: journeys go where its people and shows are. */
export async function untilDemoIsWhole({ log }: DemoProduct): Promise<void> {
  const limit = performance.now() + wholeWithinMs;
  while (performance.now() < limit) {
    const said = await readFile(log, 'utf8');
    if (said.includes('the demonstration is whole')) return;
    await pause(500);
  }
  throw new Error(`the demonstration was not whole within five minutes; see ${log}`);
}

async function stop(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null) return;
  const ended = new Promise((done) => product.once('exit', done));
  product.kill('SIGTERM');
  const timer = setTimeout(() => product.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(timer);
}

/** A port that nobody listens on, for servers that cannot tell which one they took. */
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
