import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** A rate to be written down; without one the currency has none any more. */
export type NewRate = {
  currency: CurrencyCode;
  millionths: number | null;
  day: string;
  source: 'typed' | 'ecb' | 'removed';
};

/** Whoever changes rates waits for whoever is at it: of a file nothing is taken over half. */
export const lockRates = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('currency rates'))`.execute(tx);

/** Adds what was entered, and by whom; what stood there stays in the table. */
export async function addRates(
  tx: Db,
  rates: readonly NewRate[],
  by: { userId: string; at: string },
): Promise<void> {
  if (rates.length === 0) return;
  await tx
    .insertInto('currency_rates')
    .values(rates.map((rate) => ({ ...rate, entered_by: by.userId, entered_at: by.at })))
    .execute();
}
