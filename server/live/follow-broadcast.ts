import { Temporal } from 'temporal-polyfill';
import { instantText, nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { sayShowRecorded, sayShowStarts } from './announce-show.ts';
import { BroadcastEnded, BroadcastStarted, RecordingMade } from './announcements.ts';
import { holdSessionOf } from './broadcasts.queries.ts';
import {
  BroadcastMoved,
  moveBroadcast,
  storagePrefix,
  writeNothingKept,
  writeRecording,
} from './broadcasts.store.ts';
import { carryOutputs, dropOutputs } from './carry-outputs.ts';
import type { BroadcastEnd, BroadcastEvents } from './engine/broadcast-events.ts';
import type { RecordingEnd } from './engine/recorder.ts';
import { forgetLoss, noteLoss } from './note-loss.ts';
import { forgetBroadcast, forgetFinishing, noteFinishing } from './on-air.ts';
import { forgetProof } from './prove-encoder.ts';
import { broadcastChanged } from './sockets.ts';
import { thisNode } from './this-node.ts';

export type Log = {
  info(facts: object, what: string): void;
  error(facts: object, what: string): void;
};

const textOf = (ms: number): string => instantText(Temporal.Instant.fromEpochMilliseconds(ms));

/** Carries what the engine reports of one broadcast into the database. */
export function followBroadcast(broadcastId: string, log: Log): BroadcastEvents {
  // One after the other: an end must never be written before its start.
  let written: Promise<void> = Promise.resolve();
  const next = (what: string, write: () => Promise<void>) => {
    written = written.then(() => persist(log, what, write));
    return written;
  };
  return {
    started: ({ startedAtMs }) => {
      void next('broadcast started', () => noteStart(broadcastId, textOf(startedAtMs)));
      void next('outputs begun', () => carryOutputs(broadcastId));
    },
    ended: (end) => {
      dropOutputs(broadcastId);
      return next('broadcast ended', () => noteEnd(broadcastId, end));
    },
    recorded: (recording) => next('recording made', () => keepRecording(broadcastId, recording)),
    noted: (what, facts) => log.info({ broadcastId, ...facts }, what),
  };
}

/** The show goes on while the database is away; what happened is written once it is back. */
async function persist(log: Log, what: string, write: () => Promise<void>): Promise<void> {
  for (let pauseMs = 500; ; pauseMs = Math.min(30_000, pauseMs * 2)) {
    try {
      await write();
      return;
    } catch (error) {
      log.error({ err: error }, `${what}: not written`);
      if (error instanceof BroadcastMoved) return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  }
}

async function noteStart(broadcastId: string, startedAt: string): Promise<void> {
  await inTransaction(async (tx) => {
    await holdSessionOf(tx, broadcastId);
    const move = { broadcastId, from: 'idle', to: 'live' } as const;
    const { productId, sessionId } = await moveBroadcast(tx, move, {
      started_at: startedAt,
      last_media_at: nowText(),
      storage_prefix: storagePrefix(broadcastId),
      recorded_by: thisNode(),
    });
    await announce(tx, BroadcastStarted, { productId, broadcastId });
    await sayShowStarts(tx, { productId, broadcastId, sessionId }, startedAt);
    afterCommit(tx, () => broadcastChanged(productId));
  });
}

async function noteEnd(broadcastId: string, end: BroadcastEnd): Promise<void> {
  noteFinishing(broadcastId);
  await endBroadcast(broadcastId, { endedAt: textOf(end.endedAtMs), reason: end.reason });
  if (end.recording) await keepRecording(broadcastId, end.recording);
  forgetBroadcast(broadcastId);
  forgetLoss(broadcastId);
  forgetProof(broadcastId);
}

type End = { endedAt: string; reason: 'stopped' | 'idle' | 'interrupted' };

/** Moves a live broadcast to its end; nothing happens when it has ended already. */
export async function endBroadcast(broadcastId: string, end: End): Promise<void> {
  await inTransaction((tx) => endWithin(tx, broadcastId, end));
}

/** The same in the transaction of the caller. */
export async function endWithin(tx: Db, broadcastId: string, end: End): Promise<void> {
  try {
    const move = { broadcastId, from: 'live', to: 'ended' } as const;
    const values = { ended_at: end.endedAt, end_reason: end.reason };
    const { productId } = await moveBroadcast(tx, move, values);
    await announce(tx, BroadcastEnded, { productId, broadcastId });
    afterCommit(tx, () => broadcastChanged(productId));
  } catch (error) {
    if (!(error instanceof BroadcastMoved)) throw error;
  }
}

/** The files of a recording are whole: from now on it can be watched. Once; later calls do nothing. */
export async function keepRecording(broadcastId: string, recording: RecordingEnd): Promise<void> {
  if (!recording.isComplete) await noteLoss(broadcastId);
  if (recording.segments === 0) await writeNothingKept(db(), broadcastId);
  else await writeKept(broadcastId, recording);
  forgetFinishing(broadcastId);
}

async function writeKept(broadcastId: string, recording: RecordingEnd): Promise<void> {
  const { seconds } = recording;
  await inTransaction(async (tx) => {
    const written = await writeRecording(tx, broadcastId, { seconds });
    if (!written) return;
    const { endedAt, ...aired } = { ...written, broadcastId };
    const { productId } = aired;
    await announce(tx, RecordingMade, { productId, broadcastId, seconds: Math.round(seconds) });
    await sayShowRecorded(tx, aired, endedAt);
  });
}
