import type { DonationForm, DonationOffer } from '#contract/donations.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { donationLimits, usualDonations } from '#contract/shared/donation-limits.ts';
import type { FieldFault } from '#contract/shared/errors.ts';

/** To whom a donation goes, and what stands over it. */
export type Recipient = { channelId: string; title: string; offer: DonationOffer };

type Faults = Record<string, FieldFault>;

/** What is wrong with the settings of donations; null when nothing is. */
export function donationFaults(
  { currency, suggested, least, most }: DonationForm,
  fixed: CurrencyCode | null,
): Faults | null {
  const limits = donationLimits(currency);
  const faults: Faults = {};
  if (fixed && currency !== fixed) faults.currency = 'mismatch';
  if (least < limits.least) faults.least = 'too_small';
  if (most > limits.most) faults.most = 'too_big';
  if (most < least) faults.most = 'too_small';
  for (const [index, amount] of suggested.entries()) {
    if (amount < least) faults[`suggested.${index}`] = 'too_small';
    else if (amount > most) faults[`suggested.${index}`] = 'too_big';
    else if (suggested.indexOf(amount) !== index) faults[`suggested.${index}`] = 'invalid';
  }
  return Object.keys(faults).length > 0 ? faults : null;
}

/** What is set before anybody has set anything: off. */
export const usualForm = (currency: CurrencyCode): DonationForm => ({
  isOn: false,
  currency,
  suggested: usualDonations(currency),
  ...donationLimits(currency),
  text: '',
});

/** What can be added for the platform in this currency: by rule, nobody sets it. */
export const supportIn = (currency: CurrencyCode): Omit<DonationOffer, 'text'> => ({
  currency,
  suggested: usualDonations(currency),
  ...donationLimits(currency),
});

/** What is wrong with an amount that somebody wants to give; null when it is taken. */
export function takesAmount(
  { least, most }: Pick<DonationOffer, 'least' | 'most'>,
  amount: number,
): FieldFault | null {
  if (amount < least) return 'too_small';
  return amount > most ? 'too_big' : null;
}
