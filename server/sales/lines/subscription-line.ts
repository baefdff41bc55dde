import type { SubscriptionItem } from '#contract/order-items.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { MonthPrice, SubscriptionTerm } from '#contract/subscriptions.ts';
import { feeFor } from '#server/payments/index.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import {
  demandOffer,
  monthTitle,
  settleMonth,
  takeBackMonth,
} from '#server/subscriptions/index.ts';
import type { LineFacts, LineRules, NewLine } from './line.ts';

/**
 * What only this kind knows: to which channel (null: to the site), in which currency it is paid, and for
 * how long. Months of channels say nothing of that.
 */
type Details = { channelId: string | null; currency: CurrencyCode; term?: SubscriptionTerm };

/**
 * A month of a channel, or a term of the site: the first one, which is planned here, or one of those that follow,
 * made by `months/`. Which it is stands with the subscription.
 */
export const subscriptionLine: LineRules<SubscriptionItem> = {
  async plan({ actor, language }, { channelSlug }) {
    const of = channelSlug === null ? 'site' : { channel: channelSlug };
    const { channelId, price, term, title: followed, products } = await demandOffer(actor, of);
    const title = monthTitle(language, followed, term);
    const line = await monthLine(db(), price, { channelId, term, title });
    const seller = { channelId, currency: price.currency };
    return { line, parts: [], seller, expired: [], isFull: false, opens: products };
  },

  holds: () => [],

  async secure(tx, { id: orderId, buyerId: userId }, line) {
    const { channelId, currency } = line.details as Details;
    const term = termOf(line);
    const { net, taxRate, tax, total } = line;
    const price = { currency, net, taxRate, tax, total };
    if (!(await settleMonth(tx, { orderId, userId, channelId, term, price }))) {
      refuse('ALREADY_SUBSCRIBED');
    }
  },

  release: (tx, { id: orderId }) => takeBackMonth(tx, orderId),
};

/** By what a subscription goes on. */
export const termOf = ({ details }: Pick<LineFacts, 'details'>): SubscriptionTerm =>
  (details as Details).term ?? 'month';

/** To what a line is a subscription, a channel or (null) the site; undefined where it is none. */
export const followedBy = ({ kind, details }: Pick<LineFacts, 'kind' | 'details'>) =>
  kind === 'subscription' ? (details as Details).channelId : undefined;

/**
 * The line of a month. The fee is that of a ticket; nobody can say how long somebody watches. Of what the
 * platform sells itself it takes none.
 */
export async function monthLine(
  from: Db,
  price: MonthPrice,
  { channelId, term, title }: { channelId: string | null; term: SubscriptionTerm; title: string },
): Promise<NewLine> {
  const { currency, ...amounts } = price;
  const details: Details = { channelId, currency, ...(term === 'month' ? {} : { term }) };
  const { total } = price;
  const fee = channelId ? await feeFor(from, { plan: 'live', total, currency, minutes: null }) : 0;
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
