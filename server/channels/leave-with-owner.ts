import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { ChannelDeactivated } from './announcements.ts';
import { canStep, channelSteps } from './channels.rules.ts';
import { eraseBilling, lockChannelsOf, moveChannel } from './channels.store.ts';

/**
 * Who may not log in any more sells nothing any more: every channel of theirs that is public, or on
 * its way there, is a draft again. Who comes back has them reviewed anew.
 */
export async function closeChannelsOf(
  tx: Db,
  { userId, by }: { userId: string; by: string },
): Promise<void> {
  const at = nowText();
  const { to } = channelSteps.loseOwner;
  for (const { id: channelId, state: from } of await lockChannelsOf(tx, userId)) {
    if (!canStep(from, 'loseOwner')) continue;
    await moveChannel(tx, { channelId, from, to, reason: '', by, at });
    await announce(tx, ChannelDeactivated, { channelId });
  }
}

/** The owner's account was deleted: bank data, pictures and ways to reach them go with it. */
export const eraseOwnerFrom = (tx: Db, { userId }: { userId: string }): Promise<void> =>
  eraseBilling(tx, userId);
