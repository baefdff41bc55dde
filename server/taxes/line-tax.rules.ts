import { type Price, priceFromTotal } from '#contract/shared/money.ts';
import type { TaxPlace } from './place.rules.ts';
import { type DatedRate, rateOn } from './rates.rules.ts';

/** The tax inside what somebody pays, and whose it is; `taxRate` in hundredths of a percent. */
export type LineTax = Price &
  Pick<TaxPlace, 'country' | 'isReverseCharge' | 'reason'> & { taxRate: number };

/**
 * A published price is what everybody pays: the tax of the place is inside it, whatever it is. Where
 * the seller charges none, all of it is net. Null when there is no such rate on that day, as where a
 * country has several reduced ones: then the rate that the seller chose has to stay.
 */
export function taxInside(
  total: number,
  place: TaxPlace,
  { rates, day }: { rates: readonly DatedRate[]; day: string },
): LineTax | null {
  const { country, postcode, isReverseCharge, reason } = place;
  const of = { country, isReverseCharge, reason };
  if (place.rate === null || country === null)
    return { ...of, ...priceFromTotal(total, 0), taxRate: 0 };
  const taxRate = rateOn(rates, { country, postcode, kind: place.rate, day });
  return taxRate === null ? null : { ...of, ...priceFromTotal(total, taxRate), taxRate };
}
