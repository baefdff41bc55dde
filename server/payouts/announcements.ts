import { fact } from '#server/platform/facts.ts';

/** The bank has carried out one payment to the owner of a channel. */
export const PayoutPaid = fact<{ payoutId: string; channelId: string }>('payout paid');

/** The bank has sent one payment back: it is owed again. */
export const PayoutReturned = fact<{ payoutId: string; channelId: string }>('payout returned');
