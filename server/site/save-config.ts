import type { SiteConfig } from '#contract/site.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { SiteConfigSaved } from './announcements.ts';
import { forgetConfig } from './config.queries.ts';
import { writeConfig } from './config.store.ts';

/** An administrator saves all switches at once. */
export async function saveConfig(actor: Actor, config: SiteConfig): Promise<SiteConfig> {
  await inTransaction(async (tx) => {
    await writeConfig(tx, config, { userId: actor.id, at: nowText() });
    // Before the pages are dropped, which ask for it when they are made again.
    afterCommit(tx, forgetConfig);
    await announce(tx, SiteConfigSaved, { config });
  });
  return config;
}
