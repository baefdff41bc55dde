import type { Db } from '#server/platform/database/index.ts';
import type { DatedRate } from './rates.rules.ts';

/** Adds a rate, and who entered it; what stood there stays in the table. */
export async function addRate(
  db: Db,
  { from, ...rate }: DatedRate,
  by: { userId: string; at: string },
): Promise<void> {
  await db
    .insertInto('tax_rates')
    .values({ ...rate, from_day: from, entered_by: by.userId, entered_at: by.at })
    .execute();
}
