import { currencyCodes } from '#contract/shared/currencies.ts';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { TaxRateField } from '#web/payments/shared/tax-rate-field.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { RadioField, SelectField, TextField } from '#web/ui/fields.tsx';
import { useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { Breakdown, type By, ByField, type Taxed, TaxHelp } from './amount-fields.tsx';
import { FeePreview } from './fee-preview.tsx';

/**
 * `locked`: the currency stays. `required`: a paid product keeps a price. `minutes`: how long its
 * longest showing is, for the fee.
 */
type PriceProps = Taxed & { locked?: boolean; required?: boolean; minutes: number | null };

/** Paid or free; net or total is typed, the rest follows while typing. */
export function PriceSection({ locked = false, required = false, ...props }: PriceProps) {
  const { t } = useTranslation('catalog');
  const plan = useFormValue<'paid' | 'free'>('plan');
  return (
    <FormSection
      place="price"
      title={t('section.price')}
      text={t('section.priceText')}
      aside={locked && <p>{t('lock.currency')}</p>}
    >
      <RadioField
        name="plan"
        label={t('field.plan')}
        required
        options={[
          { value: 'paid', label: t('plan.paid') },
          { value: 'free', label: t('plan.free') },
        ]}
      />
      {plan === 'paid' && <PaidFields {...{ locked, required, ...props }} />}
      <TextField
        name="priceNote"
        label={t('field.priceNote')}
        description={t('field.priceNoteHint')}
        maxLength={240}
      />
    </FormSection>
  );
}

function PaidFields({ locked, required, minutes, type, bundle }: PriceProps) {
  const { t } = useTranslation('catalog');
  const currency = useFormValue<CurrencyCode>('currency');
  const by = useFormValue<By>('price.by');
  return (
    <>
      <ByField name="price" />
      <FieldRow>
        <MoneyField
          name="price.amount"
          label={t(by === 'net' ? 'field.net' : 'field.total')}
          currency={currency}
          required={required}
        />
        <TaxRateField name="price.taxRate" label={t('field.taxRate')} />
        <SelectField
          name="currency"
          label={t('field.currency')}
          required
          disabled={locked}
          options={currencyCodes.map((value) => ({ value, label: value }))}
        />
      </FieldRow>
      <TaxHelp {...{ type, bundle }} />
      <Breakdown name="price" />
      <FeePreview name="price" minutes={minutes} />
    </>
  );
}
