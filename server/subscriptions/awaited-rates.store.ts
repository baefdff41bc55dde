import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { isStillOfferedRow } from './fragments.ts';

/**
 * Notes that a month cannot be charged before there is a rate of its currency, and keeps open until
 * `accessUntil` what it opens. `others`: how many subscriptions wait for the same; null when it did before.
 */
export async function waitForRate(
  tx: Db,
  id: string,
  { at, accessUntil }: { at: string; accessUntil: string },
): Promise<{ others: number } | null> {
  const { rows } = await sql<{ others: number | null }>`
    with old as (select id, currency, rate_missing_since as since from subscriptions where id = ${id}),
    noted as (update subscriptions s
      set rate_missing_since = coalesce(s.rate_missing_since, ${at}::timestamptz),
        access_until = greatest(s.access_until, ${accessUntil}::timestamptz)
      from old where s.id = old.id)
    select case when old.since is null then (select count(*)::int from subscriptions o
      where o.currency = old.currency and o.rate_missing_since is not null) end as others
    from old`.execute(tx);
  const others = rows[0]?.others ?? null;
  return others === null ? null : { others };
}

/** There is a rate: what was due before it waited is so again, with a grace of its own. False when it waits no more. */
export async function stopWaiting(tx: Db, id: string, accessUntil: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ rate_missing_since: null, access_until: accessUntil })
    .where('id', '=', id)
    .where('state', '=', 'past_due')
    .where('rate_missing_since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The rate of a currency that those wait for who follow a channel (null: the site). */
export type AwaitedRate = { channelId: string | null; currency: CurrencyCode };

const rateFrom = (row: { channel_id: string | null; currency: string }): AwaitedRate => ({
  channelId: row.channel_id,
  currency: row.currency as CurrencyCode,
});

export async function listAwaitedRates(db: Db): Promise<AwaitedRate[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['channel_id', 'currency'])
    .distinct()
    .where('rate_missing_since', 'is not', null)
    .orderBy('currency')
    .orderBy('channel_id')
    .execute();
  return rows.map(rateFrom);
}

/** Now, and until when what is paid ends of which a payment can be due. */
type Around = { at: string; by: string };

/**
 * `isLeftToPerson` of the rules, by the database, of what does not wait and is paid in another currency than euro;
 * also what is tried again no sooner than it ends.
 */
const leftToPerson = (db: Db, { at, by }: Around) =>
  db
    .selectFrom('subscriptions as s')
    .leftJoin('channels as c', 'c.id', 's.channel_id')
    .where('s.state', '=', 'past_due')
    .where('s.rate_missing_since', 'is', null)
    .where('s.currency', '<>', 'EUR')
    .where('s.valid_until', '<=', by)
    .where('s.access_until', '>', at)
    .where(isStillOfferedRow)
    .where(
      sql<boolean>`exists (select from subscription_periods p
        where p.subscription_id = s.id and p.paid_at is null
          and coalesce(p.next_try_at, 'infinity') >= s.access_until)`,
    );

/** The rates by which those would pay whose payment is left to them. */
export async function listRatesToPayBy(db: Db, around: Around): Promise<AwaitedRate[]> {
  const found = leftToPerson(db, around).select(['s.channel_id', 's.currency']).distinct();
  return (await found.orderBy('s.currency').orderBy('s.channel_id').execute()).map(rateFrom);
}

/** Those who would pay by this rate themselves, whose grace ends first before the others. */
export async function listToPayBy(
  db: Db,
  { channelId, currency }: AwaitedRate,
  { most, ...around }: Around & { most: number },
): Promise<string[]> {
  const rows = await leftToPerson(db, around)
    .select('s.id')
    .where('s.currency', '=', currency)
    .where('s.channel_id', 'is not distinct from', channelId)
    .orderBy('s.access_until')
    .orderBy('s.id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Those that wait for this rate, whoever was kept open longest ago first: each that is kept open, charged
 * or declined leaves the list, so that it goes round. `openUntil` named: those alone that are open no
 * longer than that. A try that is in somebody's hands is left to them.
 */
export async function listWaiting(
  db: Db,
  { channelId, currency }: AwaitedRate,
  { at, openUntil, most }: { at: string; openUntil?: string; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions as s')
    .leftJoin('channels as c', 'c.id', 's.channel_id')
    .select('s.id')
    .where('s.rate_missing_since', 'is not', null)
    .where('s.currency', '=', currency)
    .where('s.channel_id', 'is not distinct from', channelId)
    .where(isStillOfferedRow)
    .where(
      sql<boolean>`not exists (select from subscription_periods p
        where p.subscription_id = s.id and p.paid_at is null and p.next_try_at > ${at}::timestamptz)`,
    )
    .$if(openUntil !== undefined, (query) => query.where('s.access_until', '<=', openUntil ?? at))
    .orderBy('s.access_until')
    .orderBy('s.id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
