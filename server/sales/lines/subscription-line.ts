import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { MonthPrice, SubscriptionTerm } from '#contract/subscriptions.ts';
import { feeFor } from '#server/payments/index.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { settleMonth, takeBackMonth } from '#server/subscriptions/index.ts';
import type { LineRules, NewLine } from './line.ts';

/**
 * What only this kind knows: to which channel (null: to the site), in which currency it is paid, and for
 * how long. Months of channels say nothing of that.
 */
type Details = { channelId: string | null; currency: CurrencyCode; term?: SubscriptionTerm };

/**
 * A month of a channel, or a term of the site. It has an order of its own, made by `months/`: which month it is stands with
 * the subscription.
 */
export const subscriptionLine: Omit<LineRules<never>, 'plan'> = {
  holds: () => [],

  async secure(tx, { id: orderId, buyerId: userId }, line) {
    const { channelId, currency, term = 'month' } = line.details as Details;
    const { net, taxRate, tax, total } = line;
    const price = { currency, net, taxRate, tax, total };
    if (!(await settleMonth(tx, { orderId, userId, channelId, term, price }))) {
      refuse('ALREADY_SUBSCRIBED');
    }
  },

  release: (tx, { id: orderId }) => takeBackMonth(tx, orderId),
};

/**
 * The line of a month. The fee is that of a ticket; nobody can say how long somebody watches. Of what the
 * platform sells itself it takes none.
 */
export async function monthLine(
  price: MonthPrice,
  { channelId, term, title }: { channelId: string | null; term: SubscriptionTerm; title: string },
): Promise<NewLine> {
  const { currency, ...amounts } = price;
  const details: Details = { channelId, currency, ...(term === 'month' ? {} : { term }) };
  const { total } = price;
  const fee = channelId ? await feeFor(db(), { plan: 'live', total, currency, minutes: null }) : 0;
  return {
    ...amounts,
    kind: 'subscription',
    priceFrom: 'product',
    fee,
    title,
    productId: null,
    sessionId: null,
    quantity: 1,
    details,
    code: null,
    holdsSeat: false,
  };
}
