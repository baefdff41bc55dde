import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Currencies } from '#contract/currencies.ts';
import { type CurrencyCode, currencies } from '#contract/shared/currency-table.ts';
import { numbersIn } from '#contract/shared/formatters.ts';
import { localStore } from '#web/platform/local-store.ts';
import { type RootData, useSiteConfig } from '#web/platform/site-settings.ts';

/** What is chosen while nothing is. */
export const usualCurrency: CurrencyCode = 'EUR';

type Kept = { currencyCode: CurrencyCode; currencySymbol: string };
const kept = localStore<Kept>('platea.currency');
const nothing = () => null;
const nowhere: Currencies = { onSale: [], rates: [] };

/** What can be chosen, as the root loader read it: the same for everyone. */
export function useCurrencies(): Currencies {
  const root = useRouteLoaderData('root') as RootData | undefined;
  return root?.currencies ?? nowhere;
}

/** Keeps the choice in this browser, and nowhere else. The usual one is no choice. */
export function chooseCurrency(code: CurrencyCode, language: string): void {
  const choice = { currencyCode: code, currencySymbol: symbolOf(code, language) };
  kept.write(code === usualCurrency ? null : choice);
}

/** How a currency is written before or behind its amounts: €, US$, CHF. */
function symbolOf(currency: CurrencyCode, language: string): string {
  const parts = numbersIn(language, { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** The currency chosen on this browser while choosing is on, else the usual one; that on the server. */
export function useCurrency(): CurrencyCode {
  const { currencies: offered } = useSiteConfig();
  const choice = useSyncExternalStore(kept.subscribe, kept.read, nothing);
  const code = choice?.currencyCode;
  return offered && code && Object.hasOwn(currencies, code) ? code : usualCurrency;
}

/** What lists are narrowed to that one opens from now on; null: nothing was chosen. */
export function useSoldIn(): CurrencyCode | null {
  const currency = useCurrency();
  return currency === usualCurrency ? null : currency;
}

/** Addresses of lists, led to what is sold in the chosen currency. */
export function useInCurrency(): (address: string) => string {
  const currency = useSoldIn();
  return (address) =>
    currency ? `${address}${address.includes('?') ? '&' : '?'}currency=${currency}` : address;
}
