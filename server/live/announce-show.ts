import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { ShowRecorded, ShowStarted } from './announcements.ts';
import { findBroadcast, findSession } from './broadcasts.queries.ts';
import { secondsUntilShow, wasShow } from './broadcasts.rules.ts';

type Aired = { productId: string; broadcastId: string; sessionId: string | null };

/** A test that runs on until its session's hour is the show from then on. */
const announceShow = defineJob<{ broadcastId: string }>(
  'announce-show',
  async ({ broadcastId }) => {
    const broadcast = await findBroadcast(db(), broadcastId);
    if (broadcast?.state !== 'live') return;
    const { productId, sessionId } = broadcast;
    await inTransaction((tx) => announce(tx, ShowStarted, { productId, broadcastId, sessionId }));
  },
);

/** A broadcast is on air since `startedAt`: says that the show has started, now or at its hour. */
export async function sayShowStarts(tx: Db, aired: Aired, startedAt: string): Promise<void> {
  const seconds = secondsUntilShow(await findSession(tx, aired.sessionId), startedAt);
  if (seconds === null) return;
  if (seconds === 0) return announce(tx, ShowStarted, aired);
  const { broadcastId } = aired;
  await enqueue(tx, announceShow, { broadcastId }, { startAfter: seconds });
}

/** The recording of a broadcast can be watched: says so of a show, not of a test. */
export async function sayShowRecorded(tx: Db, aired: Aired, endedAt: string): Promise<void> {
  if (wasShow(await findSession(tx, aired.sessionId), endedAt)) {
    await announce(tx, ShowRecorded, aired);
  }
}
