import type { CurrencyRate } from '#contract/rates.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { ageOfRate, type Rate } from '#contract/shared/exchange.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';

/** The rates that hold: of each currency the last one entered, if it has one at all. */
export async function ratesOf(from: Db): Promise<CurrencyRate[]> {
  const rows = await from
    .selectFrom('currency_rates as r')
    .innerJoin('users as u', 'u.id', 'r.entered_by')
    .distinctOn('r.currency')
    .select(['r.currency', 'r.millionths', 'r.day', 'r.source', 'r.entered_at'])
    .select(sql<string>`trim(u.name || ' ' || u.surname)`.as('entered_by'))
    .orderBy('r.currency')
    .orderBy('r.id', 'desc')
    .execute();
  const today = nowText();
  return rows.flatMap(({ millionths, ...row }) =>
    millionths === null
      ? []
      : {
          currency: row.currency as CurrencyCode,
          millionths,
          day: row.day,
          age: ageOfRate(row.day, today),
          enteredAt: row.entered_at,
          enteredBy: row.entered_by,
          source: row.source as CurrencyRate['source'],
        },
  );
}

/**
 * Refuses RATE_MISSING where a currency has no rate to the euro by which something may be counted now;
 * with the field that asks for it, where one does.
 */
export async function demandRateOf(
  from: Db,
  { currency, field }: { currency: CurrencyCode; field?: string },
): Promise<void> {
  if ((await findRates(from)).some((rate) => rate.currency === currency)) return;
  refuse('RATE_MISSING', field ? { fields: { [field]: 'rate_missing' } } : {});
}

/**
 * The last rate of a currency that was entered, however old it is, and though it may have been taken away
 * since; null when there never was one.
 */
export async function lastRateOf(from: Db, currency: CurrencyCode): Promise<Rate | null> {
  const row = await from
    .selectFrom('currency_rates')
    .select(['millionths', 'day'])
    .where('currency', '=', currency)
    .where('millionths', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.millionths ? { currency, millionths: row.millionths, day: row.day } : null;
}

export const listRates = async () => ({ rates: await ratesOf(db()) });

/** The rates by which something may be shown now: what is too old is not among them. */
export async function findRates(from: Db = db()): Promise<Rate[]> {
  const rates = await ratesOf(from);
  return rates
    .filter(({ age }) => age !== 'unused')
    .map(({ currency, millionths, day }) => ({ currency, millionths, day }));
}
