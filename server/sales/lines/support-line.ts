import type { SupportItem } from '#contract/order-items.ts';
import { findSupport, takesAmount } from '#server/donations/index.ts';
import { config } from '#server/platform/config.ts';
import { refuse } from '#server/platform/errors.ts';
import { givenLine, givesNothing } from './given-line.ts';
import type { LineRules } from './line.ts';

/** What somebody adds for the platform: all of it is the platform's, and no fee is taken of it. */
export const supportLine: LineRules<SupportItem> = {
  ...givesNothing,

  async plan(_, { currency, expectedTotal: total }) {
    const offer = await findSupport(currency);
    if (!offer) refuse('PRODUCT_NOT_FOR_SALE');
    const fault = takesAmount(offer, total);
    if (fault) refuse('VALIDATION', { fields: { expectedTotal: fault } });
    const title = config().SITE_NAME;
    const line = givenLine({ kind: 'support', title, total, fee: 0, details: {} });
    const seller = { channelId: null, currency };
    return { line, parts: [], seller, isBeside: true, expired: [], isFull: false };
  },
};
