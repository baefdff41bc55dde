import { fact } from '#server/platform/facts.ts';

/** The bank has carried out one payment to the owner of a channel. */
export const PayoutPaid = fact<{ payoutId: string; channelId: string }>('payout paid');
