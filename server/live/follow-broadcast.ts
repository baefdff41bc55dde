import { Temporal } from 'temporal-polyfill';
import { instantText, nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { BroadcastEnded, BroadcastStarted, RecordingMade } from './announcements.ts';
import {
  BroadcastMoved,
  moveBroadcast,
  storagePrefix,
  writeRecording,
} from './broadcasts.store.ts';
import type { BroadcastEnd, BroadcastEvents } from './engine/live-broadcast.ts';
import { forgetBroadcast } from './on-air.ts';

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
    },
    ended: (end) => next('broadcast ended', () => noteEnd(broadcastId, end)),
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
    const move = { broadcastId, from: 'idle', to: 'live' } as const;
    const { productId } = await moveBroadcast(tx, move, {
      started_at: startedAt,
      last_media_at: nowText(),
      storage_prefix: storagePrefix(broadcastId),
    });
    await announce(tx, BroadcastStarted, { productId, broadcastId });
  });
}

async function noteEnd(broadcastId: string, end: BroadcastEnd): Promise<void> {
  await endBroadcast(broadcastId, { endedAt: textOf(end.endedAtMs), reason: end.reason });
  await keepRecording(broadcastId, end.recording);
  forgetBroadcast(broadcastId);
}

/** Moves a live broadcast to its end; nothing happens when it has ended already. */
export async function endBroadcast(
  broadcastId: string,
  end: { endedAt: string; reason: 'stopped' | 'idle' | 'interrupted' },
): Promise<void> {
  await inTransaction(async (tx) => {
    const move = { broadcastId, from: 'live', to: 'ended' } as const;
    const values = { ended_at: end.endedAt, end_reason: end.reason };
    const { productId } = await moveBroadcast(tx, move, values);
    await announce(tx, BroadcastEnded, { productId, broadcastId });
  }).catch((error: unknown) => {
    if (!(error instanceof BroadcastMoved)) throw error;
  });
}

async function keepRecording(
  broadcastId: string,
  recording: BroadcastEnd['recording'],
): Promise<void> {
  if (!recording || recording.segments === 0) return;
  const { seconds } = recording;
  await inTransaction(async (tx) => {
    const { productId } = await writeRecording(tx, broadcastId, { seconds });
    await announce(tx, RecordingMade, { productId, broadcastId, seconds: Math.round(seconds) });
  });
}
