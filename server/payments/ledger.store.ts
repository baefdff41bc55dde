import { rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
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
  if (posting.entries.length > 0) await written(tx, valuesOf(posting));
}

/** The values of a fact; of none, those by which nothing is written. */
export const valuesOf = (posting: Posting | null) => ({
  orderId: posting && 'orderId' in posting ? posting.orderId : null,
  payoutId: posting && 'payoutId' in posting ? posting.payoutId : null,
  posting: posting?.posting ?? null,
  channelId: posting?.channelId ?? null,
  postingCurrency: posting?.currency ?? null,
  postedAt: posting?.at ?? null,
  entries: JSON.stringify(posting?.entries ?? []),
});

/** SQL that writes the entries of a fact: by itself, or as a part of what writes more. */
export const entriesOf = (row: ReturnType<typeof valuesOf>) => sql`
  insert into ledger_entries (order_id, payout_id, posting, channel_id, currency, created_at,
    account, part_id, amount)
  select ${row.orderId}::uuid, ${row.payoutId}::uuid, ${row.posting}::text, ${row.channelId}::uuid,
    ${row.postingCurrency}::text, ${row.postedAt}::timestamptz, e.account, e.part, e.amount
  from jsonb_to_recordset(${row.entries}::jsonb) as e(account text, part uuid, amount bigint)`;

const written = rowBuiltOnce((_: Db, row: ReturnType<typeof valuesOf>) => entriesOf(row));
