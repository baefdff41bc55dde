import { type Db, sql } from '#server/platform/database/index.ts';

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

/** Those that wait for a rate and whose payment was due before. */
export async function listDueAwaitingRates(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('state', '=', 'past_due')
    .where('rate_missing_since', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
