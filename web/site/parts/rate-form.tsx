import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type RateForm as Form, ratesContract } from '#contract/rates.ts';
import { currencyCodes } from '#contract/shared/currencies.ts';
import { parseRate, writeRate } from '#contract/shared/exchange.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm, FieldRow } from '#web/ui/desk-form.tsx';
import { SelectField } from '#web/ui/fields.tsx';
import { useField } from '#web/ui/form-context.ts';
import { useCurrencyName } from './currency-name.ts';

export type Typed = { currency: string; millionths: number | null };

/** Enters the rate of a currency, or another one in its place. */
export function RateForm({ start, saved }: { start: Typed; saved: () => void }) {
  const { t } = useTranslation('site');
  const nameOf = useCurrencyName();
  const sold = currencyCodes.filter((code) => code !== 'EUR');
  return (
    <DeskForm
      id={`site:rate:${start.currency}`}
      initial={start}
      bar={false}
      submitLabel={t('rates.save')}
      save={(typed) => api(ratesContract.saveRate, { body: typed as Form })}
      saved={() => {
        notify({ message: t('rates.saved') });
        saved();
      }}
    >
      <FieldRow>
        <SelectField
          name="currency"
          label={t('rates.currency')}
          required
          options={sold.map((value) => ({ value, label: nameOf(value) }))}
        />
        <RateField />
      </FieldRow>
    </DeskForm>
  );
}

/** Typed with point or comma; kept in millionths, or null. */
function RateField() {
  const { t, language } = useTranslation('site');
  const options = { label: t('rates.field'), required: true };
  const { value, set, inputProps } = useField<number | null>('millionths', options);
  const local = (rate: string) => (language === 'en' ? rate : rate.replace('.', ','));
  const [text, setText] = useState(value === null ? '' : local(writeRate(value)));
  const isWrong = text.trim() !== '' && parseRate(text) === null;
  return (
    <TextInput
      {...inputProps}
      error={isWrong ? t('rates.notRate') : inputProps.error}
      description={t('rates.fieldHint', { example: local('1.0842') })}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        set(parseRate(event.currentTarget.value));
      }}
    />
  );
}
