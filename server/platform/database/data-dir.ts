import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

/** The right of one process to a data folder. */
export type Claim = { release: () => Promise<void> };

/**
 * Makes the folder when it is missing, checks that it can be written, and marks it as used by this
 * process. A mark left by a process that is gone is taken over.
 * Throws CannotStart when the folder cannot be written or another live process uses it.
 */
export async function claimDataDir(folder: string): Promise<Claim> {
  const mark = join(folder, 'owner');
  try {
    await makeFolder(folder);
    await writeFile(join(folder, '.writable'), '');
    await rm(join(folder, '.writable'), { force: true });
  } catch (failure) {
    throw new CannotStart(readOnly(folder, failure));
  }
  const other = await findOwner(mark);
  if (other !== undefined) {
    throw new CannotStart(
      `Platea is already running with the data in ${folder} (process ${other}). ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  }
  await writeFile(mark, await identityOf(process.pid));
  return { release: () => rm(mark, { force: true }) };
}

/** One level at a time: Node's recursive form hides the true reason on a read-only disk. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

function readOnly(folder: string, failure: unknown): string {
  const code = (failure as NodeJS.ErrnoException).code ?? 'unknown';
  const why: Record<string, string> = {
    EROFS: 'it is on a read-only disk',
    EACCES: 'this user has no right to it',
    EPERM: 'this user has no right to it',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a file is in its way',
    EEXIST: 'a file is in its way',
  };
  return (
    `Platea cannot write to its data folder ${folder}: ${why[code] ?? `the system says ${code}`}. ` +
    'Set DATA_DIR to a folder that can be written.'
  );
}

async function findOwner(mark: string): Promise<number | undefined> {
  const written = await readFile(mark, 'utf8').catch(() => '');
  const pid = Number(written.split(' ')[0]);
  if (!(pid > 0) || pid === process.pid) return undefined;
  return (await isAlive(pid)) && (await identityOf(pid)) === written ? pid : undefined;
}

/** Numbers of processes are used again; together with the moment of birth they are unique. */
async function identityOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const birth = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${birth}`;
}

/** Whether a process with this number exists and has not merely been left as a zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (!existsSync('/proc/self/stat')) return true;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}
