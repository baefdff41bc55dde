import { nowText } from '#server/platform/clock.ts';
import { afterCommit, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { remembered } from '#server/platform/remembered.ts';
import { RecordingLost } from './announcements.ts';
import { writeLoss } from './recordings.store.ts';
import { broadcastChanged } from './sockets.ts';

const noted = remembered(new Set<string>());

/**
 * A part of a recording could not be kept: its organizer is told, once for each broadcast. While
 * the database cannot write either, the next look tries again.
 */
export async function noteLoss(broadcastId: string): Promise<void> {
  if (noted.has(broadcastId)) return;
  await inTransaction(async (tx) => {
    const productId = await writeLoss(tx, broadcastId, nowText());
    if (productId === null) return;
    await announce(tx, RecordingLost, { productId, broadcastId });
    afterCommit(tx, () => broadcastChanged(productId));
  });
  noted.add(broadcastId);
}

/** The broadcast is over: nothing of it is remembered here. */
export const forgetLoss = (broadcastId: string): void => void noted.delete(broadcastId);
