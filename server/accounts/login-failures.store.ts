import type { Db } from '#server/platform/database/index.ts';
import type { Failures } from './log-in.rules.ts';

/** What was typed as e-mail, and where: `network` is '' for all of them together. */
export type Tried = { email: string; network: string };

/** The failures counted, held until the transaction ends. */
export async function lockFailures(
  tx: Db,
  { email, network }: Tried,
  now: string,
): Promise<Failures> {
  await tx
    .insertInto('login_failures')
    .values({ email, network, failures: 0, last_at: now })
    .onConflict((conflict) => conflict.columns(['email', 'network']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('login_failures')
    .select(['failures', 'last_at'])
    .where('email', '=', email)
    .where('network', '=', network)
    .forUpdate()
    .executeTakeFirst();
  // Between the two statements somebody's success may have removed the row: then nothing is counted.
  return { failures: row?.failures ?? 0, lastAtMs: Date.parse(row?.last_at ?? now) };
}

export async function writeFailures(
  tx: Db,
  { email, network }: Tried,
  { failures, at }: { failures: number; at: string },
): Promise<void> {
  await tx
    .insertInto('login_failures')
    .values({ email, network, failures, last_at: at })
    .onConflict((conflict) =>
      conflict.columns(['email', 'network']).doUpdateSet({ failures, last_at: at }),
    )
    .execute();
}

/** Forgets the failures of one network, or of all without `network`. */
export async function dropFailures(tx: Db, email: string, network?: string): Promise<void> {
  await tx
    .deleteFrom('login_failures')
    .where('email', '=', email)
    .$if(network !== undefined, (query) => query.where('network', '=', network ?? ''))
    .execute();
}
