import { Text } from '@mantine/core';
import { currencyCodes } from '#contract/shared/currencies.ts';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { TaxRateField } from '#web/payments/shared/tax-rate-field.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { SelectField, SwitchField } from '#web/ui/fields.tsx';
import { useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';

/** In the form of a channel: whether it can be subscribed to, and what a month costs. */
export function SubscriptionSection() {
  const { t } = useTranslation('subscriptions');
  const enabled = useFormValue<boolean>('subscription.enabled');
  const currency = useFormValue<CurrencyCode>('subscription.currency');
  return (
    <FormSection place="subscription" title={t('channelForm.title')} text={t('channelForm.text')}>
      <SwitchField name="subscription.enabled" label={t('channelForm.enabled')} />
      {enabled && (
        <>
          <FieldRow>
            <MoneyField
              name="subscription.total"
              label={t('channelForm.total')}
              currency={currency}
              required
            />
            <TaxRateField name="subscription.taxRate" label={t('channelForm.taxRate')} />
            <SelectField
              name="subscription.currency"
              label={t('channelForm.currency')}
              options={currencyCodes.map((value) => ({ value, label: value }))}
              required
            />
          </FieldRow>
          <Text size="sm" c="dimmed">
            {t('channelForm.kept')}
          </Text>
        </>
      )}
    </FormSection>
  );
}
