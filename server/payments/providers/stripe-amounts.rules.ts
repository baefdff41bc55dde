import { type CurrencyCode, currencyCodes, exponentOf } from '#contract/shared/currencies.ts';
import { leastCharges } from '#contract/shared/donation-limits.ts';

/**
 * How Stripe writes amounts (docs.stripe.com/currencies, read 2026-09). Two currencies without
 * decimals are sent as if they had two; one with two is sent without; those with three take no last
 * digit but zero.
 */
const sentTimes100: readonly string[] = ['ISK', 'UGX'];
const sentWhole: readonly string[] = ['MGA'];

const mostDigits = 12;

/** Minor units of ours as Stripe takes them; null when it cannot take this amount as it is. */
export function stripeAmount(amount: number, currency: CurrencyCode): number | null {
  if (!Number.isSafeInteger(amount) || amount < Math.max(1, leastCharges[currency] ?? 0))
    return null;
  const sent = stripeRefund(amount, currency);
  return sent !== null && String(sent).length <= mostDigits ? sent : null;
}

/** The same of a refund, which may be smaller than the least charge. */
export const stripeRefund = (amount: number, currency: CurrencyCode): number | null =>
  exponentOf(currency) === 3 && amount % 10 !== 0 ? null : sentAs(amount, currency);

function sentAs(amount: number, currency: CurrencyCode): number | null {
  if (sentTimes100.includes(currency)) return amount * 100;
  if (!sentWhole.includes(currency)) return amount;
  return amount % 100 === 0 ? amount / 100 : null;
}

/** What Stripe says, in minor units of ours; null when that is no amount of this currency. */
export function amountFromStripe(sent: number, currency: CurrencyCode): number | null {
  if (sentTimes100.includes(currency)) return sent % 100 === 0 ? sent / 100 : null;
  return sentWhole.includes(currency) ? sent * 100 : sent;
}

/** Is this one of the currencies that we know? */
export const isCurrency = (code: string | undefined): code is CurrencyCode =>
  (currencyCodes as string[]).includes(code ?? '');
