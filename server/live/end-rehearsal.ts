import { instantText, now, nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { findBroadcastOf } from './broadcasts.queries.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { endWithin } from './follow-broadcast.ts';
import { forgetDraft } from './forget-draft.ts';
import { dropEncoder, runningEngine } from './on-air.ts';
import { listRehearsed } from './recordings.queries.ts';
import { rehearsalDays } from './recordings.rules.ts';
import { writeErased } from './recordings.store.ts';
import { broadcastChanged } from './sockets.ts';
import { forgetRecording } from './stored-recording.ts';

/** The node of its encoder hears of the end within five seconds, and finishes what it keeps. */
const eraseAfterSeconds = 60;

/**
 * A rehearsal room is being closed: its keys and outputs go, what is on air ends, and what was
 * recorded is deleted.
 */
export async function endRehearsal(tx: Db, productId: string): Promise<void> {
  await forgetDraft(tx, { productId });
  const last = await findBroadcastOf(tx, productId);
  if (last?.state === 'live') {
    await endWithin(tx, last.id, { endedAt: nowText(), reason: 'stopped' });
  }
  await enqueue(tx, eraseRehearsals, {}, { startAfter: eraseAfterSeconds });
  afterCommit(tx, () => {
    broadcastChanged(productId);
    for (const role of ['main', 'backup'] as const) {
      dropEncoder(productId, role, 'This rehearsal room was closed.');
    }
    if (last) void runningEngine()?.end(last.id, 'stopped');
  });
}

const erasedAtOnce = 100;

/** Every night, and after a room was closed: recordings of rehearsals whose time is over go. */
export const eraseRehearsals = defineJob<object>(
  'erase-rehearsals',
  async () => {
    const before = instantText(now().subtract({ hours: 24 * rehearsalDays }));
    const faults: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const ids = await listRehearsed(db(), { before, after, limit: erasedAtOnce });
      for (const id of ids) await erase(id).catch((error: unknown) => faults.push(error));
      after = ids.at(-1) ?? null;
      if (after === null) break;
    }
    // One that cannot be deleted keeps back none of the others, and is tried again.
    if (faults.length > 0) throw new AggregateError(faults, 'recordings of rehearsals are left');
  },
  { cron: '30 4 * * *' },
);

/** Files first: while one is left its row says that there is still something to delete. */
async function erase(broadcastId: string): Promise<void> {
  forgetRecording(broadcastId);
  for (const key of await storage().list(`${storagePrefix(broadcastId)}/`)) {
    await storage().delete(key);
  }
  await inTransaction((tx) => writeErased(tx, broadcastId));
}
