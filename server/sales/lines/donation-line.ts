import type { DonationItem } from '#contract/order-items.ts';
import { findChannelDonation, findProductDonation, takesAmount } from '#server/donations/index.ts';
import { feeFor } from '#server/payments/index.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { givenLine, givesNothing } from './given-line.ts';
import type { LineRules } from './line.ts';

/** What somebody gives to an artist: as much as they choose, between what the artist has set. */
export const donationLine: LineRules<DonationItem> = {
  ...givesNothing,

  async plan(_, { channelSlug, productSlug, currency, expectedTotal: total }) {
    const found = productSlug
      ? await findProductDonation(productSlug, channelSlug)
      : await findChannelDonation(channelSlug);
    if (!found) refuse('PRODUCT_NOT_FOR_SALE');
    const { channelId, title, offer } = found;
    if (offer.currency !== currency) refuse('PRICE_CHANGED');
    const fault = takesAmount(offer, total);
    if (fault) refuse('VALIDATION', { fields: { expectedTotal: fault } });
    const fee = await feeFor(db(), { plan: 'donation', total, currency, minutes: null });
    const details = { place: productSlug ?? channelSlug };
    const line = givenLine({ kind: 'donation', title, total, fee, details });
    return { line, parts: [], seller: { channelId, currency }, expired: [], isFull: false };
  },
};
