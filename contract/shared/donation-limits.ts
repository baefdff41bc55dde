import { type CurrencyCode, exponentOf } from './currency-table.ts';

/** The least that a provider charges, in minor units (Stripe, docs.stripe.com/currencies, read 2026-09). */
export const leastCharges: Partial<Record<CurrencyCode, number>> = {
  EUR: 50,
  USD: 50,
  GBP: 30,
  JPY: 50,
  HUF: 17_500,
  PLN: 200,
  CZK: 1500,
  DKK: 250,
  NOK: 300,
  SEK: 300,
  MXN: 1000,
  THB: 1000,
};

/**
 * Between which amounts somebody can give, in minor units: at least what a provider charges (one unit
 * where nobody says), at most ten thousand times that (5,000 EUR), or five thousand units.
 */
export function donationLimits(currency: CurrencyCode): { least: number; most: number } {
  const charge = leastCharges[currency];
  const unit = 10 ** exponentOf(currency);
  return charge ? { least: charge, most: charge * 10_000 } : { least: unit, most: 5000 * unit };
}

/** What is offered to whoever gives, unless somebody chose: 1, 2 and 5 EUR. */
export const usualDonations = (currency: CurrencyCode): number[] =>
  [2, 4, 10].map((times) => times * donationLimits(currency).least);
