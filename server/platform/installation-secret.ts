import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { config } from './config.ts';

/**
 * The installation's secret, 32 bytes: SECRET_KEY, or made once and kept in DATA_DIR (mode 600).
 * Signs media links and seals stream keys; losing it makes sealed keys unreadable. Throws
 * CannotStart when the file holds something else.
 */
export function installationSecret(): Buffer {
  const given = config().SECRET_KEY;
  if (given) return Buffer.from(given, 'utf8').subarray(0, 64);
  const file = join(config().DATA_DIR, 'secret.key');
  return readSecret(file) ?? makeSecret(file);
}

function readSecret(file: string): Buffer | null {
  if (!existsSync(file)) return null;
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (secret.length === 32) return secret;
  throw new CannotStart(`${file} does not hold the secret of this installation any more.`);
}

/** Two processes that start at once must agree: the first whole file is the secret of both. */
function makeSecret(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, randomBytes(32).toString('hex'), { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'hex');
}
