import type { SiteConfig } from '#contract/site.ts';
import type { Db } from '#server/platform/database/index.ts';

const columns = {
  approveUsers: 'approve_users',
  typeTag: 'type_tag',
  freeTag: 'free_tag',
  coupons: 'coupons',
  moderatedChat: 'moderated_chat',
  languages: 'languages',
  notifications: 'notifications',
  currencies: 'currencies',
  timezones: 'timezones',
} as const satisfies Record<keyof SiteConfig, string>;

/** The one row of switches. */
export async function loadConfig(db: Db): Promise<SiteConfig> {
  const row = await db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow();
  const entries = Object.entries(columns).map(([name, column]) => [name, row[column]]);
  return Object.fromEntries(entries) as SiteConfig;
}

/** Writes all nine switches and who set them. */
export async function writeConfig(
  tx: Db,
  config: SiteConfig,
  by: { userId: string; at: string },
): Promise<void> {
  const entries = Object.entries(columns).map(([name, column]) => [
    column,
    config[name as keyof SiteConfig],
  ]);
  await tx
    .updateTable('site_config')
    .set({ ...Object.fromEntries(entries), updated_by: by.userId, updated_at: by.at })
    .execute();
}
