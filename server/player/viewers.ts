import { instantText, now, nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { countViewers } from './playback.queries.ts';
import { silentSince } from './views.rules.ts';

const freshMs = 2000;
const mostKept = 2000;
const kept = new Map<string, { viewers: Promise<number>; at: number }>();

/** How many watch a product now, counted over all processes, at most two seconds old. */
export function viewersOf(productId: string): Promise<number> {
  const known = kept.get(productId);
  const age = known ? nowMs() - known.at : -1;
  if (known && age >= 0 && age < freshMs) return known.viewers;
  if (kept.size >= mostKept) kept.clear();
  const viewers = countViewers(db(), productId, instantText(silentSince(now())));
  kept.set(productId, { viewers, at: nowMs() });
  viewers.catch(() => kept.delete(productId));
  return viewers;
}
