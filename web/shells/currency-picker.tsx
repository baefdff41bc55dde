import { IconCoin } from '@tabler/icons-react';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import {
  chooseCurrency,
  useCurrencies,
  useCurrency,
  usualCurrency,
} from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import { NativePicker } from '#web/ui/native-picker.tsx';

/** What something is on sale in, the most first, then what a rate was entered for. */
export function CurrencyPicker() {
  const { t, language } = useTranslation('shells');
  const { onSale, rates } = useCurrencies();
  const currency = useCurrency();
  const products = (code: CurrencyCode) =>
    onSale.find((one) => one.currency === code)?.products ?? 0;
  const choice = (code: CurrencyCode) => {
    const count = products(code);
    const name = currencyName(code, language);
    return {
      value: code,
      label: count > 0 ? t('currency.onSale', { code, name, count }) : `${code} · ${name}`,
    };
  };
  const choices = () => {
    const listed = [...onSale, ...rates].map((one) => one.currency);
    return [...new Set([usualCurrency, ...listed, currency])].map(choice);
  };
  return (
    <NativePicker
      label={t('currency')}
      icon={<IconCoin size={18} aria-hidden />}
      short={currency}
      chosen={choice(currency)}
      choices={choices}
      onChoose={(code) => chooseCurrency(code as CurrencyCode, language)}
    />
  );
}

const currencyName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'currency' }).of(code) ?? code;
