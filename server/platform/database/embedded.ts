import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { type Claim, claimDataDir } from './data-dir.ts';
import { keepRunning } from './keep-running.ts';
import { findRunner, type Runner } from './postgres-account.ts';
import { clearStalePid, type Launched, launch, runInitdb } from './postgres-process.ts';

/** A running PostgreSQL of our own: where it listens, and how to end it. */
export type Embedded = { url: string; stop: () => Promise<void> };

/**
 * `port`: the only port to use, else the one of the last start or any free one.
 * `durable: false` gives up safety against power cuts for speed: for tests only.
 * `settings`: further server settings, such as `{ shared_buffers: '256MB' }`.
 * `lost`: called when the server ended by itself and could not be started again.
 */
export type EmbeddedOptions = {
  port?: number;
  durable?: boolean;
  settings?: Record<string, string>;
  lost?: () => void;
};

const user = 'platea';
const attempts = 3;

/**
 * Starts the PostgreSQL that came with the packages on `<dataDir>/postgres`, making the cluster on
 * the first call, and answers with the address of its database `platea`: a socket in its folder,
 * where that can be, for a statement then costs a tenth less. On the network it listens on loopback
 * only. Whatever a killed process left behind is put in order first.
 * Throws CannotStart when the folder cannot be written, is in use, or the given port is taken.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  const folder = resolve(dataDir);
  const claim = await claimDataDir(folder);
  try {
    const runner = await findRunner(folder);
    const password = await keepPassword(folder);
    await makeCluster({ folder, runner, password, durable: options.durable !== false });
    await clearStalePid(join(folder, 'postgres'));
    const started = await startOnSomePort(folder, runner, options);
    const server = keepRunning(started.server, {
      again: async () => {
        await clearStalePid(join(folder, 'postgres'));
        return launchAt(folder, runner, { ...options, ...started });
      },
      lost: options.lost ?? (() => undefined),
    });
    return asEmbedded({ ...started, server }, password, claim);
  } catch (failure) {
    await claim.release();
    throw failure;
  }
}

function asEmbedded(
  started: Place & { server: { stop: () => Promise<void> } },
  password: string,
  claim: Claim,
): Embedded {
  return {
    url: `postgres://${user}:${password}@${encodeURIComponent(started.socket) || '127.0.0.1'}:${started.port}/${user}`,
    stop: async () => {
      await started.server.stop();
      await claim.release();
    },
  };
}

/** The password is random, made once, and readable by the owner of the folder only. */
async function keepPassword(folder: string): Promise<string> {
  const path = join(folder, 'postgres.password');
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (kept.trim()) return kept.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

type Cluster = { folder: string; runner: Runner; password: string; durable: boolean };

/**
 * Made beside its place and moved there when whole: a start that is killed half-way begins again
 * the next time instead of finding half a cluster.
 */
async function makeCluster({ folder, runner, password, durable }: Cluster): Promise<void> {
  const home = join(folder, 'postgres');
  if (existsSync(join(home, 'PG_VERSION'))) return;
  const half = join(folder, 'postgres.new');
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  await runner.own(half);
  await runInitdb(runner, { home: half, user, password, durable });
  await rename(half, home);
}

/** Where a server is reached: the folder of its socket, empty without one, and its port. */
type Place = { socket: string; port: number };
type Started = Place & { server: Launched };

async function startOnSomePort(
  folder: string,
  runner: Runner,
  options: EmbeddedOptions,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const home = join(folder, 'postgres');
    const port = await choosePort(folder, options.port);
    // Some folders can hold no socket, such as those that a virtual machine shares: loopback then.
    const socket = attempt === 1 && canHoldSocket(home) ? home : '';
    try {
      const server = await launchAt(folder, runner, { ...options, socket, port });
      await writeFile(join(folder, 'postgres.port'), `${port}\n`);
      return { server, socket, port };
    } catch (failure) {
      // Another program may have taken the port between the look and the start.
      if (!socket && (attempt >= attempts || options.port !== undefined)) throw failure;
      await rm(join(folder, 'postgres.port'), { force: true });
    }
  }
}

const launchAt = (folder: string, runner: Runner, options: EmbeddedOptions & Place) =>
  launch(runner, {
    home: join(folder, 'postgres'),
    log: join(folder, 'postgres.log'),
    port: options.port,
    settings: {
      unix_socket_directories: options.socket,
      ...(options.durable === false ? careless : {}),
      ...options.settings,
    },
  });

/** The path of a socket has 107 bytes at most, on every system that we know. */
const canHoldSocket = (home: string): boolean =>
  Buffer.byteLength(join(home, '.s.PGSQL.65535')) <= 103;

const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

async function choosePort(folder: string, wanted: number | undefined): Promise<number> {
  if (wanted !== undefined) {
    if ((await freePort(wanted)) === wanted) return wanted;
    throw new CannotStart(
      `Port ${wanted}, meant for the database, is in use by another program. ` +
        'Stop that program, or let Platea choose the port by itself.',
    );
  }
  const kept = Number(await readFile(join(folder, 'postgres.port'), 'utf8').catch(() => '0'));
  const same = kept > 0 && kept < 65_536 ? await freePort(kept) : undefined;
  const port = same ?? (await freePort(0));
  if (port === undefined) throw new CannotStart('No free port was found on 127.0.0.1.');
  return port;
}

/** The port itself when nobody listens on it (0 asks for any), else nothing. */
function freePort(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
