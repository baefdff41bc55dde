import { nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { failuresAfterTry, secondsToWait } from './log-in.rules.ts';
import { dropFailures, lockFailures, writeFailures } from './login-failures.store.ts';

/**
 * Counts a try to give the password of an address, before it is looked at, so that a hundred tries
 * at once count as a hundred. Refuses with TOO_MANY_REQUESTS while the address has to wait.
 */
export const countTry = (email: string): Promise<void> =>
  inTransaction(async (tx) => {
    const before = await lockFailures(tx, email, nowText());
    const seconds = secondsToWait(before, nowMs());
    if (seconds) refuse('TOO_MANY_REQUESTS', { values: { seconds } });
    await writeFailures(tx, email, { failures: failuresAfterTry(before, nowMs()), at: nowText() });
  });

/** The right password came: all is forgotten. */
export const forgiveTries = (tx: Db, email: string): Promise<void> => dropFailures(tx, email);
