import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { config } from './config.ts';
import { makeOnce } from './make-once.ts';

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
  makeOnce(file, randomBytes(32).toString('hex'), 0o600);
  return Buffer.from(readFileSync(file, 'utf8'), 'hex');
}
