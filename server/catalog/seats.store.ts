import { builtOnce } from '#server/platform/database/built-once.ts';
import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { SeatFreed } from './announcements.ts';

/**
 * Takes one seat of a showing until `freeSeat` gives it back. The row itself is asked, so of two
 * who want the last seat one gets it; the other is refused SOLD_OUT. Call it late in a
 * transaction: others who want a seat of this showing wait for its end.
 */
export async function holdSeat(tx: Db, sessionId: string): Promise<void> {
  const [held] = await holding(tx, sessionId);
  if (!held) refuse('SOLD_OUT');
}

const holding = builtOnce((tx: Db, sessionId: string) =>
  tx
    .updateTable('product_sessions')
    .set((row) => ({ seats_held: row('seats_held', '+', 1) }))
    .where('id', '=', sessionId)
    .where((row) =>
      row.or([row('capacity', 'is', null), row('seats_held', '<', row.ref('capacity'))]),
    )
    .returning('id'),
);

/** Gives one seat back. A seat that nobody held stays free. */
export async function freeSeat(tx: Db, sessionId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('product_sessions')
    .set((row) => ({ seats_held: row('seats_held', '-', 1) }))
    .where('id', '=', sessionId)
    .where('seats_held', '>', 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await announce(tx, SeatFreed, { sessionId });
}
