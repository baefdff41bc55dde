import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product answers, without a slash at the end. */
    baseUrl: string;
    /** Where encoders stream to, without the key. */
    rtmpUrl: string;
    /** The file that the running product writes its log to. */
    productLog: string;
  }
}

const root = resolve(import.meta.dirname, '../..');
const readyWithinMs = 180_000;

/** The whole product as a person starts it, on an empty folder with the demo, for all journeys. */
export default async function productForJourneys(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'platea-journeys-'));
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const baseUrl = `http://localhost:${port}`;
  const productLog = join(folder, 'product.log');
  const product = startProduct({ folder, port, rtmpPort, log: productLog });
  project.provide('baseUrl', baseUrl);
  project.provide('rtmpUrl', `rtmp://127.0.0.1:${rtmpPort}/live`);
  project.provide('productLog', productLog);
  try {
    await untilReady(baseUrl, product, productLog);
  } catch (failure) {
    await stop(product);
    throw failure;
  }
  return async () => {
    await stop(product);
    await rm(folder, { recursive: true, force: true });
  };
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
