import type {
  ChannelClassification,
  ChannelMove,
  ChannelState,
  MyChannel,
  ReviewedChannel,
} from '#contract/channels.ts';
import { findPerson } from '#server/accounts/index.ts';
import { picturesByIds } from '#server/media/index.ts';
import { monetization } from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { missingFields, ownerCan, requiredFields, teamCan, warningsOf } from './channels.rules.ts';
import type { Channel } from './channels.store.ts';

/** A channel for its owner: everything, what is missing, and what can be done. */
export async function viewForOwner(db: Db, channel: Channel): Promise<MyChannel> {
  const whole = await wholeOf(db, channel);
  const { channelSubscriptions: subscriptionsOn } = await monetization(db);
  return { ...whole, can: ownerCan(channel, { missing: whole.missing, subscriptionsOn }) };
}

/** A channel for the team that reviews it. */
export async function viewForTeam(db: Db, channel: Channel): Promise<ReviewedChannel> {
  const whole = await wholeOf(db, channel);
  const owner = await findPerson(db, channel.ownerId);
  return {
    ...whole,
    owner: {
      id: channel.ownerId,
      name: owner ? `${owner.name} ${owner.surname}`.trim() : '',
      email: owner?.email ?? '',
    },
    can: teamCan(channel),
  };
}

async function wholeOf(db: Db, channel: Channel) {
  const { ownerId: _, publishedOnce: __, logoId, profileImageId, coverImageId, ...rest } = channel;
  const pictures = await picturesByIds(db, [logoId, profileImageId, coverImageId]);
  const picture = (id: string | null) => (id === null ? null : (pictures.get(id) ?? null));
  return {
    ...rest,
    classification: rest.classification as ChannelClassification | '',
    logo: picture(logoId),
    profileImage: picture(profileImageId),
    cover: picture(coverImageId),
    missing: missingFields(channel),
    required: requiredFields(channel),
    warnings: warningsOf(channel),
    moves: await listMoves(db, channel.id),
  };
}

async function listMoves(db: Db, channelId: string): Promise<ChannelMove[]> {
  const rows = await db
    .selectFrom('channel_moves')
    .select(['from_state', 'to_state', 'reason', 'moved_at'])
    .where('channel_id', '=', channelId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    from: row.from_state as ChannelState,
    to: row.to_state as ChannelState,
    reason: row.reason,
    at: row.moved_at,
  }));
}
