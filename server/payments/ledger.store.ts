import type { Db } from '#server/platform/database/index.ts';
import type { LedgerEntry } from './ledger.rules.ts';

export type Posting = {
  orderId: string;
  /** Names the fact once per order: `payment:{id}`, `refund:{id}`. */
  posting: string;
  channelId: string | null;
  currency: string;
  /** ISO text. */
  at: string;
  entries: LedgerEntry[];
};

/**
 * Writes one fact of the books in the caller's transaction. The entries must sum to zero: the
 * database refuses the statement otherwise. An empty posting writes nothing.
 */
export async function postLedger(tx: Db, posting: Posting): Promise<void> {
  if (posting.entries.length === 0) return;
  await tx
    .insertInto('ledger_entries')
    .values(
      posting.entries.map(({ account, amount }) => ({
        order_id: posting.orderId,
        posting: posting.posting,
        account,
        channel_id: posting.channelId,
        currency: posting.currency,
        amount,
        created_at: posting.at,
      })),
    )
    .execute();
}
