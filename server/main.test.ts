import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { killServer, serverPid } from '#test/killed-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'platea-start-'));
let child: ChildProcess | null = null;
afterEach(async () => {
  if (child && child.exitCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const said: string[] = [];
  const started = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk) => said.push(String(chunk)));
  }
  child = started;
  return { started, said: () => said.join('') };
}

const exitOf = async (process: ChildProcess) => {
  const [code] = process.exitCode === null ? await once(process, 'exit') : [process.exitCode];
  return code;
};
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);
const seconds = { timeout: 100_000 };

describe('a process without the role web', () => {
  it('says that it is well, and is no site', async () => {
    const port = await freePort();
    const { started, said } = start({ ROLES: 'worker', PORT: String(port), HOST: '127.0.0.1' });
    await expect.poll(said, seconds).toContain('Platea is at work as worker');
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(
      await Promise.all(['/api/health/live', '/api/health/ready', '/metrics'].map(ask)),
    ).toEqual([200, 200, 200]);
    expect(await Promise.all(['/', '/api/config', '/api/docs'].map(ask))).toEqual([404, 404, 404]);
    started.kill('SIGTERM');
    expect(await exitOf(started)).toBe(0);
  }, 120_000);
});

describe('a start that is stopped half-way', () => {
  it('ends, and leaves no database running behind', async () => {
    const { started, said } = start({ DATABASE_URL: '', ROLES: 'worker' });
    const mark = join(folder, 'postgres/postmaster.pid');
    await expect.poll(() => existsSync(mark), { ...seconds, interval: 5 }).toBe(true);
    const pid = Number(readFileSync(mark, 'utf8').split('\n')[0]);
    started.kill('SIGINT');
    started.kill('SIGINT');
    expect([await exitOf(started), said()]).toEqual([0, '']);
    expect([isAlive(pid), existsSync(mark), existsSync(join(folder, 'owner'))]).toEqual([
      false,
      false,
      false,
    ]);
  }, 120_000);
});

describe('a process whose own database is killed', () => {
  it('gets it back, and ends with a sentence when that goes on', async () => {
    const port = await freePort();
    const { started, said } = start({ DATABASE_URL: '', ROLES: 'worker', PORT: String(port) });
    await expect.poll(said, seconds).toContain('Platea is at work as worker');
    const isReady = async () =>
      (await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null))?.status ?? 0;
    const killed = new Set([0]);
    const isBack = async () => !killed.has(serverPid(folder)) && (await isReady()) === 200;
    for (let kills = 1; kills <= 3; kills += 1) {
      await expect.poll(isBack, seconds).toBe(true);
      killed.add(killServer(folder));
    }
    // One that is killed before it was seen to run is no ending: each is killed when it is back, until there
    // is none any more.
    const killAgain = async () => {
      if (await isBack()) killed.add(killServer(folder));
      return started.exitCode;
    };
    await expect.poll(killAgain, seconds).toBe(1);
    const sentence = 'Platea stops: its database ended and could not be started again.';
    await expect.poll(said).toContain(sentence);
  }, 120_000);
});
