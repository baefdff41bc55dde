import { fact } from '#server/platform/facts.ts';

/** A person has subscribed to a channel. */
export const SubscriptionBegun = fact<{ subscriptionId: string; channelId: string }>(
  'subscription begun',
);
