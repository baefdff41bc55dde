import { playerLimits } from '#contract/player.ts';
import { instantText, now, nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { countLiveViewers, countViewers } from './viewers.queries.ts';

const freshMs = 2000;
const mostKept = 2000;
const kept = remembered(new Map<string, { viewers: Promise<number>; at: number }>());

const heardSince = (): string => instantText(now().subtract({ seconds: playerLimits.silent }));

/**
 * How many watch a product now: open views that were heard of within fifteen seconds, over all
 * processes. At most two seconds old. The one number of viewers that every screen shows.
 */
export function viewersOf(productId: string): Promise<number> {
  const known = kept.get(productId);
  const age = known ? nowMs() - known.at : -1;
  if (known && age >= 0 && age < freshMs) return known.viewers;
  if (kept.size >= mostKept) kept.clear();
  const viewers = countViewers(db(), productId, heardSince());
  kept.set(productId, { viewers, at: nowMs() });
  viewers.catch(() => kept.delete(productId));
  return viewers;
}

/** Those of these products that are on air, with their viewers. One statement for all. */
export const liveViewers = (productIds: readonly string[]): Promise<Map<string, number>> =>
  countLiveViewers(db(), productIds, heardSince());
