import type { RateKind } from '#contract/shared/tax-places.ts';
import type { DatedTaxRates } from '#contract/taxes.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { type DatedRate, standing } from './rates.rules.ts';

type Row = DatedRate & { id: string; enteredAt: string; enteredBy: string | null };

/** Every rate, as it was entered: the order in which `rateOn` wants them. */
export async function ratesOf(from: Db): Promise<Row[]> {
  const rows = await from
    .selectFrom('tax_rates as r')
    .leftJoin('users as u', 'u.id', 'r.entered_by')
    .select(['r.id', 'r.country', 'r.region', 'r.postcodes', 'r.rate'])
    .select(['r.kind', 'r.from_day as from', 'r.entered_at as enteredAt'])
    .select(sql<string | null>`trim(u.name || ' ' || u.surname)`.as('enteredBy'))
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as RateKind }));
}

/** All rates as administrators see them, with what holds today. */
export async function listTaxRates(): Promise<DatedTaxRates> {
  const rates = standing(await ratesOf(db()), nowText().slice(0, 10));
  return { rates: rates.map(({ postcodes: _, ...rate }) => rate) };
}
