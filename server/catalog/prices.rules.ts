import type { Temporal } from 'temporal-polyfill';
import type { PriceForm, PriceNow } from '#contract/catalog.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type Price, priceFromNet, priceFromTotal } from '#contract/shared/money.ts';
import { isPast, isWithin } from './times.rules.ts';

export type Offer = Price & { startsAt: string | null; endsAt: string | null };

export type Priced = {
  plan: 'paid' | 'free';
  currency: CurrencyCode;
  net: number;
  taxRate: number;
  tax: number;
  total: number;
  offer: Offer | null;
};

/** Is the offer valid at this instant? Its end is no longer inside. */
export const offerIsOn = (offer: Offer | null, now: Temporal.Instant): offer is Offer =>
  offer !== null && isWithin(now, offer.startsAt, offer.endsAt);

/** Has the offer had its time? */
export const offerHasEnded = (offer: Offer | null, now: Temporal.Instant): boolean =>
  offer !== null && offer.endsAt !== null && isPast(now, offer.endsAt);

/** What a person pays at this instant, before any code: the offer while it is on, else the price. */
export function priceNow(product: Priced, now: Temporal.Instant): PriceNow {
  const { currency, taxRate, plan, net, tax, total, offer } = product;
  if (plan === 'free') {
    return { currency, taxRate, net: 0, tax: 0, total: 0, from: 'product', before: null };
  }
  if (!offerIsOn(offer, now)) {
    return { currency, taxRate, net, tax, total, from: 'product', before: null };
  }
  const { net: offerNet, tax: offerTax, total: offerTotal } = offer;
  return {
    currency,
    taxRate,
    net: offerNet,
    tax: offerTax,
    total: offerTotal,
    from: 'offer',
    before: total,
  };
}

/** The three amounts of a price that was typed as net or as total. */
export const priceFrom = ({ by, amount, taxRate }: PriceForm): Price =>
  by === 'net' ? priceFromNet(amount, taxRate) : priceFromTotal(amount, taxRate);

/**
 * What of a price is paid out, the tax with it, which is the organizer's to pay to the state; and
 * whether the fee leaves them nothing to keep. What is free has no fee, and nobody waits for money.
 */
export const sharesOf = (
  { tax, total }: Price,
  fee: number,
): { receives: number; eaten: boolean } => ({
  receives: total - fee,
  eaten: total > 0 && total - tax - fee <= 0,
});

type Offered = { plan: Priced['plan']; total: number; offer: { total: number } | null };

/** An offer below the price, or none. Of a price that is missing, only that is said. */
export const offerIsCheaper = ({ plan, total, offer }: Offered): boolean =>
  plan === 'free' || total === 0 || offer === null || offer.total < total;
