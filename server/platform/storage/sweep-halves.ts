import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nowMs } from '../clock.ts';

/** Nothing is written for so long: who began it has died. */
const oldMs = 24 * 3_600_000;

/** Removes the half files below a folder that processes have left which were killed while they wrote. */
export async function sweepHalves(folder: string): Promise<void> {
  const entries = await opendir(folder, { recursive: true }).catch(() => null);
  if (!entries) return;
  for await (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.part')) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found && nowMs() - found.mtimeMs > oldMs) await rm(path, { force: true });
  }
}
