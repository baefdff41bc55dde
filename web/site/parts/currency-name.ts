import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { useTranslation } from '#web/platform/words.ts';

/** A currency by its code and what people call it: USD · US dollar. */
export function useCurrencyName(): (code: CurrencyCode) => string {
  const { language } = useTranslation('site');
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  return (code) => `${code} · ${names.of(code) ?? code}`;
}
