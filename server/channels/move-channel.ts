import type { MyChannel, ReviewedChannel } from '#contract/channels.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import {
  ChannelBanLifted,
  ChannelBanned,
  ChannelDeactivated,
  ChannelPublished,
  ChannelSentBack,
} from './announcements.ts';
import { viewForOwner, viewForTeam } from './channel-view.queries.ts';
import { findChannelBySlug, findChannelOfOwner } from './channels.store.ts';
import { queueBannedLetter, queuePublishedLetter, queueSentBackLetter } from './mails.ts';
import { submit, take } from './submit-channel.ts';

const ownChannel = async (tx: Db, actor: Actor, slug: string) =>
  orRefuse(await findChannelOfOwner(tx, { ownerId: actor.id, slug, lock: true }));
const anyChannel = async (tx: Db, slug: string) =>
  orRefuse(await findChannelBySlug(tx, slug, { lock: true }));

/** The organizer asks the team to look at a complete draft. */
export async function submitChannel(actor: Actor, slug: string): Promise<MyChannel> {
  return inTransaction(async (tx) => {
    const channel = await submit(tx, actor, await ownChannel(tx, actor, slug));
    return viewForOwner(tx, channel);
  });
}

/** The organizer takes a published channel back: only they see it from now on. */
export async function deactivateChannel(actor: Actor, slug: string): Promise<MyChannel> {
  return inTransaction(async (tx) => {
    const published = await ownChannel(tx, actor, slug);
    const channel = await take(tx, published, { step: 'deactivate', actor });
    await announce(tx, ChannelDeactivated, { channelId: channel.id });
    return viewForOwner(tx, channel);
  });
}

/** The team found everything in order: the channel is public at once. */
export async function approveChannel(actor: Actor, slug: string): Promise<ReviewedChannel> {
  return inTransaction(async (tx) => {
    const channel = await take(tx, await anyChannel(tx, slug), { step: 'approve', actor });
    await queuePublishedLetter(tx, channel);
    await announce(tx, ChannelPublished, { channelId: channel.id });
    return viewForTeam(tx, channel);
  });
}

/** The team wants something changed first, and says what. */
export async function sendChannelBack(
  actor: Actor,
  slug: string,
  reason: string,
): Promise<ReviewedChannel> {
  return inTransaction(async (tx) => {
    const reviewed = await anyChannel(tx, slug);
    const channel = await take(tx, reviewed, { step: 'sendBack', actor, reason });
    await queueSentBackLetter(tx, channel);
    await announce(tx, ChannelSentBack, { channelId: channel.id, reason });
    return viewForTeam(tx, channel);
  });
}

/** The team closes a channel, whatever its state, and says why. */
export async function banChannel(
  actor: Actor,
  slug: string,
  reason: string,
): Promise<ReviewedChannel> {
  return inTransaction(async (tx) => {
    const open = await anyChannel(tx, slug);
    const channel = await take(tx, open, { step: 'ban', actor, reason });
    await queueBannedLetter(tx, channel);
    await announce(tx, ChannelBanned, { channelId: channel.id, reason });
    return viewForTeam(tx, channel);
  });
}

/** The ban ends: the organizer has a draft again. */
export async function liftChannelBan(actor: Actor, slug: string): Promise<ReviewedChannel> {
  return inTransaction(async (tx) => {
    const channel = await take(tx, await anyChannel(tx, slug), { step: 'unban', actor });
    await announce(tx, ChannelBanLifted, { channelId: channel.id });
    return viewForTeam(tx, channel);
  });
}
