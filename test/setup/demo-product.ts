import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#test/free-port.ts';
import { endInOrder } from './end-product.ts';

const root = resolve(import.meta.dirname, '../..');
const readyWithinMs = 180_000;
/** It is streamed beside whatever else is tested, and gives way to it. */
const wholeWithinMs = 900_000;

export type DemoProduct = {
  /** Where it answers, without a slash at the end. */
  baseUrl: string;
  rtmpPort: number;
  /** The file that it writes its log to. */
  log: string;
  /** Ends it; throws where that was not in good order. Its folder goes too. */
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
    try {
      await end();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return { ...product, stop };
}

/**
 * Fills a folder with all of the demo, by the product itself, and throws unless that has ended again in
 * good order: what it left can be copied then. `given` tells when nobody wants it any more.
 */
export async function makeDemo(folder: string, given?: AbortSignal): Promise<void> {
  const product = await startIn(folder, given);
  await orStop(product.stop, () => untilDemoIsWhole(product, given));
  await product.stop();
}

/** What broke is told, and not how the end went after it. */
async function orStop<Done>(stop: () => Promise<void>, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (failure) {
    await stop().catch(() => undefined);
    throw failure;
  }
}

/** With their owners: the database is not ours. Its port is that of the other, which may run too. */
async function copyData(made: string, folder: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', join(made, 'data'), folder]);
  await rm(join(folder, 'data', 'postgres.port'), { force: true });
}

async function startIn(folder: string, given?: AbortSignal): Promise<DemoProduct> {
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const baseUrl = `http://localhost:${port}`;
  const log = join(folder, 'product.log');
  const product = startProduct({ folder, port, rtmpPort, log });
  const stop = () => endInOrder(product, join(folder, 'data'));
  await orStop(stop, () => untilReady({ baseUrl, product, log }, given));
  return { baseUrl, rtmpPort, log, stop };
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

type Starting = { baseUrl: string; product: ChildProcess; log: string };

async function untilReady({ baseUrl, product, log }: Starting, given?: AbortSignal): Promise<void> {
  const limit = performance.now() + readyWithinMs;
  while (performance.now() < limit) {
    if (product.exitCode !== null) throw new Error(`the product ended at its start; see ${log}`);
    const answer = await fetch(`${baseUrl}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(200, undefined, given && { signal: given });
  }
  throw new Error(`the product was not ready within three minutes; see ${log}`);
}

/** Until nothing of the demo is missing any more: journeys go where its people and shows are. */
export async function untilDemoIsWhole({ log }: DemoProduct, given?: AbortSignal): Promise<void> {
  const limit = performance.now() + wholeWithinMs;
  while (performance.now() < limit) {
    const said = await readFile(log, 'utf8');
    if (said.includes('the demonstration is whole')) return;
    await pause(500, undefined, given && { signal: given });
  }
  throw new Error(`the demonstration was not whole within fifteen minutes; see ${log}`);
}
