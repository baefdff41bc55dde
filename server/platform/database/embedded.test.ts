import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { killServer, serverPid } from '#test/killed-database.ts';
import { startEmbedded } from './embedded.ts';

// One folder for all: making a cluster takes longer than all the rest.
const folder = mkdtempSync(join(tmpdir(), 'platea-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startEmbedded(folder, { durable: false });

async function ask<T>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as T[];
  } finally {
    await client.end();
  }
}

/** A process of its own that starts the database on the folder and is then killed without mercy. */
async function startAndKill(alsoKillServer: boolean): Promise<void> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))});
    await startEmbedded(${JSON.stringify(folder)}, { durable: false });
    console.log('up');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  if (alsoKillServer) killServer(folder);
  await gone;
}

function listenOn(port: number): Promise<Server> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(port, '127.0.0.1', () => done(server));
  });
}

describe('the embedded database', () => {
  it('keeps what was written from one start to the next, on the same port', async () => {
    const first = await start();
    await ask(first.url, 'create table shows (title text)');
    await ask(first.url, "insert into shows values ('Ñandú')");
    await first.stop();
    const second = await start();
    const rows = await ask(second.url, 'select lower(title) as title from shows');
    await second.stop();
    expect(rows).toEqual([{ title: 'ñandú' }]);
    expect(second.url).toBe(first.url);
  });

  it('keeps its password to the owner and listens on loopback alone', async () => {
    const { url, stop } = await start();
    const [listens] = await ask<{ listen_addresses: string }>(url, 'show listen_addresses');
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    await stop();
    expect(listens?.listen_addresses).toBe('127.0.0.1');
    expect(statSync(join(folder, 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('tells a second process that the folder is taken', async () => {
    const { stop } = await start();
    const mark = readFileSync(join(folder, 'owner'), 'utf8');
    const other = spawn('sleep', ['30']);
    try {
      writeFileSync(join(folder, 'owner'), `${other.pid} ${birthOf(other.pid ?? 0)}`);
      await expect(start()).rejects.toThrow(
        `Platea is already running with the data in ${folder} (process ${other.pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
    } finally {
      writeFileSync(join(folder, 'owner'), mark);
      other.kill();
      await stop();
    }
  });

  it('takes over from a process that was killed, ending the server it left behind', async () => {
    await startAndKill(false);
    const orphan = serverPid(folder);
    const { url, stop } = await start();
    expect(serverPid(folder)).not.toBe(orphan);
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(existsSync(join(folder, 'owner'))).toBe(false);
  });

  it('comes back where it was when it alone was killed, and is given up when that goes on', async () => {
    let lost = 0;
    const { url, stop } = await startEmbedded(folder, { durable: false, lost: () => (lost += 1) });
    const answers = () => ask(url, 'select 1 as one').catch(() => []);
    for (let kills = 1; kills <= 3; kills += 1) {
      killServer(folder);
      await expect.poll(answers, { timeout: 15_000 }).toEqual([{ one: 1 }]);
    }
    expect(lost).toBe(0);
    // One that is killed before it was seen to run is no ending, nor is one that never ran: each is killed
    // when it answers, until there is none any more.
    const killAgain = async () => {
      if ((await answers()).length > 0) killServer(folder);
      return lost;
    };
    await expect.poll(killAgain, { timeout: 15_000 }).toBe(1);
    await stop();
    expect(await answers()).toEqual([]);
  });

  it('starts after both were killed', async () => {
    await startAndKill(true);
    const { url, stop } = await start();
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('is not misled by a number that belongs to a stranger now', async () => {
    const first = await start();
    await first.stop();
    const { port } = new URL(first.url);
    for (const mark of ['postmaster.pid', `.s.PGSQL.${port}.lock`]) {
      writeFileSync(join(folder, 'postgres', mark), `${process.pid}\n`);
    }
    writeFileSync(join(folder, 'owner'), '1 0');
    const { url, stop } = await start();
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('is reached by a socket in its folder, or by loopback where the path is too long', async () => {
    const near = await start();
    await near.stop();
    expect(decodeURIComponent(new URL(near.url).hostname)).toBe(join(folder, 'postgres'));
    const deep = join(folder, 'a-folder-with-a-long-name'.repeat(4));
    const far = await startEmbedded(deep, { durable: false });
    expect(new URL(far.url).hostname).toBe('127.0.0.1');
    expect(await ask(far.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await far.stop();
  });

  it('goes to another port when its own is taken', async () => {
    const first = await start();
    await first.stop();
    const squatter = await listenOn(Number(new URL(first.url).port));
    const second = await start();
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    await second.stop();
    squatter.close();
  });

  it('says which port is taken when it was told to use that one', async () => {
    const squatter = await listenOn(0);
    const address = squatter.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(startEmbedded(folder, { port, durable: false })).rejects.toThrow(
      `Port ${port}, meant for the database, is in use by another program.`,
    );
    squatter.close();
  });

  it('makes the cluster again when the first time was cut short', async () => {
    const first = await start();
    await first.stop();
    rmSync(join(folder, 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'postgres.new'), 'half');
    const { url, stop } = await start();
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('says why a folder cannot be used', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    await expect(startEmbedded(file)).rejects.toThrow(
      `Platea cannot write to its data folder ${file}: a file is in its way. Set DATA_DIR to a folder that can be written.`,
    );
  });
});

function birthOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
