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

/** There is a rate: it waits no more. */
export async function stopWaiting(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ rate_missing_since: null })
    .where('id', '=', id)
    .execute();
}

/** The rate of a currency that those wait for who follow a channel (null: the site). */
export type AwaitedRate = { channelId: string | null; currency: CurrencyCode };

export async function listAwaitedRates(db: Db): Promise<AwaitedRate[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['channel_id', 'currency'])
    .distinct()
    .where('rate_missing_since', 'is not', null)
    .orderBy('currency')
    .orderBy('channel_id')
    .execute();
  return rows.map((row) => ({
    channelId: row.channel_id,
    currency: row.currency as CurrencyCode,
  }));
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
