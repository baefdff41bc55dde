import { nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { failuresAfterTry, freeFailures, secondsToWait } from './log-in.rules.ts';
import { dropFailures, lockFailures, writeFailures } from './login-failures.store.ts';

/** Stands for all networks together. */
const anywhere = '';
/** The network of whoever is logged in already: strangers do not count there. */
export const inside = 'logged in';

/**
 * Counts a try to give the password of an address, before it is looked at, so that a hundred tries
 * at once count as a hundred. `network` is where the try comes from. Refuses with TOO_MANY_REQUESTS
 * while the address has to wait.
 */
export const countTry = (email: string, network: string): Promise<void> =>
  inTransaction(async (tx) => {
    await countIn(tx, { email, network: anywhere, free: freeFailures.anywhere });
    await countIn(tx, { email, network, free: freeFailures.fromOneNetwork });
  });

type Counted = { email: string; network: string; free: number };

async function countIn(tx: Db, { email, network, free }: Counted): Promise<void> {
  const before = await lockFailures(tx, { email, network }, nowText());
  const seconds = secondsToWait(before, { free, nowMs: nowMs() });
  if (seconds) refuse('TOO_MANY_REQUESTS', { values: { seconds } });
  const failures = failuresAfterTry(before, nowMs());
  await writeFailures(tx, { email, network }, { failures, at: nowText() });
}

/** The right password came from this network: its failures are forgotten, those of others are not. */
export const forgiveTries = (tx: Db, email: string, network: string): Promise<void> =>
  dropFailures(tx, email, network);

/** Whoever has the mailbox has proved enough: all is forgotten. */
export const forgiveAllTries = (tx: Db, email: string): Promise<void> => dropFailures(tx, email);
