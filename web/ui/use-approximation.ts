import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { convert, dayBetween, rateBetween, writeRate } from '#contract/shared/exchange.ts';
import { numbersIn } from '#contract/shared/formatters.ts';
import { useCurrencies, useCurrency } from '#web/platform/chosen-currency.ts';
import { formatDate, formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAlive } from './use-alive.ts';

/** `text`: ≈ 13,12 US$; `why`: by which rate, of which day, and in what is paid. */
export type Approximation = { text: string; why: string };

/**
 * A price in the currency that was chosen on this browser: null on the server, where it is the one of
 * the product, and where no rates are known. `isPossible` is known on the server too.
 */
export function useApproximation(
  amount: number,
  currency: CurrencyCode,
): { isPossible: boolean; approximation: Approximation | null } {
  const { t, language } = useTranslation('ui');
  const { rates } = useCurrencies();
  const chosen = useCurrency();
  const alive = useAlive();
  const isPossible = rates.length > 0;
  const nothing = { isPossible, approximation: null };
  if (!isPossible || amount === 0 || !alive || chosen === currency) return nothing;
  const way = { from: currency, to: chosen };
  const [other, rate, day] = [
    convert(amount, way, rates),
    rateBetween(way, rates),
    dayBetween(way, rates),
  ];
  if (other === null || rate === null || day === null) return nothing;
  const said = numbersIn(language, { maximumSignificantDigits: 6 });
  const why = t('price.approximateWhy', {
    from: currency,
    rate: said.format(writeRate(rate) as unknown as number),
    to: chosen,
    day: formatDate(`${day}T12:00:00Z`, { language, zone: 'UTC', style: 'date' }),
  });
  const text = t('price.approximate', { amount: formatMoney(other, chosen, language) });
  return { isPossible, approximation: { text, why } };
}
