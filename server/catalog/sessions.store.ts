import type { Insertable } from 'kysely';
import { builtOnce } from '#server/platform/database/built-once.ts';
import type { DB, Db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';

export type SessionValues = Insertable<DB['product_sessions']>;

/** Adds a showing; answers false when the product already has one at that instant. */
export async function addSessionRow(tx: Db, session: SessionValues): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('product_sessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['product_id', 'starts_at']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a showing out; answers false when the product has none with this id. */
export async function removeSessionRow(
  tx: Db,
  { productId, sessionId }: { productId: string; sessionId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('product_sessions')
    .where('id', '=', sessionId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Locks a showing to the end of the transaction, also against tickets and orders that point at it and
 * against its transmission. Refuses SERVER_ERROR_NOT_FOUND when the product has none with this id.
 */
export async function lockSession(
  tx: Db,
  { productId, sessionId }: { productId: string; sessionId: string },
): Promise<void> {
  const row = await tx
    .selectFrom('product_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst();
  orRefuse(row);
}

/** The one writer of a cancellation; refuses SESSION_CANCELLED when somebody was faster. */
export async function cancelSessionRow(
  tx: Db,
  { sessionId, by, at, reason }: { sessionId: string; by: string; at: string; reason: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('product_sessions')
    .set({ cancelled_at: at, cancelled_by: by, cancel_reason: reason })
    .where('id', '=', sessionId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('SESSION_CANCELLED');
}

/**
 * Refuses SESSION_CANCELLED when this showing does not take place, and holds off its cancellation to
 * the end of the transaction. Many can hold it off at once, and take seats meanwhile.
 */
export async function demandSession(tx: Db, sessionId: string): Promise<void> {
  const [row] = await heldOff(tx, sessionId);
  if (row?.cancelled_at) refuse('SESSION_CANCELLED');
}

const heldOff = builtOnce((tx: Db, sessionId: string) =>
  tx
    .selectFrom('product_sessions')
    .select('cancelled_at')
    .where('id', '=', sessionId)
    .forKeyShare(),
);
