import type { Db } from '#server/platform/database/index.ts';
import type { LedgerEntry } from './ledger.rules.ts';

/** A fact is about an order or about a payment to an organizer. */
export type Posting = ({ orderId: string } | { payoutId: string }) & {
  /** Names the fact once: `payment:{id}`, `refund:{id}`, `payout:{id}`. */
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
  const about =
    'orderId' in posting ? { order_id: posting.orderId } : { payout_id: posting.payoutId };
  await tx
    .insertInto('ledger_entries')
    .values(
      posting.entries.map(({ account, amount, part = null }) => ({
        ...about,
        posting: posting.posting,
        account,
        part_id: part,
        channel_id: posting.channelId,
        currency: posting.currency,
        amount,
        created_at: posting.at,
      })),
    )
    .execute();
}
