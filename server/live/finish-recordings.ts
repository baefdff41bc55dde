import { db } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { writeNothingKept } from './broadcasts.store.ts';
import { Recorder } from './engine/recorder.ts';
import { keepRecording, type Log } from './follow-broadcast.ts';
import { mayInherit } from './node-heart.ts';
import { claimUnfinished } from './nodes.store.ts';
import { inHand } from './on-air.ts';
import { sinkOf } from './take-over.ts';
import { thisNode } from './this-node.ts';

const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;

/** What storage refused: when it may be tried again, and how long after that. */
const refused = remembered(new Map<string, { fromMs: number; pauseMs: number }>());

/**
 * Recordings that a process did not finish: it died between the end and the playlists, here or at
 * another node. All their segments are kept. One node has one in hand, as the database decides. Stops
 * when `isWanted` says no.
 */
export async function finishRecordings(log: Log, isWanted: () => boolean): Promise<void> {
  while (isWanted()) {
    const nodeUrl = thisNode();
    const claim = { nodeUrl, except: [...inHand(), ...resting()] };
    const broadcastId = await claimUnfinished(db(), claim, mayInherit());
    if (broadcastId === null) return;
    await finishRecording(broadcastId).catch((error: unknown) => {
      log.error({ err: error, broadcastId }, 'recording cannot be finished');
      letRest(broadcastId);
    });
  }
}

async function finishRecording(broadcastId: string): Promise<void> {
  const recorder = await Recorder.recover(sinkOf(broadcastId));
  if (recorder) await keepRecording(broadcastId, await recorder.finish());
  else await writeNothingKept(db(), broadcastId);
  refused.delete(broadcastId);
}

function letRest(broadcastId: string): void {
  const pauseMs = refused.get(broadcastId)?.pauseMs ?? firstPauseMs;
  const next = { fromMs: performance.now() + pauseMs, pauseMs: pauseMs * 2 };
  refused.set(broadcastId, { ...next, pauseMs: Math.min(next.pauseMs, longestPauseMs) });
}

const resting = (): string[] =>
  [...refused].filter(([, { fromMs }]) => fromMs > performance.now()).map(([id]) => id);
