import { TextInput } from '@mantine/core';
import { rateKinds } from '#contract/shared/tax-places.ts';
import { type DatedTaxRate, type TaxRateForm, taxesContract } from '#contract/taxes.ts';
import { TaxRateField } from '#web/payments/shared/tax-rate-field.tsx';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm, FieldRow } from '#web/ui/desk-form.tsx';
import { SelectField } from '#web/ui/fields.tsx';
import { useField } from '#web/ui/form-context.ts';
import { usePlaceName } from './place-name.ts';

/** `country` is a place: a country, or a region of it behind a stroke. */
type Typed = { country: string; kind: string; from: string; rate: number | null };

const blank: Typed = { country: '', kind: 'standard', from: '', rate: null };

const sent = ({ country: place, ...typed }: Typed): TaxRateForm => {
  const [country = '', region = ''] = place.split('|');
  return { ...typed, country, region } as TaxRateForm;
};

/** Adds a rate that begins on a day. */
export function RateForm({ rates, saved }: { rates: DatedTaxRate[]; saved: () => void }) {
  const { t, language } = useTranslation('taxes');
  const nameOf = usePlaceName();
  const places = new Map(rates.map((rate) => [`${rate.country}|${rate.region}`, nameOf(rate)]));
  const options = [...places]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <DeskForm
      id="taxes:rate"
      initial={blank}
      bar={false}
      submitLabel={t('rates.save')}
      save={(typed) => api(taxesContract.addTaxRate, { body: sent(typed) })}
      saved={() => {
        notify({ message: t('rates.saved') });
        saved();
      }}
    >
      <FieldRow>
        <SelectField name="country" label={t('rates.place')} required options={options} />
        <SelectField
          name="kind"
          label={t('rates.kind')}
          required
          options={rateKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </FieldRow>
      <FieldRow>
        <TaxRateField name="rate" label={t('rates.rate')} required />
        <DayField />
      </FieldRow>
    </DeskForm>
  );
}

function DayField() {
  const { t } = useTranslation('taxes');
  const options = { label: t('rates.from'), required: true };
  const { value, set, inputProps } = useField<string | null>('from', options);
  return (
    <TextInput
      {...inputProps}
      type="date"
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
