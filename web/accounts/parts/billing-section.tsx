import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';
import { FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { SelectField, TextField } from '#web/ui/fields.tsx';

export function BillingSection() {
  const { t, language } = useTranslation('accounts');
  return (
    <FormSection title={t('data.billing')} text={t('data.billingText')}>
      <FieldRow>
        <TextField name="billingCompany" label={t('data.billingCompany')} maxLength={120} />
        <TextField name="billingNif" label={t('data.billingNif')} maxLength={30} />
      </FieldRow>
      <TextField
        name="billingAddress"
        autoComplete="street-address"
        label={t('data.billingAddress')}
        maxLength={200}
      />
      <FieldRow>
        <TextField
          name="billingPostalCode"
          autoComplete="postal-code"
          label={t('data.billingPostalCode')}
          maxLength={16}
        />
        <TextField
          name="billingCity"
          autoComplete="address-level2"
          label={t('data.billingCity')}
          maxLength={100}
        />
        <SelectField
          name="billingCountry"
          label={t('data.billingCountry')}
          options={countryOptions(language)}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name="billingPrefix"
          type="tel"
          autoComplete="tel-country-code"
          label={t('data.billingPrefix')}
          // Beside its neighbour: a line between label and input would put one lower.
          placeholder={t('data.billingPrefixExample')}
          maxLength={5}
        />
        <TextField
          name="billingPhone"
          type="tel"
          autoComplete="tel-national"
          label={t('data.billingPhone')}
          maxLength={30}
        />
      </FieldRow>
    </FormSection>
  );
}
