import type { Insertable } from 'kysely';
import { type DB, type Db, sql } from '../database/index.ts';

/** Keeps mails in the outbox, in one statement; answers their ids in the order given. */
export async function keepMails(tx: Db, mails: Insertable<DB['mails']>[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = await tx.insertInto('mails').values(mails).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** A mail that is still to be delivered; null when it was delivered meanwhile. */
export const findQueuedMail = async (tx: Db, id: string) =>
  (await tx
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()) ?? null;

export type Delivered = { state: 'sent' | 'kept' } | { state: 'queued' | 'failed'; error: string };

/** Writes down what came of a try to deliver. A letter that left, or never will, needs no secret. */
export async function noteDelivery(tx: Db, id: string, outcome: Delivered): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      state: outcome.state,
      attempts: sql<number>`attempts + 1`,
      last_error: 'error' in outcome ? outcome.error : null,
      sent_at: outcome.state === 'sent' ? sql<string>`now()` : null,
      ...(['sent', 'failed'].includes(outcome.state) ? { secret: null } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Deletes every letter to somebody, by who they are and by their address. */
export async function eraseMailsOf(
  tx: Db,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where((e) => e.or([e('user_id', '=', userId), e('recipient', '=', address)]))
    .execute();
}

/** Drops the secrets that open nothing any more. */
export async function dropEndedSecrets(db: Db, now: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ secret: null })
    .where('secret', 'is not', null)
    .where('secret_ends_at', '<', now)
    .execute();
}
