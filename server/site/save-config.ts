import type { SiteConfig } from '#contract/site.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { SiteConfigSaved } from './announcements.ts';
import { forgetConfig } from './config.queries.ts';
import { writeConfig } from './config.store.ts';

/** An administrator saves all switches at once. Refuses ADMIN.PAGE.SAVE_ERROR when that fails. */
export async function saveConfig(actor: Actor, config: SiteConfig): Promise<SiteConfig> {
  await save(actor, config).catch((cause) => refuse('ADMIN.PAGE.SAVE_ERROR', { cause }));
  return config;
}

const save = (actor: Actor, config: SiteConfig): Promise<void> =>
  inTransaction(async (tx) => {
    await writeConfig(tx, config, { userId: actor.id, at: nowText() });
    // Before the pages are dropped, which ask for it when they are made again.
    afterCommit(tx, forgetConfig);
    await announce(tx, SiteConfigSaved, { config });
  });
