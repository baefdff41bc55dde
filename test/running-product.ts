import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export type Running = {
  url: string;
  rtmpPort: number;
  dataDir: string;
  process: ChildProcess;
  /** Ends it in good order; its folder goes too, unless it was given. */
  stop: () => Promise<void>;
  /** Ends it as a power cut would; the folder stays. */
  kill: () => Promise<void>;
};

/** Starts a process of ours and waits until it answers; its folder goes when it stops. */
export async function startProduct(env: Record<string, string> = {}): Promise<Running> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'platea-bench-'));
  const port = Number(env.PORT) || (await freePort());
  const rtmpPort = Number(env.RTMP_PORT) || (await freePort());
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
    // The channel tells it when we are gone: a benchmark that breaks off leaves no server behind.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/api/health/live`, child).catch(async (failure: unknown) => {
    // Left running it would hold the output of whoever waits for us.
    await ended(child, 'SIGKILL');
    throw failure;
  });
  return {
    url,
    rtmpPort,
    dataDir,
    process: child,
    stop: async () => {
      await ended(child, 'SIGTERM');
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => ended(child, 'SIGKILL'),
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

/** Sends a process the signal and waits until it has ended. */
export function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill(signal);
  });
}
