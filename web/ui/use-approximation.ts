import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { convert, dayBetween, rateBetween, writeRate } from '#contract/shared/exchange.ts';
import { numbersIn } from '#contract/shared/formatters.ts';
import { useCurrencies, useCurrency } from '#web/platform/chosen-currency.ts';
import { formatDate, formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';

/** `text`: ≈ 13,12 US$; `why`: by which rate, of which day, and in what is paid. */
export type Approximation = { text: string; why: string };

/** A price in the currency that was chosen on this browser; null where no rates are known for it. */
export function useApproximation(amount: number, currency: CurrencyCode): Approximation | null {
  const { t, language } = useTranslation('ui');
  const { rates } = useCurrencies();
  const chosen = useCurrency();
  const way = { from: currency, to: chosen };
  const other = convert(amount, way, rates);
  const [rate, day] = [rateBetween(way, rates), dayBetween(way, rates)];
  if (other === null || rate === null || day === null) return null;
  const said = numbersIn(language, { maximumSignificantDigits: 6 });
  const why = t('price.approximateWhy', {
    from: currency,
    rate: said.format(writeRate(rate) as unknown as number),
    to: chosen,
    day: formatDate(`${day}T12:00:00Z`, { language, zone: 'UTC', style: 'date' }),
  });
  return { text: t('price.approximate', { amount: formatMoney(other, chosen, language) }), why };
}
