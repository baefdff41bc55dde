import { hash, verify } from '@node-rs/argon2';
import { refuse } from '#server/platform/errors.ts';

// Argon2id, which is what the library's `algorithm` number 2 means.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const atOnce = 2;
const mayWait = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** Digest of a password with argon2id. Refuses with BUSY when too many wait. */
export const digestPassword = (text: string): Promise<string> => inTurn(() => hash(text, cost));

/**
 * Is this the password of the digest? Without a digest (nobody has that address) it takes just as
 * long and answers false. Refuses with BUSY when too many wait.
 */
export async function passwordFits(text: string, digest: string | null): Promise<boolean> {
  decoy ??= hash('nobody has this password', cost);
  const against = digest ?? (await decoy);
  const fits = await inTurn(() => verify(against, text).catch(() => false));
  return fits && digest !== null;
}

let decoy: Promise<string> | null = null;

/**
 * Hashing takes memory and a whole core: only a few at once, a bounded number behind them, and
 * whoever comes after that is told to try again. A log-in storm must not stop the rest.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1;
  else {
    if (waiting.length >= mayWait) refuse('BUSY');
    // Whoever finishes hands its place over, so `running` does not change here.
    await new Promise<void>((go) => waiting.push(go));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
