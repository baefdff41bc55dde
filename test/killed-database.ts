import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of the database that runs in this folder, by its own word; 0: there is none. */
export function serverPid(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** Kills the database of this folder without mercy, where one runs; answers which. */
export function killServer(folder: string): number {
  const pid = serverPid(folder);
  if (pid > 0 && isServerOf(pid, folder)) process.kill(pid, 'SIGKILL');
  return pid;
}

/** A mark that was left behind may name a stranger by now, or nobody. */
function isServerOf(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}
