import { availableParallelism } from 'node:os';
import { trialsAtOnce } from './broadcasts.rules.ts';
import type { SegmentSink } from './engine/segment-sink.ts';

/**
 * Private tests of this process: what encoders send of shows that are not published. They have no
 * row in the database, so no viewer can find them, and nothing of them is kept.
 */
export type Trial = { id: string; productId: string; ownerId: string; beganMs: number };
const trials = new Map<string, Trial>();

export const trialOf = (productId: string): Trial | null => trials.get(productId) ?? null;

export const findTrial = (broadcastId: string): Trial | null =>
  [...trials.values()].find(({ id }) => id === broadcastId) ?? null;

/**
 * The test of a product, begun where there is none; null when too many run. One at a time for each
 * owner: nobody has looked at them yet, and they must not keep others from theirs.
 */
export function openTrial({
  id: productId,
  ownerId,
}: {
  id: string;
  ownerId: string;
}): Trial | null {
  const known = trials.get(productId);
  if (known) return known;
  if ([...trials.values()].some((trial) => trial.ownerId === ownerId)) return null;
  if (trials.size >= trialsAtOnce(availableParallelism())) return null;
  const trial = { id: crypto.randomUUID(), productId, ownerId, beganMs: performance.now() };
  trials.set(productId, trial);
  return trial;
}

/** Products whose test was cut since what comes now is for viewers, until an encoder comes again. */
const cut = new Set<string>();

export const noteCut = (productId: string): void => void cut.add(productId);
export const forgetCut = (productId: string): boolean => cut.delete(productId);
export const wasCut = (productId: string): boolean => cut.has(productId);

export function forgetTrial(broadcastId: string): void {
  const trial = findTrial(broadcastId);
  if (trial) trials.delete(trial.productId);
}

export function forgetTrials(): void {
  trials.clear();
  cut.clear();
}

/** Where segments of a test go: nowhere. */
export const keepsNothing: SegmentSink = { put: async () => undefined, read: async () => null };
