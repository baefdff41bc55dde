import { randomUUID } from 'node:crypto';
import { linkSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Makes a file with this text; false when there is one already. Of several processes that try at
 * once one succeeds, and nobody ever reads a part of it: it is whole before it has its name.
 */
export function makeOnce(file: string, text: string, mode = 0o644): boolean {
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, text, { mode });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    unlinkSync(own);
  }
}
