import { fact } from '#server/platform/facts.ts';

type OfChannel = { channelId: string };

export const ChannelSubmitted = fact<OfChannel>('channel submitted');
export const ChannelPublished = fact<OfChannel>('channel published');
export const ChannelSentBack = fact<OfChannel & { reason: string }>('channel sent back');
export const ChannelDeactivated = fact<OfChannel>('channel deactivated');
export const ChannelBanned = fact<OfChannel & { reason: string }>('channel banned');
export const ChannelBanLifted = fact<OfChannel>('channel ban lifted');
/** Something that is shown of it changed: texts, pictures, its place on the home page. */
export const ChannelChanged = fact<OfChannel>('channel changed');
