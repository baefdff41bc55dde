import type { Db } from '#server/platform/database/index.ts';

type Refund = { key: string; reference: string; amount: number; at: string };

/**
 * Writes down that a refund is about to be asked: true when it may be. One that was done is not
 * asked again, nor one whose answer never came, for Redsys would do it twice.
 */
export async function beginRefund(
  db: Db,
  { key, reference, amount, at }: Refund,
): Promise<'ask' | 'done' | 'unclear'> {
  const row = await db
    .insertInto('redsys_refunds')
    .values({ refund_key: key, provider_reference: reference, amount, asked_at: at })
    .onConflict((conflict) =>
      conflict
        .column('refund_key')
        .doUpdateSet({ state: 'asked', asked_at: at })
        .where('redsys_refunds.state', '=', 'refused'),
    )
    .returning('refund_key')
    .executeTakeFirst();
  if (row) return 'ask';
  const { state } = await db
    .selectFrom('redsys_refunds')
    .select('state')
    .where('refund_key', '=', key)
    .executeTakeFirstOrThrow();
  return state === 'done' ? 'done' : 'unclear';
}

/** What Redsys answered; a refused one may be asked again. */
export async function endRefund(
  db: Db,
  key: string,
  { state, answer }: { state: 'done' | 'refused'; answer: string },
): Promise<void> {
  await db
    .updateTable('redsys_refunds')
    .set({ state, answer })
    .where('refund_key', '=', key)
    .where('state', '=', 'asked')
    .execute();
}
