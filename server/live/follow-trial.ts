import { db } from '#server/platform/database/index.ts';
import { findBroadcastProduct } from './broadcasts.queries.ts';
import { trialIsOver } from './broadcasts.rules.ts';
import type { BroadcastEvents } from './engine/broadcast-events.ts';
import type { LiveBroadcast } from './engine/live-broadcast.ts';
import type { Log } from './follow-broadcast.ts';
import { forgetBroadcast, runningEngine } from './on-air.ts';
import { forgetProof, noteProof } from './prove-encoder.ts';
import { broadcastChanged } from './sockets.ts';
import { findTrial, forgetTrial, noteCut, type Trial } from './trials.ts';
import { findWelcome } from './welcome-encoder.ts';

/** What the engine reports of a private test: nothing of it is written, the panel looks again. */
export function followTrial(broadcastId: string, log: Log): BroadcastEvents {
  const changed = () => {
    const trial = findTrial(broadcastId);
    if (trial) broadcastChanged(trial.productId);
  };
  return {
    started: changed,
    ended: () => {
      changed();
      forgetTrial(broadcastId);
      forgetProof(broadcastId);
      forgetBroadcast(broadcastId);
    },
    recorded: () => undefined,
    noted: (what, facts) => log.info({ trialId: broadcastId, ...facts }, what),
  };
}

/**
 * Notes what a test has shown, and ends it when its time is over, when its encoder stays away, and
 * when the show may be tried no more: published meanwhile, or its organizer was stopped.
 */
export async function compareTrial(broadcast: LiveBroadcast, trial: Trial): Promise<void> {
  const product = await findBroadcastProduct(db(), trial.productId);
  const welcome = product && (await findWelcome(product));
  const at = performance.now();
  const age = {
    seconds: (at - trial.beganMs) / 1000,
    silentSeconds: (at - broadcast.lastMediaAt) / 1000,
    isFed: broadcast.isFed,
  };
  if (welcome?.mayTry && !trialIsOver(age)) return noteProof(trial.id, trial.productId);
  const isPublic = welcome?.refusal === null;
  if (isPublic) noteCut(trial.productId);
  const reason = isPublic ? published : over;
  for (const { role } of broadcast.feeds) broadcast.dropFeed(role, reason);
  await runningEngine()?.end(trial.id, 'stopped');
}

const published = 'The show is published now. Connect again: what you send is for its viewers.';
const over = 'The private test is over.';
