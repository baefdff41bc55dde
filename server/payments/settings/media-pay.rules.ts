import type { AwayProvider, PaymentProvider } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { stripeAmount } from '../providers/stripe-amounts.rules.ts';

type Settings = {
  redsys: { url: string; merchant: string; terminal: string; currency: CurrencyCode; key: string };
  stripe: { publicKey: string; secretKey: string; signingKey: string };
  /** No way of paying was ever set, or the installation is a trial. */
  mayPlay: boolean;
};

/** A way of paying is on when nothing of it is missing. */
export const isOn: Record<AwayProvider, (settings: Omit<Settings, 'mayPlay'>) => boolean> = {
  stripe: ({ stripe }) => [stripe.publicKey, stripe.secretKey, stripe.signingKey].every(Boolean),
  redsys: ({ redsys }) => [redsys.url, redsys.merchant, redsys.terminal, redsys.key].every(Boolean),
};

/**
 * The providers that take payments here, the one that is offered first first. The sandbox never stands
 * in for one that was set and is gone: it would sell for no money what was sold for money before.
 */
export function providersOn(settings: Settings): PaymentProvider[] {
  const away = (['stripe', 'redsys'] as const).filter((name) => isOn[name](settings));
  if (away.length > 0) return away;
  return settings.mayPlay ? ['sandbox'] : [];
}

/** Those of them that take this sum as it is: a price is never changed on the way to the bank. */
export const providersFor = (
  settings: Settings,
  { amount, currency }: { amount: number; currency: CurrencyCode },
): PaymentProvider[] =>
  providersOn(settings).filter((name) => {
    if (name === 'stripe') return stripeAmount(amount, currency) !== null;
    return name === 'sandbox' || settings.redsys.currency === currency;
  });

type Operator = Record<
  'OPERATOR_NAME' | 'OPERATOR_TAX_ID' | 'OPERATOR_ADDRESS' | 'OPERATOR_COUNTRY',
  string
> & { DEMO: boolean };

/**
 * May the platform sell something of its own? Its invoices must say whose they are, and those of a Spanish
 * one are chained; only a trial, in which no money moves, may leave it out.
 */
export const canSellItself = (operator: Operator): boolean =>
  operator.DEMO ||
  [
    operator.OPERATOR_NAME,
    operator.OPERATOR_TAX_ID,
    operator.OPERATOR_ADDRESS,
    operator.OPERATOR_COUNTRY,
  ].every(Boolean);

type Given = {
  stripe: { publicKey: string; secretKey: string };
};

const modeOf = (key: string): string | undefined => /_(test|live)_/.exec(key)?.[1];

/** Where Redsys lets shops try things out. Source: its guide for integrators, "entorno de pruebas". */
const redsysTrialHost = 'sis-t.redsys.es';

/** Is a provider, as it is set, only being tried out? No money moves then. */
export function isTrial(
  provider: string,
  { stripe, redsys }: { stripe: { secretKey: string }; redsys: { url: string } },
): boolean {
  if (provider === 'stripe') return modeOf(stripe.secretKey) === 'test';
  if (provider === 'redsys') return hostOf(redsys.url) === redsysTrialHost;
  return true;
}

const hostOf = (url: string): string | null => URL.parse(url)?.hostname ?? null;

/** The keys of Stripe must be of one mode: money of a test is none. */
export const isOfOneMode = ({ stripe }: Given): boolean => {
  const modes = [stripe.publicKey, stripe.secretKey].filter(Boolean).map(modeOf);
  return new Set(modes).size <= 1;
};
