import type { Db } from '#server/platform/database/index.ts';

/** The origins that may frame the shows of these channels, by channel. */
export async function domainsOf(
  db: Db,
  channelIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (channelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('widget_domains')
    .select(['channel_id', 'domains'])
    .where('channel_id', 'in', [...channelIds])
    .execute();
  return new Map(rows.map(({ channel_id, domains }) => [channel_id, domains]));
}

export async function writeDomains(
  db: Db,
  channelId: string,
  { domains, by, at }: { domains: string[]; by: string; at: string },
): Promise<void> {
  const row = { domains, saved_by: by, saved_at: at };
  await db
    .insertInto('widget_domains')
    .values({ channel_id: channelId, ...row })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(row))
    .execute();
}
