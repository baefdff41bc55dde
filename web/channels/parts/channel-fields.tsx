import { type ChannelWarning, channelClassifications } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';
import { FieldRow } from '#web/ui/desk-form.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields.tsx';
import { warningAt } from './field-warning.tsx';

type Props = {
  /** Can this field be left empty? */
  required: (field: string) => boolean;
};

/** What the public reads of a channel. */
export function AboutFields({ required }: Props) {
  const { t } = useTranslation('channels');
  const kinds = channelClassifications.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }));
  return (
    <>
      <TextField
        name="title"
        label={t('field.title')}
        description={t('field.titleHint')}
        required={required('title')}
        maxLength={120}
      />
      <TextAreaField
        name="description"
        label={t('field.description')}
        required={required('description')}
        maxLength={400}
      />
      <SelectField
        name="classification"
        label={t('field.classification')}
        required={required('classification')}
        options={kinds}
      />
    </>
  );
}

/** Who makes out the invoices. */
export function IssuerFields({ required, warnings }: Props & { warnings: ChannelWarning[] }) {
  const { t, language } = useTranslation('channels');
  return (
    <>
      <TextField
        name="businessName"
        label={t('field.businessName')}
        required={required('businessName')}
        maxLength={160}
        autoComplete="organization"
      />
      <TextField
        name="billing.taxId"
        label={t('field.taxId')}
        required={required('billing.taxId')}
        maxLength={40}
        description={warningAt('billing.taxId', warnings)}
      />
      <TextField
        name="billing.address"
        label={t('field.address')}
        required={required('billing.address')}
        maxLength={200}
        autoComplete="street-address"
      />
      <FieldRow>
        <TextField
          name="billing.postalCode"
          label={t('field.postalCode')}
          required={required('billing.postalCode')}
          maxLength={20}
          autoComplete="postal-code"
        />
        <TextField
          name="billing.city"
          label={t('field.city')}
          required={required('billing.city')}
          maxLength={100}
          autoComplete="address-level2"
        />
      </FieldRow>
      <SelectField
        name="billing.country"
        label={t('field.country')}
        required={required('billing.country')}
        options={countryOptions(language)}
      />
    </>
  );
}
