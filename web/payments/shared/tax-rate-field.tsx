import { NumberInput } from '@mantine/core';
import { formatShare } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useField } from '#web/ui/form-context.ts';

type Props = { name: string; label: string; required?: boolean; disabled?: boolean };

/** A tax rate, typed in percent and kept in hundredths of one. Emptied, it is 0; a required one is missing. */
export function TaxRateField({ name, label, required, disabled }: Props) {
  const { language } = useTranslation('ui');
  const { value, set, inputProps } = useField<number | null>(name, { label, required, disabled });
  const emptied = required ? null : 0;
  return (
    <NumberInput
      {...inputProps}
      decimalScale={2}
      decimalSeparator={language === 'en' ? '.' : ','}
      min={0}
      max={100}
      allowNegative={false}
      suffix={formatShare(0, language).replace('0', '')}
      hideControls
      value={value === null ? '' : value / 100}
      onChange={(next) => set(typeof next === 'number' ? Math.round(next * 100) : emptied)}
    />
  );
}
