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
  type ChannelPayee,
  type ChannelStanding,
  channelBriefsByIds,
  channelCardsByIds,
  findOwnChannel,
  hasPublishedChannel,
  listOwnChannels,
  listStandingsOf,
  ownsChannel,
  payeesByIds,
  type Seller,
  sellerOf,
} from './door.queries.ts';
export { closeChannelsOf, eraseOwnerFrom } from './leave-with-owner.ts';
export { channelMail } from './mails.ts';
