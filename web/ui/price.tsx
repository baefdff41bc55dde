import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';

type Props = { amount: number; currency: CurrencyCode; freeWord?: boolean };

/** An amount in minor units as people read it; nothing to pay is said in a word if asked for. */
export function Price({ amount, currency, freeWord }: Props) {
  const { t, language } = useTranslation('ui');
  if (freeWord && amount === 0) return <span>{t('free')}</span>;
  return (
    <span className="figures" suppressHydrationWarning>
      {formatMoney(amount, currency, language)}
    </span>
  );
}
