import type { Db } from '#server/platform/database/index.ts';
import type { Failures } from './log-in.rules.ts';

/** The failures counted for what was typed as e-mail, held until the transaction ends. */
export async function lockFailures(tx: Db, email: string, now: string): Promise<Failures> {
  await tx
    .insertInto('login_failures')
    .values({ email, failures: 0, last_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const row = await tx
    .selectFrom('login_failures')
    .select(['failures', 'last_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  // Between the two statements somebody's success may have removed the row: then nothing is counted.
  return { failures: row?.failures ?? 0, lastAtMs: Date.parse(row?.last_at ?? now) };
}

export async function writeFailures(
  tx: Db,
  email: string,
  { failures, at }: { failures: number; at: string },
): Promise<void> {
  await tx
    .insertInto('login_failures')
    .values({ email, failures, last_at: at })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ failures, last_at: at }))
    .execute();
}

export async function dropFailures(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('email', '=', email).execute();
}
