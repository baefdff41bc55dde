import { currencyCodes } from '#contract/shared/currencies.ts';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { type PlatformPeriod, platformPeriods } from '#contract/shared/monetization.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { RadioField, SelectField, SwitchField } from '#web/ui/fields.tsx';
import { useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { TaxRateField } from '../shared/tax-rate-field.tsx';

/** What is sold on the site at all, and the subscription to the whole of it. */
export function MonetizeSection() {
  const { t } = useTranslation('payments');
  const period = useFormValue<PlatformPeriod>('monetize.platform.period');
  const currency = useFormValue<CurrencyCode>('monetize.platform.currency');
  return (
    <FormSection title={t('monetize.title')} text={t('monetize.text')}>
      <SwitchField
        name="monetize.channelSubscriptions"
        label={t('monetize.channels')}
        description={t('monetize.channelsText')}
      />
      <SwitchField
        name="monetize.paidContent"
        label={t('monetize.content')}
        description={t('monetize.contentText')}
      />
      <RadioField
        name="monetize.platform.period"
        label={t('monetize.platform')}
        description={t('monetize.platformText')}
        options={platformPeriods.map((value) => ({ value, label: t(`monetize.period.${value}`) }))}
      />
      {period !== 'off' && (
        <FieldRow>
          <MoneyField
            name="monetize.platform.net"
            label={t('monetize.net')}
            currency={currency}
            required
          />
          <TaxRateField name="monetize.platform.taxRate" label={t('monetize.taxRate')} />
          <SelectField
            name="monetize.platform.currency"
            label={t('redsys.currency')}
            options={currencyCodes.map((value) => ({ value, label: value }))}
            required
          />
        </FieldRow>
      )}
    </FormSection>
  );
}
