import type { SiteConfig } from '#contract/site.ts';
import { nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { loadConfig } from './config.store.ts';

const freshMs = 2000;
let kept: { config: SiteConfig; at: number } | null = null;
let generation = 0;
forgetBy(forgetConfig);

/**
 * The switches, at most two seconds old: every page asks for them, and another process may have
 * saved them meanwhile.
 */
export async function findConfig(): Promise<SiteConfig> {
  if (kept && nowMs() - kept.at < freshMs) return kept.config;
  const startedIn = generation;
  const config = await loadConfig(db());
  // What was saved while it was read may not be in it.
  if (startedIn === generation) kept = { config, at: nowMs() };
  return config;
}

/** The next question reads the database again. */
export function forgetConfig(): void {
  generation += 1;
  kept = null;
}
