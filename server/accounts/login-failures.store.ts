import type { Db } from '#server/platform/database/index.ts';
import type { Failures } from './log-in.rules.ts';

/** What was typed as e-mail, and where: a digest, or '' for all networks together. */
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
    .select(['failures', 'last_at', 'known_until'])
    .where('email', '=', email)
    .where('network', '=', network)
    .forUpdate()
    .executeTakeFirst();
  // Between the two statements a reset may have removed the row: then counting begins anew.
  return {
    failures: row?.failures ?? 0,
    lastAtMs: Date.parse(row?.last_at ?? now),
    knownUntil: row?.known_until ?? null,
  };
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

/** Somebody has logged in from this network: nothing counts against it, and it is known until then. */
export async function welcomeNetwork(
  tx: Db,
  { email, network }: Tried,
  until: string,
): Promise<void> {
  await tx
    .updateTable('login_failures')
    .set({ failures: 0, known_until: until })
    .where('email', '=', email)
    .where('network', '=', network)
    .execute();
}

/** Forgets the failures of all networks, and which of them were known. */
export async function dropFailures(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('email', '=', email).execute();
}
