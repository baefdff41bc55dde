/** The door of `channels`: what other areas may ask. */
export {
  ChannelBanLifted,
  ChannelBanned,
  ChannelChanged,
  ChannelDeactivated,
  ChannelPublished,
  ChannelSentBack,
  ChannelSubmitted,
} from './announcements.ts';
export {
  type ChannelOfProduct,
  type ChannelStanding,
  channelBriefsByIds,
  channelCardsByIds,
  findOwnChannel,
  hasPublishedChannel,
  listOwnChannels,
  listStandingsOf,
  ownsChannel,
  type Seller,
  sellerOf,
} from './door.queries.ts';
export { closeChannelsOf, eraseOwnerFrom } from './leave-with-owner.ts';
export { channelMail } from './mails.ts';
