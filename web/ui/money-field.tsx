import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { parseAmount, writeAmount } from '#contract/shared/money-text.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useField } from './form-context.ts';

type Props = {
  name: string;
  label: string;
  currency: CurrencyCode;
  required?: boolean;
  disabled?: boolean;
  description?: ReactNode;
};

/** An amount typed with point or comma; the value is whole minor units, or null. */
export function MoneyField({ name, label, currency, required, disabled, description }: Props) {
  const { t, language } = useTranslation('ui');
  const said = (amount: unknown) => formatMoney(Number(amount), currency, language);
  const options = { label, required, disabled, shown: said };
  const { value, set, inputProps } = useField<number | null>(name, options);
  const written = value === null || value === undefined ? '' : writeAmount(value, currency);
  const shown = language === 'en' ? written : written.replace('.', ',');
  const [text, setText] = useState(shown);
  const typing = useRef(false);
  // While somebody types, their text stays as it is; afterwards it shows the value.
  useEffect(() => {
    if (!typing.current) setText(shown);
  }, [shown]);
  const wrong = text.trim() !== '' && parseAmount(text, currency) === null;
  return (
    <TextInput
      {...inputProps}
      error={inputProps.error ?? (wrong ? t('field.notAmount') : undefined)}
      description={description}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span style={{ fontSize: '0.8125rem' }}>{currency}</span>}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
      value={text}
      onChange={(event) => {
        typing.current = true;
        setText(event.currentTarget.value);
        set(parseAmount(event.currentTarget.value, currency));
      }}
      onBlur={() => {
        typing.current = false;
        if (!wrong) setText(shown);
        inputProps.onBlur();
      }}
    />
  );
}
