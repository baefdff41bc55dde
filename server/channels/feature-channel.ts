import type { ReviewedChannel } from '#contract/channels.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { ChannelChanged } from './announcements.ts';
import { viewForTeam } from './channel-view.queries.ts';
import { canBeFeatured } from './channels.rules.ts';
import { findChannelBySlug, writeFeatured } from './channels.store.ts';

/** The home page shows this channel first, instead of any other. */
export async function featureChannel(slug: string): Promise<ReviewedChannel> {
  return inTransaction(async (tx) => {
    const channel = orRefuse(await findChannelBySlug(tx, slug, { lock: true }));
    if (!canBeFeatured(channel.state)) refuse('CHANNEL_STATE');
    await writeFeatured(tx, channel.id);
    await announce(tx, ChannelChanged, { channelId: channel.id });
    return viewForTeam(tx, { ...channel, featured: true });
  });
}

/** The home page shows this channel no longer first; nothing happens when it did not. */
export async function unfeatureChannel(slug: string): Promise<ReviewedChannel> {
  return inTransaction(async (tx) => {
    const channel = orRefuse(await findChannelBySlug(tx, slug, { lock: true }));
    if (channel.featured) await writeFeatured(tx, null);
    await announce(tx, ChannelChanged, { channelId: channel.id });
    return viewForTeam(tx, { ...channel, featured: false });
  });
}
