import { type Db, sql } from '#server/platform/database/index.ts';

/**
 * From now on turns until this instant count as told. Answers since when they were not, `oldest` at the
 * earliest; null when they were: of several who ask at the same instant one is answered.
 */
export async function claimTurns(
  tx: Db,
  { until, oldest }: { until: string; oldest: string },
): Promise<string | null> {
  const { rows } = await sql<{ told: string }>`update playout_news set told_until = ${until}
    where told_until < ${until}
    returning greatest(old.told_until, ${oldest}::timestamptz) as told`.execute(tx);
  return rows[0]?.told ?? null;
}
