import { useId } from 'react';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useFormValue } from '#web/ui/form-context.ts';
import { Price } from '#web/ui/price.tsx';
import type { By } from './amount-fields.tsx';
import classes from './fee-preview.module.css';
import { usePricePreview } from './use-price-preview.ts';

/** `minutes`: how long the longest showing is; null where nobody can say. */
type Props = { name: 'price' | 'offer'; minutes: number | null };

/** What a ticket at the price that is typed brings, after the fee: the server says it. */
export function FeePreview({ name, minutes }: Props) {
  const { t, language } = useTranslation('catalog');
  const id = useId();
  const by = useFormValue<By>(`${name}.by`);
  const amount = useFormValue<number | null>(`${name}.amount`);
  const taxRate = useFormValue<number | null>('price.taxRate') ?? 0;
  const currency = useFormValue<CurrencyCode>('currency');
  const isTyped = amount !== null && amount > 0;
  const { preview, failed, waiting } = usePricePreview(
    isTyped ? { by, amount, taxRate, currency, ...(minutes ? { minutes } : {}) } : null,
  );
  if (!isTyped) return null;
  if (failed) return <p className={classes.note}>{t('fee.failed')}</p>;
  // Where the way of everybody leaves nothing, the other one need not be told.
  const eaten = preview?.plans.find((plan) => plan.eaten)?.plan;
  const money = (value: number) => formatMoney(value, currency, language);
  return (
    <div className={classes.fee} aria-live="polite" aria-busy={waiting}>
      {preview && (
        <>
          <table aria-labelledby={id}>
            <caption id={id}>{t('fee.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('fee.plan')}</th>
                <th scope="col">{t('fee.fee')}</th>
                <th scope="col">{t('fee.receives')}</th>
              </tr>
            </thead>
            <tbody>
              {preview.plans.map(({ plan, fee, receives }) => (
                <tr key={plan}>
                  <th scope="row">{t(`fee.plan.${plan}`)}</th>
                  <td>
                    <Price amount={fee} currency={currency} />
                  </td>
                  <td>
                    <Price amount={receives} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.note}>
            {t('fee.inside', { total: money(preview.total) })}
            {preview.tax > 0 && !eaten && ` ${t('fee.tax', { tax: money(preview.tax) })}`}
          </p>
          {eaten && <p className={classes.warning}>{t(`fee.eaten.${eaten}`)}</p>}
        </>
      )}
    </div>
  );
}
