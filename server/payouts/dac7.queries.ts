import type { Dac7Year } from '#contract/payouts.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { now } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import type { Payee } from './payouts.rules.ts';

export type Dac7Row = Payee & {
  /** Names the row in its list. */
  id: string;
  quarter: number;
  currency: CurrencyCode;
  /** What was credited to the organizer, fees taken off and refunds too. Minor units. */
  consideration: number;
  fees: number;
  /** Sales. */
  activities: number;
};

/**
 * What each organizer was credited in each quarter of a year, from the ledger alone, by the days of
 * its postings in the house's zone. Channels of one person under the same papers are one organizer.
 */
export async function listDac7(year: number): Promise<Dac7Row[]> {
  const { rows } = await sql<Dac7Row>`
    with booked as (
      select e.*, extract(quarter from e.created_at at time zone ${sessionZone})::int as quarter
      from ledger_entries e
      where e.order_id is not null and e.channel_id is not null
        and e.created_at >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${sessionZone})
        and e.created_at < make_timestamptz(${year}::int + 1, 1, 1, 0, 0, 0, ${sessionZone}))
    select concat_ws('|', min(c.id::text), b.quarter, b.currency) as id,
      c.business_name as name, c.billing_tax_id as "taxId", c.billing_address as address,
      c.billing_postal_code as "postalCode", c.billing_city as city,
      c.billing_country as country, c.billing_iban as iban, b.quarter, b.currency,
      coalesce(0 - sum(b.amount) filter (where b.account in ('organizer', 'donation', 'tax')), 0)::bigint
        as consideration,
      coalesce(0 - sum(b.amount) filter (where b.account = 'platform_fee'), 0)::bigint as fees,
      count(distinct b.order_id) filter (where b.posting like 'payment:%') as activities
    from booked b join channels c on c.id = b.channel_id
    group by c.owner_id, c.business_name, c.billing_tax_id, c.billing_address,
      c.billing_postal_code, c.billing_city, c.billing_country, c.billing_iban,
      b.quarter, b.currency
    order by c.business_name, c.owner_id, b.quarter, b.currency`.execute(db());
  return rows;
}

/** How many years are offered, this one first. */
const yearsOffered = 3;

/** The last years, and of which of them there is something to report. */
export async function listDac7Years(): Promise<Dac7Year[]> {
  const thisYear = now().toZonedDateTimeISO(sessionZone).year;
  const { rows } = await sql<Dac7Year>`
    select y as year, exists (select from ledger_entries e
      where e.order_id is not null and e.channel_id is not null
        and e.created_at >= make_timestamptz(y, 1, 1, 0, 0, 0, ${sessionZone})
        and e.created_at < make_timestamptz(y + 1, 1, 1, 0, 0, 0, ${sessionZone})) as "hasSales"
    from generate_series(${thisYear}::int, ${thisYear}::int - ${yearsOffered}::int + 1, -1) y`.execute(
    db(),
  );
  return rows;
}
