import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart } from '../cannot-start.ts';
import { makeOnce } from '../make-once.ts';

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
  const own = await identityOf(process.pid);
  // Of several that start at once only one can make the mark; the others look who it was.
  while (!makeOnce(mark, own)) {
    const written = await readMark(mark);
    const other = await livingOwner(written);
    if (other !== undefined) {
      throw new CannotStart(
        `Platea is already running with the data in ${folder} (process ${other}). ` +
          'Stop it first, or set DATA_DIR to another folder.',
      );
    }
    await clearMark(mark, { stale: written, own });
  }
  return { release: () => rm(mark, { force: true }) };
}

/** What stands in the mark; nothing when it is gone meanwhile. */
const readMark = (mark: string): Promise<string> => readFile(mark, 'utf8').catch(() => '');

/**
 * Takes away the mark of somebody who is gone. One at a time, and only what was read before: of two
 * who found the same stale mark, the slower one would take away the new mark of the faster one.
 */
async function clearMark(
  mark: string,
  { stale, own }: { stale: string; own: string },
): Promise<void> {
  const turn = `${mark}.turn`;
  if (makeOnce(turn, own)) {
    if ((await readMark(mark)) === stale) await rm(mark, { force: true });
    await rm(turn, { force: true });
    return;
  }
  await pause(20);
  const holder = await readMark(turn);
  // Killed in between: nobody else will ever end that turn.
  if (holder !== '' && (await livingOwner(holder)) === undefined) await rm(turn, { force: true });
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

/** Who made the mark, if that is another process that still lives. */
async function livingOwner(written: string): Promise<number | undefined> {
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
