import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart } from '../cannot-start.ts';
import { isAlive } from './data-dir.ts';
import type { Runner } from './postgres-account.ts';

const locale = 'C.UTF-8';
const env = { PATH: process.env.PATH ?? '', LC_ALL: locale, TZ: 'UTC' };
const startWithinMs = 60_000;
const stopWithinMs = 10_000;
const logLimit = 10_000_000;

type Initdb = { home: string; user: string; password: string; durable: boolean };

/**
 * Makes a cluster in `home`: UTF-8, sorted by code point, log-in by password, and in it one empty
 * database with the name of the user.
 */
export async function runInitdb(runner: Runner, cluster: Initdb): Promise<void> {
  const passwordFile = `${cluster.home}.password`;
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  await runner.own(passwordFile);
  try {
    await runProgram(runner, 'initdb', [
      `--pgdata=${cluster.home}`,
      `--username=${cluster.user}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      `--locale=${locale}`,
      '--locale-provider=builtin',
      `--builtin-locale=${locale}`,
      ...(cluster.durable ? [] : ['--no-sync']),
    ]);
    const oneShot = ['--single', '-D', cluster.home, ...(cluster.durable ? [] : ['-F'])];
    await runProgram(runner, 'postgres', [...oneShot, 'postgres'], createDatabase(cluster.user));
  } finally {
    await rm(passwordFile, { force: true });
  }
}

const createDatabase = (name: string) => `CREATE DATABASE ${name};\n`;

async function runProgram(runner: Runner, program: string, args: string[], input = '') {
  const command = runner.command(program, args);
  const child = spawn(command.file, command.args, { ...command.as, env, cwd: '/' });
  let said = '';
  const listen = (chunk: unknown) => {
    said += String(chunk);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await exitOf(child);
  if (code === 0 && !/\b(ERROR|FATAL):/.test(said)) return;
  throw new CannotStart(`The database could not be made: ${lastLine(said)}`);
}

type Launch = { home: string; log: string; port: number; settings: Record<string, string> };

/**
 * A running server process. `stop` ends it in order, by force after ten seconds; `ended` comes true
 * when it has ended, asked to or not.
 */
export type Launched = { stop: () => Promise<void>; ended: Promise<unknown> };

/**
 * Starts the server and comes back when it takes connections. Its log goes to a file, not to a
 * pipe: a pipe would break, and the server with it, when this process is killed.
 */
export async function launch(runner: Runner, options: Launch): Promise<Launched> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    max_connections: '200',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...options.settings,
  };
  const command = runner.command('postgres', [
    '-D',
    options.home,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = openLog(options.log);
  const before = statSync(options.log).size;
  // Its own process group: Ctrl+C must reach us alone, who then stop it after the last request.
  const child = spawn(command.file, command.args, {
    ...command.as,
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const exit = exitOf(child);
  const ended = { code: undefined as number | undefined };
  void exit.then((code) => {
    ended.code = code;
  });
  await untilReady(options, ended, before);
  return { stop: () => stopChild(child, exit), ended: exit };
}

function openLog(path: string): number {
  try {
    if (statSync(path).size > logLimit) return openSync(path, 'w', 0o600);
  } catch {
    // The first start: there is no log yet.
  }
  return openSync(path, 'a', 0o600);
}

async function untilReady(
  options: Launch,
  ended: { code: number | undefined },
  before: number,
): Promise<void> {
  const limit = performance.now() + startWithinMs;
  while (performance.now() < limit) {
    if (ended.code !== undefined) {
      throw new CannotStart(
        `The database did not start: ${await lastComplaint(options.log, before)} ` +
          `(more in ${options.log})`,
      );
    }
    // The eighth line of this file is the server's own word on its state.
    const lines = await readFile(join(options.home, 'postmaster.pid'), 'utf8').catch(() => '');
    if (lines.split('\n')[7]?.trim() === 'ready') return;
    await pause(15);
  }
  throw new CannotStart(`The database did not start within a minute (see ${options.log}).`);
}

async function lastComplaint(log: string, before: number): Promise<string> {
  const file = await open(log, 'r');
  try {
    const size = (await file.stat()).size;
    const { buffer } = await file.read(Buffer.alloc(Math.min(size - before, 20_000)), {
      position: Math.max(before, size - 20_000),
    });
    const lines = buffer.toString('utf8').split('\n');
    const complaint = lines.find((line) => /FATAL|PANIC|could not/.test(line));
    return complaint?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? lastLine(lines.join('\n'));
  } finally {
    await file.close();
  }
}

async function stopChild(child: ChildProcess, exit: Promise<number>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, the files are whole.
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopWithinMs);
  await exit;
  clearTimeout(timer);
}

/**
 * Ends a server that outlived a killed process, and removes the marks of one that is gone: the
 * number in it may by now belong to a stranger, which PostgreSQL would take for itself.
 */
export async function clearStalePid(home: string): Promise<void> {
  const path = join(home, 'postmaster.pid');
  const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0 && (await isAlive(pid)) && (await isServerOf(pid, home))) await stopOrphan(pid);
  if (pid > 0 && (await isAlive(pid)) && (await isServerOf(pid, home))) return;
  await rm(path, { force: true });
  const left = await readdir(home).catch(() => []);
  for (const name of left.filter((one) => one.startsWith('.s.PGSQL.'))) {
    await rm(join(home, name), { recursive: true, force: true });
  }
}

async function isServerOf(pid: number, home: string): Promise<boolean> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // Without /proc nothing can be known; the server's own check then has the last word.
  return words === undefined || words.split('\0').includes(home);
}

async function stopOrphan(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waited = 0; waited < stopWithinMs; waited += 20) {
      if (!(await isAlive(pid))) return;
      await pause(20);
    }
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    child.once('error', (failure) =>
      fail(new CannotStart(`The database's program could not be run: ${failure.message}`)),
    );
    child.once('exit', (code) => done(code ?? 1));
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() || 'it gave no reason.';
}
