import type { ReviewedChannel } from '#contract/channels.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { ChannelChanged } from './announcements.ts';
import { viewForTeam } from './channel-view.queries.ts';
import { canBeFeatured } from './channels.rules.ts';
import { findChannelBySlug, lockFeatured, writeFeatured } from './channels.store.ts';

/** An administrator puts one published channel first on the home page, or takes it away. */
export async function featureChannel(
  slug: string,
  { featured }: { featured: boolean },
): Promise<ReviewedChannel> {
  return inTransaction(async (tx) => {
    await lockFeatured(tx);
    const channel = orRefuse(await findChannelBySlug(tx, slug, { lock: true }));
    if (featured && !canBeFeatured(channel.state)) refuse('CHANNEL_STATE');
    if (featured !== channel.featured) {
      await writeFeatured(tx, featured ? channel.id : null);
      await announce(tx, ChannelChanged, { channelId: channel.id });
    }
    return viewForTeam(tx, { ...channel, featured });
  });
}
